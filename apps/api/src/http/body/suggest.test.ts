import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { distance, knownNames, nearestName } from './suggest.ts'

const known = knownNames([
  'first',
  'after',
  'sku',
  'vendorPrice',
  'listPrice',
  'unitOfMeasure',
  'name',
  'countryOfOrigin'
])

describe('the nearest name', () => {
  const cases: [string, string | undefined][] = [
    ['vendor_price', 'vendorPrice'],
    ['VENDOR-PRICE', 'vendorPrice'],
    ['Vendor Price', 'vendorPrice'],
    ['SKU', 'sku'],
    ['firts', 'first'],
    ['frist', 'first'],
    ['nmae', 'name'],
    ['lisprice', 'listPrice'],
    ['unit_of_mesure', 'unitOfMeasure'],
    ['countryOforgin', 'countryOfOrigin'],
    ['skus', 'sku'],
    ['endorPrice', 'vendorPrice'],
    ['price', undefined],
    ['x', undefined],
    ['', undefined],
    ['__', undefined],
    ['colour', undefined],
    ['before', undefined],
    ['toString', undefined],
    ['__proto__', undefined],
    [`vendorPrice${' '.repeat(40)}`, undefined]
  ]
  for (const [name, expected] of cases) {
    test(`of ${JSON.stringify(name.slice(0, 20))} is ${expected}`, () => {
      assert.equal(nearestName(name, known), expected)
    })
  }
})

/** The same distance without the limit, by its definition. */
function slowDistance(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length
  const [restA, restB] = [a.slice(1), b.slice(1)]
  const choices = [
    slowDistance(restA, b) + 1,
    slowDistance(a, restB) + 1,
    slowDistance(restA, restB) + (a[0] === b[0] ? 0 : 1)
  ]
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0]) {
    choices.push(slowDistance(a.slice(2), b.slice(2)) + 1)
  }
  return Math.min(...choices)
}

test('the limited distance is the distance, or more than the limit', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 })
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
      const expected = slowDistance(a, b)
      const found = distance(a, b, limit)
      if (expected <= limit) assert.equal(found, expected)
      else assert.ok(found > limit, String(found))
    })
  )
})
