import type { Sql } from '../../db/connect.ts'
import type { Authenticate, Principal } from '../../http/access.ts'
import type { ConfirmAccess } from '../../http/access-recheck.ts'
import { hashSecret } from '../../lib/secrets.ts'
import { createRecent } from './recent.ts'
import { findPrincipal, findTokenPrincipal, noteTokenUse } from './session-queries.ts'
import { accessTokenReader, isApiToken } from './tokens.ts'

export type Authenticator = {
  /** The principal of an access token or API token; at most 2 s behind the database. */
  authenticate: Authenticate
  /** The same for a caller who is known already, from the database as it is now. */
  confirm: ConfirmAccess
  /** Forgets what is remembered of a session, so that its end shows at once on this node. */
  forgetSession(sessionId: string): void
  /** Forgets a user in all their sessions, so that another role or none shows at once on this node. */
  forgetUser(userId: string): void
  /** Forgets an API token by its hash, so that its end shows at once on this node. */
  forgetApiToken(tokenHash: Buffer): void
}

const rememberedMs = 2000
const rememberedTokens = 10_000

type Asked = { sessionId: string; userId: string } | { tokenHash: string }
type Known = { asked: Asked; principal: Promise<Principal | undefined> }

/**
 * Tells whose a bearer token is (contract 5). The database confirms session, user, membership and role, or the
 * API token, and its answer is remembered for 2 s by the token's exact text: reads seldom cost a round trip of their
 * own, and a change shows on every node within that time. Requests that come while the database is asked share its
 * answer.
 */
export function createAuthenticator({
  sql,
  secret,
  now = Date.now
}: {
  sql: Sql
  secret: string
  now?: () => number
}): Authenticator {
  const readToken = accessTokenReader(secret, now)
  const recent = createRecent<Known>(rememberedTokens)

  function authenticate(token: string): Promise<Principal | undefined> {
    const time = now()
    const known = recent.get(token, time)
    if (known) return known.principal
    if (isApiToken(token)) {
      const hash = hashSecret(token)
      const asked = { tokenHash: hash.toString('hex') }
      return remember(
        token,
        { asked, principal: askOfApiToken(hash) },
        { since: time, until: time + rememberedMs }
      )
    }
    const claims = readToken(token)
    if (!claims) return Promise.resolve(undefined)
    const until = Math.min(time + rememberedMs, claims.expiresAt)
    return remember(token, { asked: claims, principal: findPrincipal(sql, claims) }, { since: time, until })
  }

  function remember(
    token: string,
    known: Known,
    times: { since: number; until: number }
  ): Promise<Principal | undefined> {
    recent.set(token, known, times)
    known.principal.catch(() => recent.forget((other) => other === known))
    return known.principal
  }

  async function askOfApiToken(hash: Buffer): Promise<Principal | undefined> {
    const found = await findTokenPrincipal(sql, hash)
    // Nobody waits for this note, and a request is not refused because it could not be made.
    if (found?.isStale) noteTokenUse(sql, found.principal.actor.id).catch(() => {})
    return found?.principal
  }

  async function confirm(token: string, { actor, sessionId }: Principal): Promise<Principal | undefined> {
    if (isApiToken(token)) return (await findTokenPrincipal(sql, hashSecret(token)))?.principal
    return sessionId === null ? undefined : findPrincipal(sql, { userId: actor.id, sessionId })
  }

  return {
    authenticate,
    confirm,
    forgetSession(sessionId) {
      recent.forget(({ asked }) => 'sessionId' in asked && asked.sessionId === sessionId)
    },
    forgetUser(userId) {
      recent.forget(({ asked }) => 'userId' in asked && asked.userId === userId)
    },
    forgetApiToken(tokenHash) {
      const hash = tokenHash.toString('hex')
      recent.forget(({ asked }) => 'tokenHash' in asked && asked.tokenHash === hash)
    }
  }
}
