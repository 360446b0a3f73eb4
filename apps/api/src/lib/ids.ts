import { randomUUIDv7 } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Returns a new UUIDv7 in lower case. Don't rely on the order of ids: within one millisecond it is random,
 * and the clock may be set back.
 */
export function newId(): string {
  return randomUUIDv7()
}

/** True for the text of a UUID of any version, in upper or lower case. Compare ids in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
