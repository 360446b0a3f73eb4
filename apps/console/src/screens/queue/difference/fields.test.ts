import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { priceChange } from './fields.ts'

suite('the change of a price', () => {
  const cases: [unknown, unknown, number | undefined][] = [
    ['100.00', '125.00', 0.25],
    ['100.00', '50.00', -0.5],
    ['0.00', '5.00', undefined],
    [null, '5.00', undefined],
    ['5.00', null, undefined]
  ]
  for (const [before, after, expected] of cases) {
    test(`${before} → ${after}: ${expected}`, () => assert.equal(priceChange(before, after), expected))
  }
})
