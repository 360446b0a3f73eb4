import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type NumberSigns, pointDecimal, signsOf } from './decimal.ts'

const english = { decimal: '.', group: ',' }
const german = { decimal: ',', group: '.' }

const cases: [typed: string, signs: NumberSigns, decimal: string][] = [
  [' 9.95 ', english, '9.95'],
  ['9,95', english, '9.95'],
  ['9,95', german, '9.95'],
  ['1,234', german, '1.234'],
  // A thousand, and not a little more than one.
  ['1,234', english, '1,234'],
  ['1,234.50', english, '1,234.50'],
  ['1.234', german, '1.234'],
  ['\u0661\u0662\u066b\u0665', english, '12.5'],
  ['\u06f1\u06f2', english, '12'],
  ['', english, ''],
  ['much', english, 'much']
]
for (const [typed, signs, decimal] of cases)
  test(`'${typed}' with ${signs.decimal} is '${decimal}'`, () =>
    assert.equal(pointDecimal(typed, signs), decimal))

test('the signs are those of the locale', () => {
  assert.deepEqual(signsOf('de'), german)
  assert.deepEqual(signsOf('en'), english)
  assert.deepEqual(signsOf('ar-EG'), english)
})
