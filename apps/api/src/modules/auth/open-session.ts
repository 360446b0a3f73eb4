import type { Handle } from '../../db/connect.ts'
import { hashSecret } from '../../lib/secrets.ts'
import { accessTokenSeconds, signAccessToken } from './access-token.ts'
import { insertSession } from './queries.ts'
import { newRefreshToken, newSalt, refreshTokenSeconds } from './refresh-token.ts'
import type { TokenAnswer } from './schema.ts'

/**
 * Opens a session for a user whose password was proven by `passwordHash`, and answers its tokens; undefined where
 * the password has been changed since, or the user is not active.
 */
export async function openSession(
  handle: Handle,
  secret: string,
  user: { id: string; passwordHash: string }
): Promise<TokenAnswer | undefined> {
  const refreshToken = newRefreshToken()
  const sessionId = await insertSession(handle, user, { hash: hashSecret(refreshToken), salt: newSalt() })
  if (!sessionId) return undefined
  return tokenAnswer(signAccessToken({ secret, userId: user.id, sessionId }), refreshToken)
}

/** The answer to every sign-in and refresh (specification 4.10). */
export function tokenAnswer(accessToken: string, refreshToken: string): TokenAnswer {
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: accessTokenSeconds,
    refresh_token: refreshToken,
    refresh_expires_in: refreshTokenSeconds
  }
}
