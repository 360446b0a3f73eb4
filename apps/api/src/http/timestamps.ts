import { type Fault, invalid } from '../errors.ts'
import { fault, parameterFault } from './faults.ts'

/** A clock may be ahead of ours by so much. */
const aheadMs = 5 * 60_000

/**
 * An ISO 8601 timestamp in milliseconds since 1970; what is finer is cut, as `Date.parse` reads ten digits of a second and
 * more as another moment. NaN for what the calendar has and the clock does not, such as a leap second.
 */
export function timeOf(timestamp: string): number {
  return Date.parse(timestamp.replace(/(\.\d{3})\d+/, '$1'))
}

/** A timestamp that was checked, in UTC with milliseconds. */
export function isoOf(timestamp: string): string {
  return new Date(timeOf(timestamp)).toISOString()
}

/** Why a timestamp is none of something that has happened; what is no text is the schema's to tell. */
export function pastFaults(pointer: string, timestamp: unknown, now: number): Fault[] {
  if (typeof timestamp !== 'string') return []
  const time = timeOf(timestamp)
  if (Number.isNaN(time)) return [fault(pointer, 'INVALID_TIMESTAMP', 'is no moment that can be kept')]
  if (time < 0) return [fault(pointer, 'TOO_SMALL', 'must be 1970 or later')]
  return time > now + aheadMs ? [fault(pointer, 'TOO_LARGE', 'must not be in the future')] : []
}

const bounds = ['placedAfter', 'placedBefore', 'updatedAfter'] as const
type Bound = (typeof bounds)[number]
type Bounds = { [name in Bound]?: string }

/** Nothing is placed or changed before the first or after the last of these: what lies beyond stands for them. */
const [earliest, latest] = [-1, timeOf('9999-12-31T23:59:59.999Z')]

/**
 * A list's filters with bounds that the database can compare, in UTC with milliseconds, as rows keep them: it knows no year 0
 * and no offset of 16 hours. What the calendar has and the clock does not, such as a leap second, is a 400.
 */
export function withComparableTimestamps<T extends Bounds>(filters: T): T {
  const given = bounds.flatMap((name) => {
    const text = filters[name]
    return text === undefined ? [] : [{ name, text, time: timeOf(text) }]
  })
  const faults = given.flatMap(({ name, time }) =>
    Number.isNaN(time) ? [parameterFault(name, 'INVALID_TIMESTAMP', 'is no moment that can be compared')] : []
  )
  if (faults.length > 0) throw invalid(faults)
  const kept = given.map(({ name, text, time }) => {
    // What is finer is cut: what is placed in that very millisecond is still before the moment.
    const whole = name === 'placedBefore' && isFiner(text) ? time + 1 : time
    return [name, new Date(Math.min(Math.max(whole, earliest), latest)).toISOString()]
  })
  return { ...filters, ...Object.fromEntries(kept) }
}

function isFiner(moment: string): boolean {
  return /\.\d{3}\d*[1-9]/.test(moment)
}
