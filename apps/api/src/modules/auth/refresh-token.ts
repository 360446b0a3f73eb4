import { createHmac, randomBytes } from 'node:crypto'
import { newSecret } from '../../lib/secrets.ts'

/** How long a refresh token is valid, in seconds: 30 days. */
export const refreshTokenSeconds = 2_592_000

/** A new refresh token: 32 random bytes as base64url. */
export function newRefreshToken(): string {
  return newSecret()
}

/** What a row keeps beside a token's hash, so that the token has one successor. */
export function newSalt(): Buffer {
  return randomBytes(32)
}

/**
 * The one successor of a refresh token. Whoever sends the token again is given the same one, though the database
 * holds neither: it takes the token itself, its row's salt and the service's secret.
 */
export function successorOf(token: string, salt: Buffer, secret: string): string {
  return createHmac('sha256', secret).update('refresh token\0').update(salt).update(token).digest('base64url')
}
