import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isCurrency } from './currencies.ts'

suite('currencies', () => {
  for (const code of ['USD', 'EUR', 'GBP', 'JPY', 'CHF', 'CNY', 'XOF', 'XCG', 'SLE', 'ZWG']) {
    test(`${code} is a currency`, () => assert.ok(isCurrency(code)))
  }

  const others = [
    '',
    'usd',
    'Usd',
    'US',
    'USDT',
    ' USD',
    'DEM',
    'HRK',
    'ANG',
    'ZWL',
    'SLL',
    'XXX',
    'XTS',
    'XAU',
    'AAA',
    '840'
  ]
  for (const text of others) {
    test(`${JSON.stringify(text)} is not a currency`, () => assert.ok(!isCurrency(text)))
  }

  test('all codes of the runtime are currencies, except withdrawn ones and units of account', () => {
    const rest = Intl.supportedValuesOf('currency').filter((code) => !isCurrency(code))
    const known = new Set(['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'XDR', 'XSU', 'ZWL'])
    assert.deepEqual(
      rest.filter((code) => !known.has(code)),
      []
    )
  })
})
