import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Shipment } from '@purveyor/client'
import { type Correction, correctionOf, patchOf } from './correction.ts'

const before: Correction = { carrier: 'FedEx', trackingNumber: '7712', trackingUrl: 'https://a.test/7712' }

test('the form shows the name of a carrier, and no link as empty', () => {
  const shipment = { carrier: 'FEDEX', trackingNumber: '1', trackingUrl: null } as Shipment
  assert.deepEqual(
    correctionOf(shipment, () => 'FedEx'),
    { carrier: 'FedEx', trackingNumber: '1', trackingUrl: '' }
  )
})

describe('a correction', () => {
  const cases: [string, Partial<Correction>, object][] = [
    ['of nothing', {}, {}],
    ['of the number, without the spaces around it', { trackingNumber: ' 7713 ' }, { trackingNumber: '7713' }],
    ['of the carrier', { carrier: 'UPS' }, { carrier: 'UPS' }],
    ['that removes the link', { trackingUrl: ' ' }, { trackingUrl: null }]
  ]
  for (const [name, values, patch] of cases)
    test(name, () => assert.deepEqual(patchOf({ ...before, ...values }, before), patch))
})
