import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Order, OrderCancellation, Shipment } from '@purveyor/client'
import { stepsOf } from './timeline.ts'

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`
const shipment = (status: string, times: Partial<Shipment>) => ({ status, ...times }) as Shipment

test('the steps of an order are listed with the latest first', () => {
  const order: Pick<Order, 'placedAt' | 'acknowledgedAt' | 'shipments' | 'cancellations'> = {
    placedAt: at(1),
    acknowledgedAt: at(3),
    shipments: [
      shipment('DELIVERED', { shippedAt: at(3), deliveredAt: at(9), updatedAt: at(9) }),
      shipment('CANCELLED', { shippedAt: at(4), updatedAt: at(5) })
    ],
    cancellations: [{ createdAt: at(7) } as OrderCancellation]
  }
  assert.deepEqual(
    stepsOf(order).map(({ type, time }) => `${type} ${new Date(time).getUTCHours()}`),
    [
      'delivered 9',
      'cancelled 7',
      'shipment-cancelled 5',
      'shipped 4',
      'shipped 3',
      'acknowledged 3',
      'placed 1'
    ]
  )
})
