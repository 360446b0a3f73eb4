import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** A new secret of `bytes` random bytes, as base64url. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/**
 * The SHA-256 of a text, as the 32 bytes a `bytea` column holds. Only for secrets that are long and random:
 * passwords need a slow hash.
 */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** Whether two texts are equal, in a time that tells nothing of where they differ. */
export function sameText(first: string, second: string): boolean {
  return timingSafeEqual(hashSecret(first), hashSecret(second))
}
