import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The values of `JWT_SECRET`, newest first. The service signs with the first value and accepts what was signed
 * with any of them.
 */
export type SigningSecret = readonly [newest: string, ...others: string[]]

/** Splits the text of `JWT_SECRET` into its values, which are separated by spaces. */
export function splitSecret(text: string): SigningSecret {
  const [newest = '', ...others] = text.trim().split(/ +/)
  return [newest, ...others]
}

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
