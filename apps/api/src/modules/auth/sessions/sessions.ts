import type { Handle, Sql, Tx } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import type { Principal } from '../../../http/server/access.ts'
import { hashSecret, newSecret, type SigningSecret } from '../../../lib/secrets.ts'
import type { TokenAnswer } from '../schema.ts'
import { type Credentials, findCredentials } from '../sign-in/account-queries.ts'
import type { Attempts } from '../sign-in/attempts.ts'
import { verifyPassword } from '../sign-in/passwords.ts'
import type { Authenticator } from '../tokens/authenticator.ts'
import {
  accessTokenSeconds,
  newSalt,
  refreshTokenSeconds,
  signAccessToken,
  successorOf
} from '../tokens/tokens.ts'
import * as queries from './session-queries.ts'

/** The dependencies of the sign-in use cases. */
export type AuthDeps = { sql: Sql; secret: SigningSecret; attempts: Attempts; authenticator: Authenticator }

/**
 * The use of an invitation or reset token: the token, the password to set, the client's IP address and the id
 * of the request.
 */
export type TokenUse = { token: string; password: string; address: string; requestId: string }

/**
 * Signs a user in (contract 5.1). Throws the same 401, after the same time, for an unknown email address, a
 * wrong password and a disabled account; a 429 after too many failures; and a 503 while too many other users
 * are signing in.
 */
export function signIn(deps: AuthDeps, credentials: SignIn): Promise<TokenAnswer> {
  return withVerifiedAccount(deps, credentials, (account) => openSession(deps.sql, deps.secret, account))
}

/** The email address and the password of a user, and the client's IP address. */
export type SignIn = { email: string; password: string; address: string }

/**
 * Returns what `open` returns for the account with this email address and password. Throws the errors of
 * `signIn`; also the 401 if `open` returns undefined.
 */
export async function withVerifiedAccount<T>(
  { sql, attempts }: AuthDeps,
  { email, password, address }: SignIn,
  open: (account: Credentials) => Promise<T | undefined>
): Promise<T> {
  const opened = await attempts({ account: email, address }, async () => {
    const account = await verifyAccount(await findCredentials(sql, { email }), password)
    return account && open(account)
  })
  if (opened === undefined) throw wrongCredentials('The email address or the password is wrong.')
  return opened
}

/**
 * Returns the account if it is active and the password is correct, otherwise undefined. If `account` is
 * undefined, takes as long as for a wrong password.
 */
export async function verifyAccount(
  account: Credentials | undefined,
  password: string
): Promise<Credentials | undefined> {
  const matches = await verifyPassword(account?.passwordHash, password)
  return matches && account?.isActive ? account : undefined
}

/** Returns the 401 `INVALID_CREDENTIALS` for a wrong email address or password. */
export function wrongCredentials(detail: string): Problem {
  return new Problem('INVALID_CREDENTIALS', { detail, headers: { 'www-authenticate': 'Bearer' } })
}

/**
 * Opens a session for a user whose password was verified against `passwordHash`, and returns its tokens.
 * Returns undefined if the password has changed since then, or if the user isn't active.
 */
export async function openSession(
  handle: Handle,
  secret: SigningSecret,
  user: { id: string; passwordHash: string }
): Promise<TokenAnswer | undefined> {
  const refreshToken = newSecret()
  const sessionId = await queries.insertSession(handle, user, {
    hash: hashSecret(refreshToken),
    salt: newSalt()
  })
  if (!sessionId) return undefined
  return tokenAnswer(signAccessToken({ secret: secret[0], userId: user.id, sessionId }), refreshToken)
}

/** The response to every sign-in and refresh (contract 5.1). */
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
  | { outcome: 'reused' | 'ended' }
)

/**
 * Exchanges a refresh token for its successor and a new access token. A token that is sent again within 10
 * seconds, such as after a lost response, gets the same successor. Later reuse means that the token has been
 * copied, so the session is ended and `onReuse` is called with the session's id. Every refusal is the same
 * 401.
 */
export async function refreshSession(
  deps: AuthDeps,
  token: string,
  onReuse: (sessionId: string) => void
): Promise<TokenAnswer> {
  const tokens = await renewSession(deps, { token }, onReuse)
  if (!tokens) throw invalidToken()
  return tokens
}

/**
 * Does what `refreshSession` does, but returns undefined if the token can't be used. If `realm` is given and the
 * user belongs to another realm, ends the session.
 */
export async function renewSession(
  { sql, secret, authenticator }: AuthDeps,
  refresh: { token: string; realm?: Principal['realm'] },
  onReuse: (sessionId: string) => void
): Promise<TokenAnswer | undefined> {
  const rotation = (await sql.begin((tx) => rotate(tx, secret, refresh))) as Rotation | undefined
  if (!rotation) return undefined
  const { sessionId, userId } = rotation
  if (rotation.outcome !== 'renewed') {
    authenticator.forgetSession(sessionId)
    if (rotation.outcome === 'reused') onReuse(sessionId)
    return undefined
  }
  return tokenAnswer(signAccessToken({ secret: secret[0], userId, sessionId }), rotation.successor)
}

/**
 * Marks a refresh token as used and stores its successor. Ends the session if the token was used before, or if
 * the user belongs to another realm. Returns undefined if the token can't be used. Doesn't throw when it ends a session, because that change
 * must be committed although the request fails.
 */
async function rotate(
  tx: Tx,
  secret: SigningSecret,
  { token, realm }: { token: string; realm?: Principal['realm'] }
): Promise<Rotation | undefined> {
  const hash = hashSecret(token)
  const stored = await queries.lockRefreshToken(tx, hash)
  if (!stored?.isCurrent) return undefined
  const { sessionId, userId } = stored
  if (realm !== undefined && queries.realmOf(stored) !== realm) {
    await queries.endSession(tx, sessionId)
    return { outcome: 'ended', sessionId, userId }
  }
  const [successor, ...others] = secret.map((value) => successorOf(token, stored.salt, value)) as [string]
  if (!stored.isSpent) {
    const next = { hash: hashSecret(successor), salt: newSalt() }
    const replaced = await queries.replaceRefreshToken(tx, { hash, sessionId }, next)
    return replaced ? { outcome: 'renewed', successor, sessionId, userId } : undefined
  }
  if (stored.isJustSpent) {
    // Another node may have derived the successor from another value of the secret.
    const issued = await findIssued(tx, sessionId, [successor, ...others])
    return issued === undefined ? undefined : { outcome: 'renewed', successor: issued, sessionId, userId }
  }
  await queries.endSession(tx, sessionId)
  return { outcome: 'reused', sessionId, userId }
}

/** Returns the refresh token among these that the session has. */
async function findIssued(tx: Tx, sessionId: string, tokens: string[]): Promise<string | undefined> {
  const hashes = tokens.map(hashSecret)
  const stored = await queries.findRefreshTokens(tx, sessionId, hashes)
  return tokens.find((_, index) => stored.some((hash) => hashes[index]?.equals(hash)))
}

function invalidToken(): Problem {
  return new Problem('INVALID_REFRESH_TOKEN', {
    detail: 'The refresh token is unknown, already used or expired. Sign in again.',
    headers: { 'www-authenticate': 'Bearer' }
  })
}
