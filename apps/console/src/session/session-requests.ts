import { type CookieSession, Purveyor, type StorefrontMarketplace } from '@purveyor/client'
import { waitingFetch } from '../api/connection-status.ts'
import type { Side } from './side.ts'

const { auth, storefront } = new Purveyor({ url: location.origin, fetch: waitingFetch, maxRetries: 0 })

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

/**
 * Accepts an invitation, and returns the email address of the account. The session that the service opens for programs
 * is ended, because the console has one with a cookie.
 */
export async function requestAcceptance(acceptance: { token: string; password: string }): Promise<string> {
  const { access_token: token } = await auth.acceptInvitation(acceptance)
  const joined = new Purveyor({ url: location.origin, fetch: waitingFetch, maxRetries: 0, token })
  const { user } = await joined.auth.me()
  await joined.auth.logout()
  return user?.email ?? ''
}

/** Sets a new password with the token of a reset. */
export async function requestReset(reset: { token: string; password: string }): Promise<void> {
  await auth.resetPassword(reset)
}

let marketplace: Promise<StorefrontMarketplace> | undefined

/** Reads the name and the logo of the marketplace, for pages without a session. */
export function requestMarketplace(): Promise<StorefrontMarketplace> {
  marketplace ??= storefront.marketplace.get().catch((error: unknown) => {
    marketplace = undefined
    throw error
  })
  return marketplace
}
