import assert from 'node:assert/strict'
import { test } from 'node:test'
import { filesOf } from './packing-slip.ts'

const orders = (count: number, lines: number) =>
  Array.from({ length: count }, () => ({ items: Array<never>(lines) }))
const sizes = (given: { items: never[] }[]) => filesOf(given).map(({ length }) => length)

test('orders are divided into files of at most 100 orders and 5,000 lines', () => {
  assert.deepEqual(sizes([]), [])
  assert.deepEqual(sizes(orders(100, 50)), [100])
  assert.deepEqual(sizes(orders(101, 1)), [100, 1])
  assert.deepEqual(sizes(orders(51, 200)), [25, 25, 1])
  assert.deepEqual(sizes([...orders(24, 200), ...orders(1, 201), ...orders(80, 1)]), [24, 81])
})
