import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { hashPassword } from './passwords.ts'
import { insertUser, type Membership } from './queries.ts'

/**
 * Makes an account with its membership and answers its id; `EMAIL_TAKEN` where the address has one already. The
 * caller has checked address and password, and records the event.
 */
export async function createUser(
  tx: Tx,
  { password, ...user }: Membership & { email: string; name: string; password: string }
): Promise<string> {
  const id = await insertUser(tx, { ...user, passwordHash: await hashPassword(password) })
  if (!id) throw new Problem('EMAIL_TAKEN')
  return id
}
