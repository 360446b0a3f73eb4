import type { Sql, Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { hashSecret } from '../../lib/secrets.ts'
import { signAccessToken } from './access-token.ts'
import type { Authenticator } from './authenticator.ts'
import { tokenAnswer } from './open-session.ts'
import { endSession, lockRefreshToken, replaceRefreshToken, type StoredRefreshToken } from './queries.ts'
import { newSalt, successorOf } from './refresh-token.ts'
import type { TokenAnswer } from './schema.ts'

type Refresh = { sql: Sql; secret: string; authenticator: Authenticator }
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
  { sql, secret, authenticator }: Refresh,
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
  const stored: StoredRefreshToken | undefined = await lockRefreshToken(tx, hash)
  if (!stored?.isCurrent) return undefined
  const { sessionId, userId } = stored
  const successor = successorOf(token, stored.salt, secret)
  if (!stored.isSpent) {
    const replaced = await replaceRefreshToken(
      tx,
      { hash, sessionId },
      { hash: hashSecret(successor), salt: newSalt() }
    )
    return replaced ? { outcome: 'renewed', successor, sessionId, userId } : undefined
  }
  if (stored.isJustSpent) return { outcome: 'renewed', successor, sessionId, userId }
  await endSession(tx, sessionId)
  return { outcome: 'reused', sessionId, userId }
}

function invalidToken(): Problem {
  return new Problem('INVALID_REFRESH_TOKEN', {
    detail: 'The refresh token is unknown, used or expired: sign in again.',
    headers: { 'www-authenticate': 'Bearer' }
  })
}
