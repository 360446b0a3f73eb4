import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CommandError } from '../src/errors.ts'
import { lineQuantities, readItemOptions } from '../src/orders/quantities.ts'

const line = (id: string, sku: string, quantity: number, quantityShipped = 0, quantityCancelled = 0) => {
  return { id, sku, quantity, quantityShipped, quantityCancelled }
}

test('--item names a SKU, which may contain "=", and a number of pieces', () => {
  assert.deepEqual(readItemOptions(['HB-M8=2', 'a=b=10']), [
    { sku: 'HB-M8', quantity: 2 },
    { sku: 'a=b', quantity: 10 }
  ])
})

test('other values of --item, and a SKU that is repeated, are refused', () => {
  for (const values of [
    ['HB-M8'],
    ['=2'],
    ['HB-M8='],
    ['HB-M8=0'],
    ['HB-M8=-1'],
    ['HB-M8=1.5'],
    ['A=1', 'A=2']
  ]) {
    assert.throws(() => readItemOptions(values), CommandError, values.join())
  }
})

test('pieces of a SKU are taken from its lines, as far as they are open', () => {
  const lines = [line('1', 'A', 5, 2, 1), line('2', 'B', 1), line('3', 'A', 4)]
  assert.deepEqual(lineQuantities(lines, [{ sku: 'A', quantity: 2 }]), [{ orderItemId: '1', quantity: 2 }])
  assert.deepEqual(
    lineQuantities(lines, [
      { sku: 'A', quantity: 6 },
      { sku: 'B', quantity: 1 }
    ]),
    [
      { orderItemId: '1', quantity: 2 },
      { orderItemId: '3', quantity: 4 },
      { orderItemId: '2', quantity: 1 }
    ]
  )
})

test('a SKU that the order does not have, and more pieces than are open, are refused', () => {
  const lines = [line('1', 'A', 5, 2, 1)]
  const unknown = lineQuantities(lines, [{ sku: 'C', quantity: 1 }])
  assert.deepEqual('problem' in unknown && [unknown.index, unknown.field], [0, 'sku'])
  const tooMany = lineQuantities(lines, [{ sku: 'A', quantity: 3 }])
  assert.deepEqual('problem' in tooMany && [tooMany.index, tooMany.field], [0, 'quantity'])
  assert.match('problem' in tooMany ? tooMany.problem : '', /2 pieces of A/)
})
