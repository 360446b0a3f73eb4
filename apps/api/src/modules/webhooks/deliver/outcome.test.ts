import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from './outcome.ts'
import { failurePause, webhookTiming } from './timing.ts'

test('the status of an answer says whether the event was delivered or refused, or the receiver fails or is gone', () => {
  const expected = {
    DELIVERED: [200, 201, 202, 204, 299],
    REFUSED: [400, 402, 405, 406, 409, 411, 413, 422, 425, 451, 499],
    FAILED: [
      null,
      100,
      199,
      300,
      301,
      302,
      304,
      307,
      308,
      401,
      403,
      404,
      408,
      429,
      500,
      502,
      503,
      504,
      599,
      999
    ],
    GONE: [410]
  }
  for (const [outcome, statuses] of Object.entries(expected))
    for (const status of statuses) assert.equal(outcomeOf(status), outcome, String(status))
})

test('the pauses grow to an hour, vary by 10 %, and are at least as long as the receiver asks for', () => {
  const pause = (failures: number, retryAfterMs: number | null = null, random = 0.5) =>
    failurePause(webhookTiming, { failures, retryAfterMs, random })
  assert.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 1000].map((failures) => pause(failures) / 1000),
    [5, 30, 120, 600, 1800, 3600, 3600, 3600]
  )
  assert.deepEqual([pause(1, null, 0), pause(1, null, 1)], [4500, 5500])
  assert.deepEqual([pause(1, 1000), pause(1, 60_000, 0), pause(1, 7_200_000)], [5000, 60_000, 3_600_000])
})
