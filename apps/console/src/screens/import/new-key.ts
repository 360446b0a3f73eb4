/** Returns a random Idempotency-Key. Pages that were loaded over plain HTTP may have no `crypto.randomUUID`. */
export function newKey(): string {
  return crypto.randomUUID?.() ?? crypto.getRandomValues(new Uint32Array(5)).join('-')
}
