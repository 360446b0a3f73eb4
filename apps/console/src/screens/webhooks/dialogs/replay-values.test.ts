import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localTime, type ReplayValues, replayOf } from './replay-values.ts'

const values: ReplayValues = { by: 'time', time: '', cursor: ' WyI0 ', ids: ' a, b\nb;c ' }

test('a replay has only what was chosen', () => {
  assert.equal(replayOf(values), undefined)
  assert.deepEqual(replayOf({ ...values, by: 'cursor' }), { after: 'WyI0' })
  assert.deepEqual(replayOf({ ...values, by: 'events' }), { eventIds: ['a', 'b', 'c'] })
  assert.equal(replayOf({ ...values, by: 'events', ids: ' ' }), undefined)
})

test('a time of an input is the same time again', () => {
  const date = new Date('2026-07-03T10:20:00Z')
  assert.deepEqual(replayOf({ ...values, time: localTime(date) }), { occurredAfter: date.toISOString() })
})
