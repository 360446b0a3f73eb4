import type { Tx } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import type { TokenAnswer } from '../schema.ts'
import type { Side } from './session-cookie.ts'
import { endSessionsOf, realmOf } from './session-queries.ts'
import { type AuthDeps, openSession, type SignIn, withVerifiedAccount } from './sessions.ts'

/**
 * Signs a user in as `signIn` does, on the side of the user's team (contract 5.5). Ends the sessions of
 * `tokensOf(side)`, the refresh tokens in the cookie that will be replaced: no one could use them any more.
 * Throws a 403 if the user belongs to no team.
 */
export async function startSession(
  deps: AuthDeps,
  credentials: SignIn,
  tokensOf: (side: Side) => string[]
): Promise<{ side: Side; tokens: TokenAnswer }> {
  const { side, tokens, ended } = await withVerifiedAccount(deps, credentials, async (account) => {
    const side = realmOf(account)
    if (side === 'none') throw noTeam()
    const opened = await deps.sql.begin(async (tx) => {
      const tokens = await openSession(tx, deps.secret, account)
      return tokens && { tokens, ended: await endAll(tx, tokensOf(side)) }
    })
    return opened && { side, ...opened }
  })
  for (const id of ended) deps.authenticator.forgetSession(id)
  return { side, tokens }
}

/** Ends the sessions to which these refresh tokens belong. Unknown tokens are ignored. */
export async function endSessions({ sql, authenticator }: AuthDeps, tokens: string[]): Promise<void> {
  for (const id of await endAll(sql, tokens)) authenticator.forgetSession(id)
}

async function endAll(handle: Tx | AuthDeps['sql'], tokens: string[]): Promise<string[]> {
  return tokens.length === 0 ? [] : await endSessionsOf(handle, tokens.map(hashSecret))
}

function noTeam(): Problem {
  return new Problem('NO_MEMBERSHIP', {
    detail:
      "The account belongs neither to a vendor's team nor to the operator's. Ask an owner or admin for an invitation."
  })
}
