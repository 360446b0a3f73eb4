import { fullFormats } from 'ajv-formats/dist/formats.js'
import { type Fault, invalid } from '../errors.ts'
import { fault, parameterFault } from './faults.ts'

/** A client's clock may be ahead of the server's clock by this time. */
const maxClockSkewMs = 5 * 60_000

/**
 * The message of `INVALID_TIMESTAMP` for a timestamp that has the right format but that `Date` can't
 * represent.
 */
export const timestampForm =
  'must be an ISO 8601 timestamp with a time zone and without a leap second, such as 2026-01-31T12:00:00Z'

/** True if the text is an ISO 8601 timestamp by the same rules as in request validation. */
export function isTimestamp(text: string): boolean {
  return (fullFormats['date-time'] as { validate: (text: string) => boolean }).validate(text)
}

/**
 * Parses an ISO 8601 timestamp and returns the milliseconds since 1970. Digits after the milliseconds are cut
 * off first, because `Date.parse` returns a wrong time for ten or more fractional digits. Returns NaN for
 * times that `Date` can't represent, such as a leap second.
 */
export function timeOf(timestamp: string): number {
  return Date.parse(timestamp.replace(/(\.\d{3})\d+/, '$1'))
}

/** Converts a valid timestamp to UTC with milliseconds. */
export function isoOf(timestamp: string): string {
  return new Date(timeOf(timestamp)).toISOString()
}

/**
 * Returns the faults of a timestamp that must be in 1970 or later and at most 5 minutes in the future. Ignores
 * values that aren't text, because the schema refuses them.
 */
export function pastFaults(pointer: string, timestamp: unknown, now: number): Fault[] {
  if (typeof timestamp !== 'string') return []
  const time = timeOf(timestamp)
  if (Number.isNaN(time)) return [fault(pointer, 'INVALID_TIMESTAMP', timestampForm)]
  if (time < 0) return [fault(pointer, 'TOO_SMALL', 'must be in 1970 or later')]
  return time > now + maxClockSkewMs
    ? [fault(pointer, 'TOO_LARGE', 'must be at most 5 minutes in the future')]
    : []
}

const bounds = [
  ...(['placedAfter', 'placedBefore', 'updatedAfter', 'occurredAfter', 'occurredBefore'] as const),
  ...(['decidedAfter', 'decidedBefore'] as const)
]
type Bound = (typeof bounds)[number]
type Bounds = { [name in Bound]?: string }

/**
 * Every stored timestamp is between these two times. A filter's bound outside this range is replaced by the
 * nearer of these two times. This doesn't change which rows the filter selects.
 */
const [earliest, latest] = [-1, timeOf('9999-12-31T23:59:59.999Z')]

/**
 * Converts the timestamps of a list's filters to UTC with milliseconds, the form in which rows store them.
 * PostgreSQL can't parse every valid ISO 8601 timestamp, for example a timestamp in the year 0 or with an
 * offset of 16 hours. Throws a 400 for times that `Date` can't represent, such as a leap second.
 */
export function withComparableTimestamps<T extends Bounds>(filters: T): T {
  const times = bounds.flatMap((name) => {
    const text = filters[name]
    return text === undefined ? [] : [{ name, text, time: timeOf(text) }]
  })
  const faults = times.flatMap(({ name, time }) =>
    Number.isNaN(time) ? [parameterFault(name, 'INVALID_TIMESTAMP', timestampForm)] : []
  )
  if (faults.length > 0) throw invalid(faults)
  const comparable = times.map(({ name, text, time }) => {
    // Digits after the milliseconds are cut off. An upper bound is rounded up instead, because a row of the
    // same millisecond is before it.
    const rounded = name.endsWith('Before') && hasFinerDigits(text) ? time + 1 : time
    return [name, new Date(Math.min(Math.max(rounded, earliest), latest)).toISOString()]
  })
  return { ...filters, ...Object.fromEntries(comparable) }
}

/** True if any of the digits after the milliseconds isn't zero. */
function hasFinerDigits(timestamp: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(timestamp)
}
