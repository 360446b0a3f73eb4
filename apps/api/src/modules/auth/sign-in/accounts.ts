import type { Tx } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import { recordEvent } from '../../../events.ts'
import type { Role } from '../../../http/server/access.ts'
import { hashSecret, newSecret } from '../../../lib/secrets.ts'
import type { TokenAnswer } from '../schema.ts'
import {
  type AuthDeps,
  openSession,
  type TokenUse,
  verifyAccount,
  wrongCredentials
} from '../sessions/sessions.ts'
import * as queries from './account-queries.ts'
import { tokenAttempt } from './attempts.ts'
import { hashPassword } from './passwords.ts'

/**
 * Creates an account with its membership and returns the account's id. Throws `EMAIL_TAKEN` if the address
 * already has an account. The calling code must validate the address and the password, and record the event.
 */
export async function createUser(
  tx: Tx,
  { password, ...user }: queries.Membership & { email: string; name: string; password: string }
): Promise<string> {
  const id = await queries.insertUser(tx, { ...user, passwordHash: await hashPassword(password) })
  if (!id) throw new Problem('EMAIL_TAKEN')
  return id
}

/**
 * A new invitation, which is valid for 7 days. Only the hash of its token is stored. `expiresAt` is in ISO
 * 8601 format. `replacesEarlier` is true if it ended an open invitation of the same address.
 */
export type SentInvitation = { id: string; token: string; expiresAt: string; replacesEarlier: boolean }

/**
 * Invites someone to a vendor's team, or to the platform's team if `vendorId` is null. An earlier invitation
 * of the same address to the same team becomes invalid. Throws `EMAIL_TAKEN` if the address has an account
 * that already belongs to a team. The calling code must record the event.
 */
export async function createInvitation(
  tx: Tx,
  invitation: { email: string; name: string; role: Role; vendorId: string | null }
): Promise<SentInvitation> {
  const token = newSecret()
  const stored = await queries.insertInvitation(tx, { ...invitation, tokenHash: hashSecret(token) })
  if (!stored) throw emailTaken()
  return { ...stored, token }
}

/**
 * Accepts an invitation: creates the invited user's account and signs the user in. If the email address
 * already has an account without a membership, that account joins the team, and its password is required:
 * possession of the invitation doesn't prove ownership of the account. Throws a 400 for an unknown, used or
 * expired invitation, which counts as a failed sign-in from the client's IP address. Throws a 409 if the
 * account already belongs to a team.
 */
export async function acceptInvitation(
  deps: AuthDeps,
  { token, password, address, requestId }: TokenUse
): Promise<TokenAnswer> {
  const tokenHash = hashSecret(token)
  const openInvitation = await deps.attempts(tokenAttempt('invitation', address), () =>
    queries.findInvitation(deps.sql, tokenHash)
  )
  if (!openInvitation) throw new Problem('INVITATION_INVALID')
  const account = await verifyExistingAccount(deps, openInvitation.email, { password, address })
  const passwordHash = account?.passwordHash ?? (await hashPassword(password))
  return await deps.sql.begin(async (tx) => {
    // Read the invitation again, because its role may have changed while the password was being hashed.
    const invitation = await queries.acceptInvitation(tx, tokenHash)
    if (!invitation) throw new Problem('INVITATION_INVALID')
    const member = await addMember(tx, { ...invitation, passwordHash, id: account?.id })
    if (!member) throw emailTaken()
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
    if (!tokens) throw emailTaken()
    return tokens
  })
}

/**
 * Verifies the password of the account with this email address and returns the account. Returns undefined if
 * the email address has no account.
 */
async function verifyExistingAccount(
  { sql, attempts }: AuthDeps,
  email: string,
  { password, address }: { password: string; address: string }
): Promise<queries.Credentials | undefined> {
  const account = await queries.findCredentials(sql, { email })
  if (!account) return undefined
  if (account.role) throw emailTaken()
  const verified = await attempts({ account: email, address }, () => verifyAccount(account, password))
  if (!verified) throw wrongCredentials('This email address already has an account. Send its password.')
  return verified
}

/** Adds the invited user to the team: the existing account `id`, or a new account if `id` is undefined. */
async function addMember(
  tx: Tx,
  { id, ...user }: queries.StoredInvitation & { id: string | undefined; passwordHash: string }
): Promise<{ id: string; name: string } | undefined> {
  if (id) return queries.setMembership(tx, { ...user, id })
  const newId = await queries.insertUser(tx, user)
  return newId ? { id: newId, name: user.name } : undefined
}

function emailTaken(): Problem {
  return new Problem('EMAIL_TAKEN', {
    detail: 'The account of this email address already belongs to a team.'
  })
}
