import { Purveyor } from '@purveyor/client'
import { waitingFetch } from '../api/connection-status.ts'
import type { Side } from './side.ts'

/** The response to a sign-in with a cookie (contract 5). */
export type CookieSession = { access_token: string; expires_in: number; side: Side }

const anonymous = new Purveyor({ url: location.origin, fetch: waitingFetch, maxRetries: 0 })

/** Signs in. The refresh token is put into the cookie of the account's side. */
export function requestSession(credentials: { email: string; password: string }): Promise<CookieSession> {
  return anonymous.request<CookieSession>('POST', '/auth/session', { body: credentials })
}

/** Gets an access token for the cookie of a side. */
export function requestRefresh(side: Side): Promise<CookieSession> {
  return anonymous.request<CookieSession>('POST', '/auth/session/refresh', { query: { side } })
}

/** Ends the session of a side, and deletes its cookie. */
export async function requestEnd(side: Side): Promise<void> {
  await anonymous.request('DELETE', '/auth/session', { query: { side } })
}
