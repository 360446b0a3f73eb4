/** The maximum value of `Retry-After` that is honoured. */
const maxRetryAfterMs = 60 * 60 * 1000

/**
 * Returns the value of the header `Retry-After`, in seconds or as a date in the format of HTTP, in milliseconds from
 * `now`. It is at least 0 and at most an hour. Returns null for anything else.
 */
export function readRetryAfter(value: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(value) ? value[0] : value
  if (text === undefined) return null
  const isDate = /^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/.test(text)
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : isDate ? Date.parse(text) - now : Number.NaN
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}
