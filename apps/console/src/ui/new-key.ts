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

/**
 * Returns a key that is the same for the same content, so that it has its effect once, even if two tabs send it. On a
 * page that was loaded over plain HTTP, the browser can't hash, and the key is random.
 */
export async function contentKey(content: unknown): Promise<string> {
  if (!crypto.subtle) return newKey()
  const bytes = new TextEncoder().encode(JSON.stringify(content))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
