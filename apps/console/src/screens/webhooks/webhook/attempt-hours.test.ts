import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptHours } from './attempt-hours.ts'

test('hours without attempts have none, and older ones are left out', () => {
  const count = (hour: string) => ({ hour, delivered: 3, failed: 1, averageDurationMs: 20 })
  const known = ['2026-07-01T00:00:00Z', '2026-07-03T09:00:00Z', '2026-07-03T10:00:00.000Z'].map(count)
  const found = attemptHours(known, Date.parse('2026-07-03T10:59:59Z'))
  assert.equal(found.length, 72)
  assert.deepEqual(found.slice(-2), known.slice(-2))
  assert.equal(found[0]?.hour, '2026-06-30T11:00:00.000Z')
  assert.equal(
    found.reduce((sum, { delivered }) => sum + delivered, 0),
    9
  )
})
