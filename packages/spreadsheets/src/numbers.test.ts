import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { exactDecimal } from './numbers.ts'

test('numbers are returned as decimal numbers', () => {
  const cases: [string, string | undefined][] = [
    ['0', '0'],
    ['-0.00', '0.00'],
    ['12.50', '12.50'],
    ['+5', '5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['0.30000000000000004', '0.3'],
    ['-2.2999999999999998', '-2.3'],
    ['123456789012345', '123456789012345'],
    ['9007199254740991', '9007199254740991'],
    ['12345678901234567890', '12345678901234600000'],
    ['1E-3', '0.001'],
    ['1.5e+3', '1500'],
    ['-1.25E2', '-125'],
    ['1E+20', `1${'0'.repeat(20)}`],
    ['9.9999999999999995', '10'],
    ['1E-400', '0'],
    ['1E400', undefined],
    ['', undefined],
    ['.', undefined],
    ['1,5', undefined],
    ['1e', undefined],
    ['0x10', undefined],
    ['NaN', undefined],
    ['Infinity', undefined],
    [' 1', undefined]
  ]
  for (const [source, expected] of cases) assert.equal(exactDecimal(source), expected, source)
})

test('each double is returned with 15 significant digits', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = exactDecimal(String(value)) ?? ''
      assert.match(text, /^-?(0|[1-9]\d*)(\.\d+)?$/)
      const isExactInteger = /^-?\d+$/.test(String(value)) && Number.isSafeInteger(value)
      // The sum turns -0 into 0.
      assert.equal(Number(text), (isExactInteger ? value : Number(value.toPrecision(15))) + 0)
    })
  )
})
