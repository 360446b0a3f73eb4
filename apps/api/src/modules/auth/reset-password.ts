import type { Sql } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import { hashSecret } from '../../lib/secrets.ts'
import { type Attempts, guessAt } from './attempts.ts'
import type { Authenticator } from './authenticator.ts'
import { hashPassword } from './passwords.ts'
import { endOtherSessions } from './queries.ts'
import { findReset, overwritePassword, spendReset } from './reset-queries.ts'

/**
 * Sets the password that a reset token is for, once, and ends all sessions of its user. An unknown, used or expired
 * token is one and the same 400, and counts as a failed sign-in from the address.
 */
export async function resetPassword(
  { sql, attempts, authenticator }: { sql: Sql; attempts: Attempts; authenticator: Authenticator },
  {
    token,
    password,
    address,
    requestId
  }: { token: string; password: string; address: string; requestId: string }
): Promise<void> {
  const tokenHash = hashSecret(token)
  const userId = await attempts(guessAt('reset', address), () => findReset(sql, tokenHash))
  if (!userId) throw new Problem('RESET_INVALID')
  const passwordHash = await hashPassword(password)
  const ended = await sql.begin(async (tx) => {
    // The user's row first, as every change of a password does.
    const user = await overwritePassword(tx, userId, passwordHash)
    if (!user || !(await spendReset(tx, tokenHash))) throw new Problem('RESET_INVALID')
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
