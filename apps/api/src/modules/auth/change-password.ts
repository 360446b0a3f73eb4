import type { Sql } from '../../db/connect.ts'
import { invalid, Problem } from '../../errors.ts'
import { type Origin, recordEvent } from '../../events.ts'
import type { Principal } from '../../http/access.ts'
import { fault } from '../../http/faults.ts'
import type { Attempts } from './attempts.ts'
import type { Authenticator } from './authenticator.ts'
import { hashPassword } from './passwords.ts'
import { endOtherSessions, findCredentialsOf, updatePassword } from './queries.ts'
import { deleteReset } from './reset-queries.ts'
import { proveAccount } from './sign-in.ts'

/**
 * Gives the caller another password and ends all their other sessions; a reset that waits is void. A wrong current password is a 400 at its
 * field and counts as a failed sign-in; 409 when another request changed the password first.
 */
export async function changePassword(
  { sql, attempts, authenticator }: { sql: Sql; attempts: Attempts; authenticator: Authenticator },
  caller: { principal: Principal; origin: Origin; address: string },
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string }
): Promise<void> {
  const { vendorId, sessionId, actor } = caller.principal
  const account = await findCredentialsOf(sql, actor.id)
  const proven = await attempts({ account: account?.email ?? actor.id, address: caller.address }, () =>
    proveAccount(account, currentPassword)
  )
  if (!proven)
    throw invalid([fault('/currentPassword', 'WRONG_PASSWORD', 'is not the password of the account')])
  const passwordHash = await hashPassword(newPassword)
  const ended = await sql.begin(async (tx) => {
    // The user's row first: a sign-in by the old password waits for it, or is among the sessions ended next.
    if (!(await updatePassword(tx, { id: proven.id, from: proven.passwordHash, to: passwordHash }))) {
      throw new Problem('CONFLICT', { detail: 'The password was changed by another request.' })
    }
    await deleteReset(tx, proven.id)
    await recordEvent(tx, caller.origin, {
      type: 'member.password_changed',
      vendorId,
      subject: { type: 'member', id: proven.id }
    })
    return endOtherSessions(tx, proven.id, sessionId)
  })
  for (const id of ended) authenticator.forgetSession(id)
}
