import { newId } from '../apps/api/src/lib/ids.ts'

/** An hour and a day in milliseconds. */
export const hour = 3_600_000
export const day = 24 * hour

/** Returns a UUIDv7 for a time in the past (Unix time in milliseconds), because lists are sorted by id. */
export function idOfTime(at: number): string {
  const time = Math.floor(at).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newId().slice(13)}`
}

/** Converts a Unix time in milliseconds to ISO 8601. */
export function isoText(at: number): string {
  return new Date(at).toISOString()
}

/**
 * Returns the check digit, which makes the weighted sum of all digits a multiple of ten. `even` is the weight
 * of the first, third, … digit and `odd` that of the others. The check digit has the weight 1.
 */
export function checkDigit(digits: string, [even, odd]: readonly [even: number, odd: number]): number {
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 ? odd : even), 0)
  return (10 - (sum % 10)) % 10
}
