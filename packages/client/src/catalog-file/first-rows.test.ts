import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FirstRows } from './first-rows.ts'

test('the first row of each of 200,000 SKUs is remembered', () => {
  const rows = new FirstRows()
  const count = 200_000
  for (let row = 1; row <= count; row++) assert.equal(rows.add(`SKU-${row}`, row), undefined)
  for (let row = 1; row <= count; row++) assert.equal(rows.add(`SKU-${row}`, count + row), row)
})

test('SKUs that differ in one character, in case or in their order are different', () => {
  const rows = new FirstRows()
  const skus = ['a', 'A', 'ab', 'ba', 'a b', 'ä', '', '0', '00', 'AB-1', 'AB-2', '☕', '😀']
  for (const [index, sku] of skus.entries()) assert.equal(rows.add(sku, index + 1), undefined, sku)
})
