/** The service keeps a response under its Idempotency-Key for a day, less a margin. */
const keyMs = 23.5 * 3_600_000

/** True if the key of a request may have expired, so that sending it again could apply it twice. */
export function keyHasExpired({ startedAt }: { startedAt: number }, now = Date.now()): boolean {
  return now - startedAt > keyMs
}

/** Returns a random key. Pages that browsers have loaded over plain HTTP have no `crypto.randomUUID`. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(5)).join('-')
}
