import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  changedByPercent,
  checkOptionalPrice,
  checkPrice,
  checkStock,
  plainNumber,
  typedNumber
} from './numbers.ts'

const english = { decimal: '.', group: ',' }
const german = { decimal: ',', group: '.' }

describe('numbers that were typed', () => {
  const cases: [typed: string, signs: typeof english, plain: string][] = [
    ['12.5', english, '12.5'],
    ['12,5', german, '12.5'],
    ['12.50', german, '12.50'],
    ['12,50', english, '12.50'],
    ['1,234.50', english, '1234.50'],
    ['1.234,50', german, '1234.50'],
    ['1.234,50', english, '1234.50'],
    ['1,234', english, '1234'],
    ['1.234', english, '1.234'],
    ['1.234', german, '1234'],
    ['1,234', german, '1.234'],
    ['1.234.567', german, '1234567'],
    ['1,234,567', english, '1234567'],
    ['$ 12.50', english, '12.50'],
    ['12,50 €', german, '12.50'],
    ["1'234.50", english, '1234.50'],
    ['1 234,50', german, '1234.50'],
    ['−5', english, '-5'],
    ['\u0661\u066c\u0662\u0663\u0664\u066b\u0665', english, '1234.5'],
    ['\u06f1\u06f2', english, '12'],
    ['twelve', english, 'twelve']
  ]
  for (const [typed, signs, plain] of cases)
    test(`${typed} with ${signs.decimal} is ${plain}`, () => assert.equal(plainNumber(typed, signs), plain))

  test('a decimal is shown with the sign of the locale', () => {
    assert.equal(typedNumber('12.50', german), '12,50')
  })
})

describe('costs and stocks', () => {
  const prices: [typed: string, value: string][] = [
    ['12', '12.00'],
    ['012.5', '12.50'],
    ['0', '0.00'],
    ['12.3456', '12.3456'],
    ['12.34560', '12.3456'],
    ['12.', '12.00'],
    ['9999999999.9999', '9999999999.9999'],
    ['', 'required'],
    ['-1', 'negative'],
    ['-0', 'noNumber'],
    ['1e3', 'noNumber'],
    ['12.34567', 'tooManyDecimals'],
    ['10000000000', 'tooLarge']
  ]
  for (const [typed, expected] of prices)
    test(`the cost '${typed}' is ${expected}`, () => {
      const { value, fault } = checkPrice(typed, english)
      assert.equal(value ?? fault, expected)
    })
  test('a list price can be empty', () => {
    assert.deepEqual(
      [' ', '19.9', '-1'].map((typed) => checkOptionalPrice(typed, english)),
      [{ value: '' }, { value: '19.90' }, { fault: 'negative' }]
    )
  })
  const stocks: [typed: string, value: string][] = [
    ['0', '0'],
    ['007', '7'],
    ['1,200', '1200'],
    ['5.0', '5'],
    ['5.5', 'noInteger'],
    ['2147483647', '2147483647'],
    ['2147483648', 'tooLarge'],
    ['-3', 'negative'],
    ['many', 'noNumber']
  ]
  for (const [typed, expected] of stocks)
    test(`the stock '${typed}' is ${expected}`, () => {
      const { value, fault } = checkStock(typed, english)
      assert.equal(value ?? fault, expected)
    })
})

describe('a change by percent', () => {
  const cases: [price: string, percent: string, changed: string | undefined][] = [
    ['10.00', '5', '10.50'],
    ['10.00', '-5', '9.50'],
    ['0.10', '5', '0.11'],
    ['0.30', '-5', '0.29'],
    ['19.99', '+2.5', '20.49'],
    ['12.3456', '0', '12.35'],
    ['10.00', '-100', '0.00'],
    ['10.00', '-101', undefined],
    ['10.00', 'a', undefined],
    ['9999999999.9999', '0.0001', '10000010000.00']
  ]
  for (const [price, percent, changed] of cases)
    test(`${price} by ${percent} % is ${changed}`, () =>
      assert.equal(changedByPercent(price, percent), changed))
})
