import { hash } from 'node:crypto'

/** An hour and a day in milliseconds. */
export const hour = 3_600_000
export const day = 24 * hour

/** The time in the ids of objects with the age 0. It is fixed and in the past. */
const idEpoch = Date.UTC(2026, 0, 1)

/**
 * Returns the id of an object of the demo, a UUIDv7. The id is the same in every demo marketplace, so that
 * examples can contain it. `name` must be unique. `age` is the time in milliseconds for which the object has
 * existed when the demo is created. An older object has a lower id, because some lists are sorted by id.
 */
export function demoId(name: string, age: number): string {
  const time = (idEpoch - Math.round(age)).toString(16).padStart(12, '0')
  const digest = hash('sha256', name)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digest.slice(0, 3)}-8${digest.slice(3, 6)}-${digest.slice(6, 18)}`
}

/** The age of objects that are older than the first product, in milliseconds. */
export const setupAge = 120 * day

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
