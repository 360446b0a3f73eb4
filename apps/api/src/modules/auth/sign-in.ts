import type { Sql } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import type { Attempts } from './attempts.ts'
import { openSession } from './open-session.ts'
import { verifyPassword } from './passwords.ts'
import { type Credentials, findCredentials } from './queries.ts'
import type { TokenAnswer } from './schema.ts'

export type SignIn = { sql: Sql; secret: string; attempts: Attempts }

/**
 * Signs a user in (specification 4.10). An unknown address, a wrong password and a disabled account are one and
 * the same 401, at the same cost; 429 after too many failures, 503 while too many others sign in.
 */
export async function signIn(
  { sql, secret, attempts }: SignIn,
  { email, password, address }: { email: string; password: string; address: string }
): Promise<TokenAnswer> {
  const tokens = await attempts({ account: email, address }, async () => {
    const account = await proveAccount(await findCredentials(sql, email), password)
    return account && openSession(sql, secret, account)
  })
  if (!tokens) throw wrongCredentials('The email address or the password is wrong.')
  return tokens
}

/** The account, where the password is its own and it is active. Takes the same time for an unknown one. */
export async function proveAccount(
  account: Credentials | undefined,
  password: string
): Promise<Credentials | undefined> {
  const matches = await verifyPassword(account?.passwordHash, password)
  return matches && account?.isActive ? account : undefined
}

/** The 401 of a password that is not the account's. */
export function wrongCredentials(detail: string): Problem {
  return new Problem('INVALID_CREDENTIALS', { detail, headers: { 'www-authenticate': 'Bearer' } })
}
