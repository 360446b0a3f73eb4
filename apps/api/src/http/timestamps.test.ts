import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isoOf, pastFaults, timeOf } from './timestamps.ts'

test('digits after the milliseconds are cut off, however many there are', () => {
  for (let digits = 3; digits < 30; digits++) {
    const timestamp = `2026-03-01T10:30:00.00${'1999999999999999999999999999'.slice(0, digits - 2)}+01:00`
    assert.equal(isoOf(timestamp), '2026-03-01T09:30:00.001Z', timestamp)
  }
  assert.equal(isoOf('2026-03-01T09:30:00.5Z'), '2026-03-01T09:30:00.500Z')
  assert.equal(isoOf('2026-03-01T09:30:00Z'), '2026-03-01T09:30:00.000Z')
})

test('a leap second has no time', () => {
  assert.equal(timeOf('2016-12-31T23:59:60.1234Z'), Number.NaN)
})

test('a timestamp in the past is valid from 1970 to five minutes after the current time', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const codes = (timestamp: unknown) => pastFaults('/at', timestamp, now).map(({ code }) => code)
  assert.deepEqual(codes('1969-12-31T23:59:59.999Z'), ['TOO_SMALL'])
  assert.deepEqual(codes('1970-01-01T00:00:00Z'), [])
  assert.deepEqual(codes('2026-03-01T12:05:00.0009999999Z'), [])
  assert.deepEqual(codes('2026-03-01T12:05:00.001Z'), ['TOO_LARGE'])
  assert.deepEqual(codes('2016-12-31T23:59:60Z'), ['INVALID_TIMESTAMP'])
  assert.deepEqual(codes(7), [])
})
