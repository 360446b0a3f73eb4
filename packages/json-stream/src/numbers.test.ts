import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { significand } from './numbers.ts'

suite('the significand of a number', () => {
  const sizes: [string, string, number][] = [
    ['0', '', 0],
    ['-0.000', '', 0],
    ['0e99', '', 0],
    ['100', '1', 2],
    ['-100.0', '1', 2],
    ['1.5E+3', '15', 2],
    ['0.00120', '12', -4],
    ['12e-1', '12', -1]
  ]
  for (const [text, digits, exponent] of sizes) {
    test(`${text} has ${digits ? `the digits ${digits}` : 'no digits'} and the exponent ${exponent}`, () => {
      assert.deepEqual(significand(text), { digits, exponent })
    })
  }
})
