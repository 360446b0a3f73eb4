/** The maximum value of `Retry-After` that is honoured. */
const maxRetryAfterMs = 60 * 60 * 1000

/**
 * Returns the value of the header `Retry-After`, in seconds or as a date in the format of HTTP, in milliseconds from
 * `now`. It is at least 0 and at most an hour. Returns null for anything else.
 */
export function readRetryAfter(value: string | string[] | undefined, now: number): number | null {
  const text = Array.isArray(value) ? value[0] : value
  if (text === undefined) return null
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : readDate(text) - now
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), maxRetryAfterMs)
}

/** Returns the time of a date in one of the three formats of HTTP. All of them are in UTC, the oldest without saying so. */
function readDate(text: string): number {
  if (!/^[A-Z][a-z]+,? .*\d\d:\d\d:\d\d/.test(text)) return Number.NaN
  return Date.parse(text.endsWith('GMT') ? text : `${text} GMT`)
}
