import { randomUUIDv7 } from 'node:crypto'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * A new UUIDv7 in lower case. Those of one millisecond stand in no order, and a clock may be set back: ids tell
 * roughly when, never which came first.
 */
export function newId(): string {
  return randomUUIDv7()
}

/** Whether a text is written as a UUID of any version, in either case: compare ids in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
