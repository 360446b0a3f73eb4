import type { Tx } from '../../db/connect.ts'
import { hashSecret, newSecret } from '../../lib/secrets.ts'
import { insertReset } from './reset-queries.ts'

/** The token is shown this once: the database keeps its hash. `expiresAt` is ISO 8601, an hour ahead. */
export type Reset = { token: string; expiresAt: string }

/**
 * Lets whoever holds the token set a user's password; an earlier token of the user is void. The caller has decided
 * that this may be, and records the event.
 */
export async function createReset(tx: Tx, userId: string): Promise<Reset> {
  const token = newSecret()
  return { token, expiresAt: await insertReset(tx, userId, hashSecret(token)) }
}
