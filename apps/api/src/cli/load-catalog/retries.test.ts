import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { retryDelay } from './retries.ts'

const now = Date.parse('2026-03-01T09:30:00Z')

describe('when a call is sent again', () => {
  const cases: [
    string,
    { status: number; code?: string; retryAfter?: string; attempt?: number },
    number | undefined
  ][] = [
    ['a success stands', { status: 201 }, undefined],
    ['a refusal stands', { status: 400 }, undefined],
    ['a fault of the service stands', { status: 500 }, undefined],
    ['a conflict stands', { status: 409, code: 'INVALID_TRANSITION' }, undefined],
    ['a blocked sign-in stands', { status: 429, code: 'TOO_MANY_ATTEMPTS', retryAfter: '60' }, undefined],
    ['a rate limit is waited out', { status: 429, code: 'RATE_LIMITED', retryAfter: '312' }, 312_000],
    ['an overload is waited out', { status: 503, code: 'UNAVAILABLE', retryAfter: '2' }, 2000],
    [
      'the same request, still running, is waited for',
      { status: 409, code: 'REQUEST_IN_PROGRESS', retryAfter: '1' },
      1000
    ],
    ['a date is a wait too', { status: 503, retryAfter: 'Sun, 01 Mar 2026 09:30:07 GMT' }, 7000],
    ['a date that has passed is no wait', { status: 503, retryAfter: 'Sun, 01 Mar 2026 09:00:00 GMT' }, 0],
    ['without a time the first wait is short', { status: 502 }, 500],
    ['and each one twice as long', { status: 504, attempt: 4 }, 4000],
    ['up to eight seconds', { status: 503, retryAfter: 'soon', attempt: 9 }, 8000]
  ]
  for (const [title, { status, code, retryAfter, attempt }, expected] of cases) {
    test(title, () => {
      assert.equal(
        retryDelay({ status, body: { code }, retryAfter: retryAfter ?? null }, attempt ?? 1, now),
        expected
      )
    })
  }
})
