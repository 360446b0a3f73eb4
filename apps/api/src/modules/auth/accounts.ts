import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Role } from '../../http/access.ts'
import { hashSecret, newSecret } from '../../lib/secrets.ts'
import * as queries from './account-queries.ts'
import { guessAt } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import type { TokenAnswer } from './schema.ts'
import { type AuthDeps, openSession, proveAccount, type TokenUse, wrongCredentials } from './sessions.ts'

/**
 * Makes an account with its membership and answers its id; `EMAIL_TAKEN` where the address has one already. The
 * caller has checked address and password, and records the event.
 */
export async function createUser(
  tx: Tx,
  { password, ...user }: queries.Membership & { email: string; name: string; password: string }
): Promise<string> {
  const id = await queries.insertUser(tx, { ...user, passwordHash: await hashPassword(password) })
  if (!id) throw new Problem('EMAIL_TAKEN')
  return id
}

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
  const stored = await queries.insertInvitation(tx, { ...invitation, tokenHash: hashSecret(token) })
  if (!stored) throw taken()
  return { ...stored, token }
}

/**
 * Makes the account that an invitation is for and signs it in. An account of that address without a membership
 * joins instead, where the password is its own: holding the invitation proves nothing about it. 400 for an
 * invitation that is unknown, used or expired, which counts as a failed sign-in from the address; 409 where the
 * account belongs to a team by now.
 */
export async function acceptInvitation(
  deps: AuthDeps,
  { token, password, address, requestId }: TokenUse
): Promise<TokenAnswer> {
  const tokenHash = hashSecret(token)
  const found = await deps.attempts(guessAt('invitation', address), () =>
    queries.findInvitation(deps.sql, tokenHash)
  )
  if (!found) throw new Problem('INVITATION_INVALID')
  const account = await proveExisting(deps, found.email, { password, address })
  const passwordHash = account?.passwordHash ?? (await hashPassword(password))
  return await deps.sql.begin(async (tx) => {
    // Read again: its role may have been changed while the password was hashed.
    const invitation = await queries.acceptInvitation(tx, tokenHash)
    if (!invitation) throw new Problem('INVITATION_INVALID')
    const member = await enrol(tx, { ...invitation, passwordHash, id: account?.id })
    if (!member) throw taken()
    await recordEvent(
      tx,
      { requestId, actor: { type: 'USER', ...member, isPlatform: invitation.isPlatform } },
      {
        type: 'member.joined',
        vendorId: invitation.vendorId,
        subject: { type: 'member', id: member.id },
        details: { role: invitation.role }
      }
    )
    const tokens = await openSession(tx, deps.secret, { id: member.id, passwordHash })
    if (!tokens) throw taken()
    return tokens
  })
}

/** The account of the address, its password proven; undefined where there is none. */
async function proveExisting(
  { sql, attempts }: AuthDeps,
  email: string,
  { password, address }: { password: string; address: string }
): Promise<queries.Credentials | undefined> {
  const account = await queries.findCredentials(sql, { email })
  if (!account) return undefined
  if (account.role) throw taken()
  const proven = await attempts({ account: email, address }, () => proveAccount(account, password))
  if (!proven) throw wrongCredentials('This address has an account already: send its password.')
  return proven
}

async function enrol(
  tx: Tx,
  { id, ...user }: queries.StoredInvitation & { id: string | undefined; passwordHash: string }
): Promise<{ id: string; name: string } | undefined> {
  if (id) return queries.joinMembership(tx, { ...user, id })
  const newId = await queries.insertUser(tx, user)
  return newId ? { id: newId, name: user.name } : undefined
}

function taken(): Problem {
  return new Problem('EMAIL_TAKEN', { detail: 'The account of this address belongs to a team already.' })
}
