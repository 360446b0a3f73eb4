import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { OrderItem } from '@purveyor/client'
import { excessOf, faultsOf, fullParcel, leftAfter, nextParcel, type Parcel, shipmentOf } from './parcels.ts'

const line = (id: string, quantity: number, quantityShipped = 0, quantityCancelled = 0) =>
  ({ id, quantity, quantityShipped, quantityCancelled }) as OrderItem
const lines = [line('a', 5, 1, 1), line('b', 2), line('c', 4, 4)]
const parcel = (quantities: Record<string, number>, more: Partial<Parcel> = {}): Parcel => {
  return { key: 1, carrier: 'UPS', tracking: '1Z', quantities, ...more }
}

test('the first parcel has everything that is left', () => {
  assert.deepEqual(fullParcel(lines, 'UPS'), parcel({ a: 3, b: 2 }, { tracking: '' }))
})

test('a further parcel is empty and goes with the same carrier', () => {
  const parcels = [parcel({ a: 3 }), parcel({ b: 1 }, { key: 4, carrier: 'DHL' })]
  assert.deepEqual(nextParcel(parcels), { key: 5, carrier: 'DHL', tracking: '', quantities: {} })
})

describe('quantities of several parcels', () => {
  const cases: [string, Parcel[], object, number][] = [
    ['exactly everything', [parcel({ a: 1, b: 2 }), parcel({ a: 2 })], {}, 0],
    ['some are left', [parcel({ a: 1 })], {}, 4],
    ['too many of a line', [parcel({ a: 2 }), parcel({ a: 2, b: 1 })], { a: 1 }, 0],
    ['a line that was shipped in the meantime', [parcel({ c: 1 })], { c: 1 }, 4]
  ]
  for (const [name, parcels, excess, left] of cases)
    test(name, () => {
      assert.deepEqual(Object.fromEntries(excessOf(lines, parcels)), excess)
      assert.equal(leftAfter(lines, parcels), left)
    })
})

test('a parcel needs a carrier, a tracking number and a quantity', () => {
  assert.deepEqual(faultsOf(lines, parcel({ a: 1 })), [])
  assert.deepEqual(faultsOf(lines, parcel({ a: 0 }, { carrier: ' ', tracking: '' })), [
    'carrier',
    'tracking',
    'quantities'
  ])
})

test('a shipment has the quantities of the parcel without zeros', () => {
  assert.deepEqual(shipmentOf('o', lines, parcel({ b: 2, a: 0 }, { tracking: ' 1Z9 ' })), {
    orderId: 'o',
    carrier: 'UPS',
    trackingNumber: '1Z9',
    items: [{ orderItemId: 'b', quantity: 2 }]
  })
})
