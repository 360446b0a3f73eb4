import { type CookieSession, Purveyor } from '@purveyor/client'
import { waitingFetch } from '../api/connection-status.ts'
import type { Side } from './side.ts'

const { auth } = new Purveyor({ url: location.origin, fetch: waitingFetch, maxRetries: 0 })

/** Signs in. The service puts the refresh token into the cookie of the account's side (contract 5). */
export function requestSession(credentials: { email: string; password: string }): Promise<CookieSession> {
  return auth.startSession(credentials)
}

/** Gets an access token for the cookie of a side. */
export function requestRefresh(side: Side): Promise<CookieSession> {
  return auth.refreshSession({ side })
}

/** Ends the session of a side, and deletes its cookie. */
export async function requestEnd(side: Side): Promise<void> {
  await auth.endSession({ side })
}
