import type { Sql } from '../../../db/connect.ts'
import type { Authenticate, Principal } from '../../../http/server/access.ts'
import type { ConfirmAccess } from '../../../http/server/access-recheck.ts'
import { databaseNow } from '../../../lib/clock.ts'
import { hashSecret, type SigningSecret } from '../../../lib/secrets.ts'
import { findPrincipal, findTokenPrincipal, recordTokenUse } from '../sessions/session-queries.ts'
import { createExpiringCache } from './expiring-cache.ts'
import { type AccessClaims, accessTokenReader, isApiToken } from './tokens.ts'

/**
 * Identifies the sender of a request by the request's token. Results are cached for 2 seconds on each node.
 */
export type Authenticator = {
  /** Returns the principal of an access token or API token. The principal may be up to 2 seconds old. */
  authenticate: Authenticate
  /** Reads the principal of an already authenticated request again from the database, without the cache. */
  confirm: ConfirmAccess
  /** Removes a session from the cache, so that its end takes effect immediately on this node. */
  forgetSession(sessionId: string): void
  /**
   * Removes all sessions of a user from the cache, so that a role change takes effect immediately on this
   * node.
   */
  forgetUser(userId: string): void
  /**
   * Removes an API token from the cache by its hash, so that its deletion takes effect immediately on this
   * node.
   */
  forgetApiToken(tokenHash: Buffer): void
}

const cacheMs = 2000
const maxCachedTokens = 10_000

type Credential = { sessionId: string; userId: string } | { tokenHash: string }
type CacheEntry = { credential: Credential; principal: Promise<Principal | undefined> }

/**
 * Creates the authenticator of a node (contract 5). It queries the session, user, membership and role of an
 * access token, or the row of an API token, and caches the result for 2 seconds by the exact text of the
 * token. Most requests therefore need no query of their own, and a change takes effect on every node within 2
 * seconds. Requests that arrive while the query is running share its result. An access token is verified only
 * once on each node, because this takes longer than the rest of the authentication.
 */
export function createAuthenticator({
  sql,
  secret,
  now = databaseNow
}: {
  sql: Sql
  secret: SigningSecret
  now?: () => number
}): Authenticator {
  const verify = accessTokenReader(secret, now)
  const verified = createExpiringCache<AccessClaims>(maxCachedTokens)
  const cache = createExpiringCache<CacheEntry>(maxCachedTokens)

  function authenticate(token: string): Promise<Principal | undefined> {
    const time = now()
    const cached = cache.get(token, time)
    if (cached) return cached.principal
    if (isApiToken(token)) {
      const hash = hashSecret(token)
      const credential = { tokenHash: hash.toString('hex') }
      return store(
        token,
        { credential, principal: findApiTokenPrincipal(hash) },
        { since: time, until: time + cacheMs }
      )
    }
    const claims = readToken(token, time)
    if (!claims) return Promise.resolve(undefined)
    const until = Math.min(time + cacheMs, claims.expiresAt)
    return store(token, { credential: claims, principal: findPrincipal(sql, claims) }, { since: time, until })
  }

  function readToken(token: string, time: number): AccessClaims | undefined {
    const known = verified.get(token, time)
    if (known) return known
    const claims = verify(token)
    if (claims) verified.set(token, claims, { since: time, until: claims.expiresAt })
    return claims
  }

  function store(
    token: string,
    entry: CacheEntry,
    times: { since: number; until: number }
  ): Promise<Principal | undefined> {
    cache.set(token, entry, times)
    // A failed query must not be cached.
    entry.principal.catch(() => cache.remove((other) => other === entry))
    return entry.principal
  }

  async function findApiTokenPrincipal(hash: Buffer): Promise<Principal | undefined> {
    const token = await findTokenPrincipal(sql, hash)
    // The request neither waits for this update nor fails with it.
    if (token?.isStale) recordTokenUse(sql, token.principal.actor.id).catch(() => {})
    return token?.principal
  }

  async function confirm(token: string, { actor, sessionId }: Principal): Promise<Principal | undefined> {
    if (isApiToken(token)) return (await findTokenPrincipal(sql, hashSecret(token)))?.principal
    return sessionId === null ? undefined : findPrincipal(sql, { userId: actor.id, sessionId })
  }

  return {
    authenticate,
    confirm,
    forgetSession(sessionId) {
      cache.remove(({ credential }) => 'sessionId' in credential && credential.sessionId === sessionId)
    },
    forgetUser(userId) {
      cache.remove(({ credential }) => 'userId' in credential && credential.userId === userId)
    },
    forgetApiToken(tokenHash) {
      const hash = tokenHash.toString('hex')
      cache.remove(({ credential }) => 'tokenHash' in credential && credential.tokenHash === hash)
    }
  }
}
