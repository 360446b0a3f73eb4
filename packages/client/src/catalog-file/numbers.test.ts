import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readPrice, readWhole } from './numbers.ts'

const prices: [cell: string, text: string | RegExp][] = [
  ['12.5', '12.5'],
  ['0.0500', '0.0500'],
  ['007.50', '7.50'],
  ['.5', '0.5'],
  ['12.', '12'],
  ['$1,234.50', '1234.50'],
  ['$ 1,234', '1234'],
  ['US$ 3.20', '3.20'],
  ['USD 3.20', '3.20'],
  ['1.234,50', '1234.50'],
  ['1.234,50 €', '1234.50'],
  ['12,50', '12.50'],
  ['0,125', '0.125'],
  ['1 234,50 EUR', '1234.50'],
  ['1\u00A0234,50', '1234.50'],
  ["1'234.50 CHF", '1234.50'],
  ['1,234,567', '1234567'],
  ['1.234.567', '1234567'],
  ['1.234', '1.234'],
  ['1,234', /could mean 1234 or 1\.234/],
  ['-3.20', /must be 0 or more/],
  ['(3.20)', /must be 0 or more/],
  ['1.2E+03', /shortened by a spreadsheet/],
  ['call', /must be a number such as 12\.50/],
  ['12.50 / each', /must be a number/],
  ['1,23.50', /must be a number/],
  ['12,50,00', /must be a number/],
  ['1 2', /must be a number/]
]

const wholes: [cell: string, text: string | RegExp][] = [
  ['12', '12'],
  ['12.0', '12'],
  ['007', '7'],
  ['1,200', '1200'],
  ['1 200', '1200'],
  ['1,200.00', '1200'],
  ['1.000', /could mean 1000 or 1; write it without a point/],
  ['12.5', /must be a whole number/],
  ['-3', /must be 0 or more/],
  ['1.2E+05', /shortened by a spreadsheet/],
  ['1,20', /must be a whole number/],
  ['many', /must be a whole number/]
]

function check(read: ReturnType<typeof readPrice>, expected: string | RegExp): void {
  if (typeof expected === 'string') assert.deepEqual(read, { ok: true, text: expected })
  else assert.match(read.ok ? `accepted as ${read.text}` : read.message, expected)
}

describe('numbers in cells', () => {
  test('prices are read with symbols and separators, unless they have two meanings', () => {
    for (const [cell, expected] of prices) check(readPrice(cell), expected)
  })

  test('1.234 is refused where decimal commas are usual', () => {
    check(
      readPrice('1.234', { decimalComma: true }),
      /could mean 1234 or 1\.234; write it as 1234 or 1\.2340/
    )
    check(readPrice('12.50', { decimalComma: true }), '12.50')
    check(readPrice('1.2340', { decimalComma: true }), '1.2340')
  })

  test('whole numbers are read with separators and zeros after the decimal point', () => {
    for (const [cell, expected] of wholes) check(readWhole(cell), expected)
  })
})
