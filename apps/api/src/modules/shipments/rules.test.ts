import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../errors.ts'
import { requireChange } from './rules.ts'
import { shipmentStatuses } from './schema.ts'

test('the status only moves forward, or to CANCELLED before delivery, and a cancelled shipment never changes', () => {
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
    "The shipment is IN_TRANSIT. It can't become SHIPPED again.",
    "The shipment is DELIVERED. It can't become SHIPPED again.",
    'The shipment is DELIVERED. Only a shipment that is SHIPPED can become IN_TRANSIT.',
    'The shipment is DELIVERED. Only a shipment that is SHIPPED or IN_TRANSIT can become CANCELLED.',
    "The shipment is CANCELLED. It can't change any more.",
    "The shipment is CANCELLED. It can't change any more.",
    "The shipment is CANCELLED. It can't change any more.",
    "The shipment is CANCELLED. It can't change any more."
  ])
})
