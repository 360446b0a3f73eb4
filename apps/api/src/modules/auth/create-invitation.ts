import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import type { Role } from '../../http/access.ts'
import { hashSecret, newSecret } from '../../lib/secrets.ts'
import { insertInvitation } from './queries.ts'

/** The token is shown this once: the database keeps its hash. `expiresAt` is ISO 8601, 7 days ahead. */
export type Invitation = { id: string; token: string; expiresAt: string }

/**
 * Invites someone to a vendor's team, or to the platform's where `vendorId` is null; an earlier invitation of the
 * address to the same team is void. `EMAIL_TAKEN` where its account belongs to a team already. The caller records
 * the event.
 */
export async function createInvitation(
  tx: Tx,
  invitation: { email: string; name: string; role: Role; vendorId: string | null }
): Promise<Invitation> {
  const token = newSecret()
  const stored = await insertInvitation(tx, { ...invitation, tokenHash: hashSecret(token) })
  if (!stored)
    throw new Problem('EMAIL_TAKEN', { detail: 'The account of this address belongs to a team already.' })
  return { ...stored, token }
}
