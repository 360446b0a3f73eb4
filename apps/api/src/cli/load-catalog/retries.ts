import { recordOf } from '../../lib/shape.ts'

/** How often one call is sent before it is given up: answers that ask to wait, and connections that failed. */
export const mostTries = { refused: 10, broken: 5 }

/** Longest wait that is taken, in ms: the window of the rate limit is ten minutes. */
export const longestWait = 15 * 60 * 1000

const passing = [429, 502, 503, 504]

type Refused = { status: number; body: unknown; retryAfter: string | null }

/**
 * How many ms to wait before sending a call again, undefined where its answer stands: as `Retry-After` says
 * (seconds or a date), else longer from try to try.
 */
export function retryDelay(answer: Refused, attempt: number, now: number): number | undefined {
  const { code } = recordOf(answer.body)
  const isPassing =
    passing.includes(answer.status) || (answer.status === 409 && code === 'REQUEST_IN_PROGRESS')
  // A blocked sign-in does not open by asking again.
  if (!isPassing || code === 'TOO_MANY_ATTEMPTS') return undefined
  return readRetryAfter(answer.retryAfter, now) ?? backoff(attempt)
}

/** ms to wait after the so-manieth failure in a row: half a second, doubled each time, 8 s at most. */
export function backoff(attempt: number): number {
  return Math.min(500 * 2 ** (attempt - 1), 8000)
}

function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
