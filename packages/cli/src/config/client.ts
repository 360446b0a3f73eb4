import type { Purveyor, Session } from '@purveyor/client'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { version } from '../version.ts'
import { type Connection, loginCommand } from './connection.ts'
import type { ProfileStore } from './profiles.ts'

/** Access tokens are refreshed this long before they expire. */
const refreshBeforeMs = 30_000

/** The headers of all requests of the command line. */
export const clientHeaders = (): Record<string, string> => ({ 'user-agent': `purveyor-cli/${version()}` })

const isFresh = (session: Session): boolean => Date.parse(session.expiresAt) - Date.now() > refreshBeforeMs

/** Returns a client that isn't signed in. */
export async function anonymousClient(url: string): Promise<Purveyor> {
  const { Purveyor } = await import('@purveyor/client')
  return new Purveyor({ url, headers: clientHeaders() })
}

/** Creates the client of a connection. Sessions are refreshed, and the new sessions stored. */
export async function createClient(
  connection: Connection,
  store: ProfileStore,
  options: { fetch?: typeof fetch } = {}
): Promise<Purveyor> {
  const { Purveyor } = await import('@purveyor/client')
  const token =
    connection.how === 'environment'
      ? connection.token
      : profileToken(connection.url, connection.profile, store)
  return new Purveyor({ url: connection.url, token, headers: clientHeaders(), ...options })
}

const ended = (name: string): CommandError =>
  new CommandError('Your session has ended.', exitCodes.access, {
    code: 'NOT_SIGNED_IN',
    hint: `Run \`${loginCommand({ profile: name })}\` to sign in again.`
  })

/**
 * Returns a function that returns the token of the profile. An access token that is about to expire is
 * refreshed by one process at a time, because the service ends a session if a refresh token that was replaced
 * is used again.
 */
function profileToken(url: string, name: string, store: ProfileStore): () => Promise<string> {
  let session: Session | undefined
  return async () => {
    if (session && isFresh(session)) return session.accessToken
    const stored = await store.find(name)
    if (stored?.url !== url) throw ended(name)
    if (stored.token) return stored.token
    session =
      stored.session && isFresh(stored.session) ? stored.session : await refreshStored(url, name, store)
    return session.accessToken
  }
}

async function refreshStored(url: string, name: string, store: ProfileStore): Promise<Session> {
  const profile = await store.change(name, async (before) => {
    if (!before?.session) return before
    if (isFresh(before.session)) return before
    return { ...before, session: await refresh(url, before.session, name) }
  })
  if (!profile?.session) throw ended(name)
  return profile.session
}

/**
 * Refreshes a session with one attempt. If the connection is lost, the client repeats the call that needed the
 * token, and thereby the refresh: for 10 seconds, the service accepts a refresh token that it has replaced.
 */
async function refresh(url: string, session: Session, name: string): Promise<Session> {
  const { ConnectionLost, sessionOf, Unauthenticated } = await import('@purveyor/client')
  const client = await anonymousClient(url)
  try {
    const body = { refresh_token: session.refreshToken }
    return sessionOf(await client.auth.refresh(body, { maxRetries: 0 }))
  } catch (error) {
    if (error instanceof Unauthenticated) throw ended(name)
    if (!(error instanceof ConnectionLost)) throw error
    const { method, path, message, cause } = error
    throw new ConnectionLost(message, { method, path, cause, isRetryable: true })
  }
}
