import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { significand } from '@purveyor/json-stream'
import fc from 'fast-check'
import {
  compareDecimal,
  type DecimalReason,
  formatMoney,
  MONEY,
  parseDecimal,
  retailPrice,
  SIGNED_MONEY,
  WEIGHT
} from './decimal.ts'

const digitRun = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength, maxLength })

/** An arbitrary amount as an integer and the number of its decimals: `units` / 10^`scale`. */
const money = fc.record({ units: fc.bigInt(0n, 10n ** 14n - 1n), scale: fc.constant(4) })

function write(units: bigint, scale: number): string {
  const digits = units.toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

suite('a decimal of a request', () => {
  const accepted: [unknown, string][] = [
    [0, '0'],
    [-0, '0'],
    [12.5, '12.5'],
    [1e-4, '0.0001'],
    [1234567890.1234, '1234567890.1234'],
    [9999999999.9999, '9999999999.9999'],
    ['0', '0'],
    ['0.0', '0'],
    ['12.50', '12.5'],
    ['1.00000', '1'],
    ['0.12340000000', '0.1234'],
    ['9999999999.9999', '9999999999.9999'],
    ['10', '10'],
    ['100.10', '100.1']
  ]
  for (const [input, value] of accepted) {
    test(`${typeof input} ${input} is ${value}`, () => {
      assert.deepEqual(parseDecimal(input, MONEY), { ok: true, value })
    })
  }

  test('signed bounds accept negative decimals, and zero has no sign', () => {
    const signed: [unknown, string][] = [
      ['-12.50', '-12.5'],
      [-12.5, '-12.5'],
      ['-0.00', '0'],
      [-0, '0'],
      ['7', '7'],
      ['-9999999999.9999', '-9999999999.9999']
    ]
    for (const [input, value] of signed)
      assert.deepEqual(parseDecimal(input, SIGNED_MONEY), { ok: true, value })
    const wrong: [unknown, DecimalReason][] = [
      ['--1', 'form'],
      ['- 1', 'form'],
      ['-', 'form'],
      ['-01', 'form'],
      ['+1', 'form'],
      ['-1e3', 'form'],
      [-1e11, 'integer-digits'],
      ['-0.00001', 'fraction-digits'],
      [Number.NEGATIVE_INFINITY, 'type']
    ]
    for (const [input, reason] of wrong)
      assert.deepEqual(parseDecimal(input, SIGNED_MONEY), { ok: false, reason })
  })

  const refused: [unknown, DecimalReason][] = [
    [null, 'type'],
    [undefined, 'type'],
    [true, 'type'],
    [[1], 'type'],
    [{}, 'type'],
    [1n, 'type'],
    [Number.NaN, 'type'],
    [Number.POSITIVE_INFINITY, 'type'],
    [-0.5, 'negative'],
    [-1e-7, 'negative'],
    ['-1', 'negative'],
    ['-0.5', 'negative'],
    ['-0', 'form'],
    ['-', 'form'],
    ['--1', 'form'],
    ['', 'form'],
    [' 1', 'form'],
    ['1 ', 'form'],
    ['1\n', 'form'],
    ['+1', 'form'],
    ['1e2', 'form'],
    ['.5', 'form'],
    ['5.', 'form'],
    ['1.2.3', 'form'],
    ['1,5', 'form'],
    ['007', 'form'],
    ['00', 'form'],
    ['0x10', 'form'],
    ['١٢', 'form'],
    ['NaN', 'form'],
    [10000000000, 'integer-digits'],
    ['10000000000', 'integer-digits'],
    [1e21, 'integer-digits'],
    [Number.MAX_VALUE, 'integer-digits'],
    ['12345678901.12345', 'integer-digits'],
    [1e-7, 'fraction-digits'],
    [0.00001, 'fraction-digits'],
    ['1.00001', 'fraction-digits'],
    [Number.MIN_VALUE, 'fraction-digits']
  ]
  for (const [input, reason] of refused) {
    test(`${typeof input} ${JSON.stringify(String(input))} is refused: ${reason}`, () => {
      assert.deepEqual(parseDecimal(input, MONEY), { ok: false, reason })
    })
  }

  test('a weight has one decimal fewer than money', () => {
    assert.deepEqual(parseDecimal('0.001', WEIGHT), { ok: true, value: '0.001' })
    assert.deepEqual(parseDecimal('0.0001', WEIGHT), { ok: false, reason: 'fraction-digits' })
  })

  test('an exponent is expanded if and only if the bounds allow it', () => {
    assert.deepEqual(parseDecimal(1.5e-7, { integerDigits: 1, fractionDigits: 8 }), {
      ok: true,
      value: '0.00000015'
    })
    assert.deepEqual(parseDecimal(1e21, { integerDigits: 22, fractionDigits: 0 }), {
      ok: true,
      value: '1000000000000000000000'
    })
  })

  test('every amount within the bounds stays exact, however many zeros follow it', () => {
    fc.assert(
      fc.property(money, fc.nat(30), ({ units, scale }, zeros) => {
        const parsed = parseDecimal(write(units, scale) + '0'.repeat(zeros), MONEY)
        assert.ok(parsed.ok)
        assert.equal(compareDecimal(parsed.value, write(units, scale)), 0)
        assert.match(parsed.value, /^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        assert.deepEqual(parseDecimal(parsed.value, MONEY), parsed)
      })
    )
  })

  test('a number is read as its shortest text', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }), (number) => {
        const parsed = parseDecimal(number, { integerDigits: 400, fractionDigits: 400 })
        assert.ok(parsed.ok)
        assert.equal(Number(parsed.value), number)
        assert.deepEqual(significand(parsed.value), significand(String(number)))
      })
    )
  })

  test('no input throws, and every accepted value is within the bounds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.string(), digitRun(0, 20)), (input) => {
        const parsed = parseDecimal(input, MONEY)
        if (parsed.ok) assert.match(parsed.value, /^\d{1,10}(\.\d{1,4})?$/)
      })
    )
  })
})

suite('money in responses', () => {
  const shown: [string, string][] = [
    ['0', '0.00'],
    ['12.5', '12.50'],
    ['12.5000', '12.50'],
    ['12.3450', '12.345'],
    ['0.0125', '0.0125'],
    ['100', '100.00'],
    ['9999999999.9999', '9999999999.9999']
  ]
  for (const [stored, text] of shown) {
    test(`${stored} is formatted as ${text}`, () => assert.equal(formatMoney(stored), text))
  }

  test('formatting an amount never changes its value', () => {
    fc.assert(
      fc.property(money, ({ units, scale }) => {
        const text = formatMoney(write(units, scale))
        assert.equal(compareDecimal(text, write(units, scale)), 0)
        assert.match(text, /^\d+\.(\d\d|\d\d+[1-9])$/)
      })
    )
  })
})

suite('the retail price', () => {
  const prices: [string, string, string][] = [
    ['0', '15', '0.00'],
    ['10', '0', '10.00'],
    ['10', '15', '11.50'],
    ['12.50', '7.5', '13.44'],
    ['1.005', '0', '1.01'],
    ['0.0049', '0', '0.00'],
    ['0.005', '0', '0.01'],
    ['19.99', '12.3456', '22.46'],
    ['9999999999.9999', '1000', '110000000000.00']
  ]
  for (const [cost, commission, price] of prices) {
    test(`${cost} with ${commission} % is ${price}`, () => assert.equal(retailPrice(cost, commission), price))
  }

  test('is the exact product, rounded half up to a cent', () => {
    fc.assert(
      fc.property(money, fc.bigInt(0n, 10_000_000n), ({ units, scale }, commission) => {
        const price = retailPrice(write(units, scale), write(commission, 4))
        assert.match(price, /^\d+\.\d\d$/)
        const exact = units * (1_000_000n + commission)
        const error = BigInt(price.replace('.', '')) * 10n ** 8n - exact
        assert.ok(error <= 10n ** 8n / 2n && error > -(10n ** 8n) / 2n)
      })
    )
  })
})

suite('comparing decimals', () => {
  test('compares values, not their notation', () => {
    assert.equal(compareDecimal('12.50', '12.5'), 0)
    assert.equal(compareDecimal('9', '10'), -1)
    assert.equal(compareDecimal('0.1', '0.09999'), 1)
  })

  test('agrees with the order of integers', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 20n), fc.bigInt(0n, 10n ** 20n), fc.nat(20), (a, b, scale) => {
        assert.equal(compareDecimal(write(a, scale), write(b, scale)), a < b ? -1 : a > b ? 1 : 0)
      })
    )
  })
})
