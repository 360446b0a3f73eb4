import assert from 'node:assert/strict'
import { test } from 'node:test'
import { protectFormula, restoreFormula } from './formulas.ts'

for (const text of ['=1+1', '+1', '-1', '@a', '\tx', "'=1", "''=1"]) {
  test(`${JSON.stringify(text)} gets an apostrophe, which is removed again`, () => {
    assert.equal(protectFormula(text), `'${text}`)
    assert.equal(restoreFormula(protectFormula(text)), text)
  })
}

test('the text of a formula that keeps leading zeros is restored', () => {
  assert.equal(restoreFormula('="00123"'), '00123')
  assert.equal(restoreFormula('="5"" pipe"'), '5" pipe')
  assert.equal(restoreFormula(protectFormula('="00123"')), '="00123"')
})

for (const text of ['', 'Hex bolt', "'", "'quoted'", "'t Hart", '1-2', ' =1']) {
  test(`${JSON.stringify(text)} stays as it is`, () => {
    assert.equal(protectFormula(text), text)
    assert.equal(restoreFormula(text), text)
  })
}
