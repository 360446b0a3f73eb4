import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Returns a new secret of `bytes` random bytes, as base64url text. */
export function newSecret(bytes = 32): string {
  return randomBytes(bytes).toString('base64url')
}

/**
 * Returns the SHA-256 of a text as 32 bytes. Use it only for long random secrets: passwords need a slow hash.
 */
export function hashSecret(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

/** True if two texts are equal. The duration of the comparison doesn't reveal where the texts differ. */
export function sameText(first: string, second: string): boolean {
  return timingSafeEqual(hashSecret(first), hashSecret(second))
}
