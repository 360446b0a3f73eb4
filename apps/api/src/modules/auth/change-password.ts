import type { Tx } from '../../db/connect.ts'
import { invalid, Problem } from '../../errors.ts'
import { type Origin, recordEvent } from '../../events.ts'
import type { Principal } from '../../http/access.ts'
import { fault } from '../../http/faults.ts'
import { hashSecret, newSecret } from '../../lib/secrets.ts'
import * as queries from './account-queries.ts'
import { guessAt } from './attempts.ts'
import { hashPassword } from './passwords.ts'
import { endOtherSessions } from './session-queries.ts'
import { type AuthDeps, proveAccount, type TokenUse } from './sessions.ts'

/**
 * Gives the caller another password and ends all their other sessions; a reset that waits is void. A wrong current
 * password is a 400 at its field and counts as a failed sign-in; 409 if another request changed the password first.
 */
export async function changePassword(
  { sql, attempts, authenticator }: AuthDeps,
  caller: { principal: Principal; origin: Origin; address: string },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string }
): Promise<void> {
  const { vendorId, sessionId, actor } = caller.principal
  const account = await queries.findCredentials(sql, { id: actor.id })
  const proven = await attempts({ account: account?.email ?? actor.id, address: caller.address }, () =>
    proveAccount(account, currentPassword)
  )
  if (!proven)
    throw invalid([fault('/currentPassword', 'WRONG_PASSWORD', 'is not the password of the account')])
  const passwordHash = await hashPassword(newPassword)
  const ended = await sql.begin(async (tx) => {
    // The user's row first: a sign-in by the old password waits for it, or is among the sessions ended next.
    if (!(await queries.updatePassword(tx, { id: proven.id, from: proven.passwordHash, to: passwordHash }))) {
      throw new Problem('CONFLICT', { detail: 'The password was changed by another request.' })
    }
    await queries.deleteReset(tx, proven.id)
    await recordEvent(tx, caller.origin, {
      type: 'member.password_changed',
      vendorId,
      subject: { type: 'member', id: proven.id }
    })
    return endOtherSessions(tx, proven.id, sessionId)
  })
  for (const id of ended) authenticator.forgetSession(id)
}

/** The token is shown this once: the database keeps its hash. `expiresAt` is ISO 8601, an hour ahead. */
type Reset = { token: string; expiresAt: string }

/**
 * Lets whoever holds the token set a user's password; an earlier token of the user is void. The caller has decided
 * that this may be, and records the event.
 */
export async function createReset(tx: Tx, userId: string): Promise<Reset> {
  const token = newSecret()
  return { token, expiresAt: await queries.insertReset(tx, userId, hashSecret(token)) }
}

/**
 * Sets the password that a reset token is for, once, and ends all sessions of its user. An unknown, used or expired
 * token is one and the same 400, and counts as a failed sign-in from the address.
 */
export async function resetPassword(
  { sql, attempts, authenticator }: AuthDeps,
  { token, password, address, requestId }: TokenUse
): Promise<void> {
  const tokenHash = hashSecret(token)
  const userId = await attempts(guessAt('reset', address), () => queries.findReset(sql, tokenHash))
  if (!userId) throw new Problem('RESET_INVALID')
  const passwordHash = await hashPassword(password)
  const ended = await sql.begin(async (tx) => {
    // The user's row first, as every change of a password does.
    const user = await queries.updatePassword(tx, { id: userId, to: passwordHash })
    if (!user || !(await queries.spendReset(tx, tokenHash))) throw new Problem('RESET_INVALID')
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
