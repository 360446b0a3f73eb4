/** Smaller differences are ignored: they can come from a slow response of the database. */
const minOffsetMs = 2000

let offsetMs = 0

/**
 * Returns the database's time in milliseconds since 1970, as far as this process knows it. Use it instead of
 * `Date.now()` for every time that other nodes see or check, because the clocks of nodes can differ.
 */
export function databaseNow(): number {
  return Date.now() + offsetMs
}

/**
 * Compares this machine's clock with a time of the database (milliseconds since 1970). Returns the difference if
 * it has changed by more than 2 seconds, else undefined. A positive difference means that the database is ahead.
 */
export function compareClock(databaseTime: number): number | undefined {
  const difference = Math.round(databaseTime - Date.now())
  const next = Math.abs(difference) < minOffsetMs ? 0 : difference
  const isChanged = Math.abs(next - offsetMs) >= minOffsetMs
  if (isChanged || next === 0) offsetMs = next
  return isChanged ? next : undefined
}
