import type { Handle, Sql, Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { hashSecret, newSecret } from '../../lib/secrets.ts'
import { type Credentials, findCredentials } from './account-queries.ts'
import type { Attempts } from './attempts.ts'
import type { Authenticator } from './authenticator.ts'
import { verifyPassword } from './passwords.ts'
import type { TokenAnswer } from './schema.ts'
import * as queries from './session-queries.ts'
import { accessTokenSeconds, newSalt, refreshTokenSeconds, signAccessToken, successorOf } from './tokens.ts'

/** What the use cases of sign-in need of the service. */
export type AuthDeps = { sql: Sql; secret: string; attempts: Attempts; authenticator: Authenticator }

/** A token that stands for a sign-in, with the password to set, and which request sent it from where. */
export type TokenUse = { token: string; password: string; address: string; requestId: string }

/**
 * Signs a user in (contract 4.10). An unknown address, a wrong password and a disabled account are one and
 * the same 401, at the same cost; 429 after too many failures, 503 while too many others sign in.
 */
export async function signIn(
  { sql, secret, attempts }: AuthDeps,
  { email, password, address }: { email: string; password: string; address: string }
): Promise<TokenAnswer> {
  const tokens = await attempts({ account: email, address }, async () => {
    const account = await proveAccount(await findCredentials(sql, { email }), password)
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

/**
 * Opens a session for a user whose password was proven by `passwordHash`, and answers its tokens; undefined where
 * the password has been changed since, or the user is not active.
 */
export async function openSession(
  handle: Handle,
  secret: string,
  user: { id: string; passwordHash: string }
): Promise<TokenAnswer | undefined> {
  const refreshToken = newSecret()
  const sessionId = await queries.insertSession(handle, user, {
    hash: hashSecret(refreshToken),
    salt: newSalt()
  })
  if (!sessionId) return undefined
  return tokenAnswer(signAccessToken({ secret, userId: user.id, sessionId }), refreshToken)
}

/** The answer to every sign-in and refresh (contract 4.10). */
function tokenAnswer(accessToken: string, refreshToken: string): TokenAnswer {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    refresh_expires_in: refreshTokenSeconds
  }
}

type Rotation = { sessionId: string; userId: string } & (
  | { outcome: 'renewed'; successor: string }
  | { outcome: 'reused' }
)

/**
 * Exchanges a refresh token for its successor and a new access token. The same token sent again within 10 s, as
 * after a lost answer, is given the same successor; later it must be a copy, so its session ends. All refusals are
 * the same 401; `onReuse` hears of a session that ended so.
 */
export async function refreshSession(
  { sql, secret, authenticator }: AuthDeps,
  token: string,
  onReuse: (sessionId: string) => void
): Promise<TokenAnswer> {
  const rotation = (await sql.begin((tx) => rotate(tx, secret, token))) as Rotation | undefined
  if (!rotation) throw invalidToken()
  const { sessionId, userId } = rotation
  if (rotation.outcome === 'reused') {
    authenticator.forgetSession(sessionId)
    onReuse(sessionId)
    throw invalidToken()
  }
  return tokenAnswer(signAccessToken({ secret, userId, sessionId }), rotation.successor)
}

/** The end of a session must outlast the refusal, so what is wrong is returned, never thrown. */
async function rotate(tx: Tx, secret: string, token: string): Promise<Rotation | undefined> {
  const hash = hashSecret(token)
  const stored = await queries.lockRefreshToken(tx, hash)
  if (!stored?.isCurrent) return undefined
  const { sessionId, userId } = stored
  const successor = successorOf(token, stored.salt, secret)
  if (!stored.isSpent) {
    const next = { hash: hashSecret(successor), salt: newSalt() }
    const replaced = await queries.replaceRefreshToken(tx, { hash, sessionId }, next)
    return replaced ? { outcome: 'renewed', successor, sessionId, userId } : undefined
  }
  if (stored.isJustSpent) return { outcome: 'renewed', successor, sessionId, userId }
  await queries.endSession(tx, sessionId)
  return { outcome: 'reused', sessionId, userId }
}

function invalidToken(): Problem {
  return new Problem('INVALID_REFRESH_TOKEN', {
    detail: 'The refresh token is unknown, used or expired: sign in again.',
    headers: { 'www-authenticate': 'Bearer' }
  })
}
