import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../errors.ts'
import { requireChange } from './rules.ts'
import { shipmentStatuses } from './schema.ts'

test('a shipment moves forward or is cancelled before it is delivered, and a cancelled one never changes', () => {
  const refused = shipmentStatuses.flatMap((from) =>
    shipmentStatuses.flatMap((to) => {
      try {
        requireChange(from, to)
        return []
      } catch (problem) {
        assert.ok(problem instanceof Problem && problem.code === 'INVALID_TRANSITION')
        return [problem.detail]
      }
    })
  )
  assert.deepEqual(refused, [
    'The shipment is IN_TRANSIT; no shipment becomes SHIPPED again.',
    'The shipment is DELIVERED; no shipment becomes SHIPPED again.',
    'The shipment is DELIVERED; to become IN_TRANSIT, it must be SHIPPED.',
    'The shipment is DELIVERED; to become CANCELLED, it must be SHIPPED or IN_TRANSIT.',
    'The shipment is CANCELLED; it cannot change any more.',
    'The shipment is CANCELLED; it cannot change any more.',
    'The shipment is CANCELLED; it cannot change any more.',
    'The shipment is CANCELLED; it cannot change any more.'
  ])
})
