import type { Tx } from '../../../db/connect.ts'
import { invalid, Problem } from '../../../errors.ts'
import { type Origin, recordEvent } from '../../../events.ts'
import { fault } from '../../../http/faults.ts'
import type { Principal } from '../../../http/server/access.ts'
import { hashSecret, newSecret } from '../../../lib/secrets.ts'
import { endOtherSessions } from '../sessions/session-queries.ts'
import { type AuthDeps, type TokenUse, verifyAccount } from '../sessions/sessions.ts'
import * as queries from './account-queries.ts'
import { tokenAttempt } from './attempts.ts'
import { hashPassword } from './passwords.ts'

/**
 * Changes the caller's password, ends all their other sessions and deletes a pending reset. Throws a 400 with
 * a fault at `/currentPassword` if the current password is wrong; this counts as a failed sign-in. Throws a
 * 409 if another request has changed the password in the meantime.
 */
export async function changePassword(
  { sql, attempts, authenticator }: AuthDeps,
  caller: { principal: Principal; origin: Origin; address: string },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string }
): Promise<void> {
  const { vendorId, sessionId, actor } = caller.principal
  const account = await queries.findCredentials(sql, { id: actor.id })
  const verified = await attempts({ account: account?.email ?? actor.id, address: caller.address }, () =>
    verifyAccount(account, currentPassword)
  )
  if (!verified)
    throw invalid([fault('/currentPassword', 'WRONG_PASSWORD', 'is not the password of this account')])
  const passwordHash = await hashPassword(newPassword)
  const ended = await sql.begin(async (tx) => {
    // Lock the user's row first. A concurrent sign-in with the old password then either waits for this lock
    // and fails, or has already opened its session, which is ended below.
    const { id, passwordHash: from } = verified
    if (!(await queries.updatePassword(tx, { id, from, to: passwordHash }))) {
      throw new Problem('CONFLICT', { detail: 'Another request has changed the password.' })
    }
    await queries.deleteReset(tx, id)
    await recordEvent(tx, caller.origin, {
      type: 'member.password_changed',
      vendorId,
      subject: { type: 'member', id }
    })
    return endOtherSessions(tx, id, sessionId)
  })
  for (const id of ended) authenticator.forgetSession(id)
}

/**
 * A new password reset, which is valid for one hour. Only the hash of its token is stored. `expiresAt` is in
 * ISO 8601 format.
 */
type Reset = { token: string; expiresAt: string }

/**
 * Creates a reset for a user's password. Anyone who has the reset's token can set the password. An earlier
 * reset token of the user becomes invalid. The calling code must check that the caller may do this, and must
 * record the event.
 */
export async function createReset(tx: Tx, userId: string): Promise<Reset> {
  const token = newSecret()
  return { token, expiresAt: await queries.insertReset(tx, userId, hashSecret(token)) }
}

/**
 * Sets a user's password with a reset token, which works once, and ends all the user's sessions. Throws the
 * same 400 for an unknown, used or expired token. This counts as a failed sign-in from the IP address.
 */
export async function resetPassword(
  { sql, attempts, authenticator }: AuthDeps,
  { token, password, address, requestId }: TokenUse
): Promise<void> {
  const tokenHash = hashSecret(token)
  const userId = await attempts(tokenAttempt('reset', address), () => queries.findReset(sql, tokenHash))
  if (!userId) throw new Problem('RESET_INVALID')
  const passwordHash = await hashPassword(password)
  const ended = await sql.begin(async (tx) => {
    // Lock the user's row first, as in every password change.
    const user = await queries.updatePassword(tx, { id: userId, to: passwordHash })
    if (!user || !(await queries.consumeReset(tx, tokenHash))) throw new Problem('RESET_INVALID')
    const { name, vendorId, isPlatform } = user
    await recordEvent(
      tx,
      { requestId, actor: { type: 'USER', id: userId, name, isPlatform } },
      { type: 'member.password_reset', vendorId, subject: { type: 'member', id: userId } }
    )
    return endOtherSessions(tx, userId, null)
  })
  for (const id of ended) authenticator.forgetSession(id)
}
