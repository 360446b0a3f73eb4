import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sumMoney } from './money.ts'

const cases: [string[], string][] = [
  [[], '0.00'],
  [['0'], '0.00'],
  [['1284.50'], '1284.50'],
  [['0.10', '0.20'], '0.30'],
  [['0.0125', '0.0125'], '0.025'],
  [['0.0001'], '0.0001'],
  [['9999999999.99', '0.01'], '10000000000.00'],
  [['12', '0.5'], '12.50'],
  [Array(1000).fill('90071992547409.93'), '90071992547409930.00']
]
for (const [amounts, sum] of cases)
  test(`the sum of ${amounts.slice(0, 3).join(', ') || 'nothing'} is ${sum}`, () =>
    assert.equal(sumMoney(amounts), sum))
