import assert from 'node:assert/strict'
import { test } from 'node:test'
import { protectFormula, restoreFormula } from './formulas.ts'

for (const text of ['=1+1', '+1', '-1', '@a', '\tx', "'=1", "''=1"]) {
  test(`${JSON.stringify(text)} gets an apostrophe, which is removed again`, () => {
    assert.equal(protectFormula(text), `'${text}`)
    assert.equal(restoreFormula(protectFormula(text)), text)
  })
}

for (const text of ['', 'Hex bolt', "'", "'quoted'", "'t Hart", '1-2', ' =1']) {
  test(`${JSON.stringify(text)} stays as it is`, () => {
    assert.equal(protectFormula(text), text)
    assert.equal(restoreFormula(text), text)
  })
}
