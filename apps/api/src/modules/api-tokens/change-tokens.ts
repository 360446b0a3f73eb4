import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { hashSecret } from '../../lib/secrets.ts'
import { newApiToken } from '../auth/tokens/tokens.ts'
import type { Team } from '../members/queries.ts'
import { requireAssignable, requireManager } from '../members/teams.ts'
import * as queries from './queries.ts'
import type { CreatedApiToken, NewApiToken } from './schema.ts'

/** The maximum number of API tokens of each vendor, and of the platform. */
export const maxApiTokens = 50

/**
 * Creates a token that belongs to the team, not to the user who creates it. Only the token's hash is stored.
 */
export async function createApiToken(
  tx: Tx,
  caller: Caller,
  { team, input }: { team: Team; input: NewApiToken }
): Promise<JsonText<CreatedApiToken>> {
  const { name, role, expiresAt } = input
  requireAssignable(await requireManager(tx, caller, team), role)
  const token = newApiToken()
  const created = await queries.insertApiToken(tx, team, {
    tokenHash: hashSecret(token),
    name,
    role,
    expiresAt: expiresAt ? new Date(expiresAt).toISOString() : null,
    max: maxApiTokens
  })
  if (!created) {
    throw new Problem('TOO_MANY_API_TOKENS', {
      detail: `There are already ${maxApiTokens} API tokens, including expired ones. Delete one first.`
    })
  }
  await recordEvent(tx, caller, {
    type: 'api_token.created',
    vendorId: team.vendorId,
    subject: { type: 'api_token', id: created.id },
    details: { name, role }
  })
  return JSON.stringify({ ...JSON.parse(created.json), token })
}

/** Deletes a token and returns its hash, which identifies the token in the authenticator's cache. */
export async function deleteApiToken(
  tx: Tx,
  caller: Caller,
  { team, id }: { team: Team; id: string }
): Promise<Buffer> {
  const { tokenHash, name, json } = orNotFound(await queries.lockApiToken(tx, team, id))
  await requireMatch(caller, async () => json)
  await queries.deleteApiToken(tx, team, id)
  await recordEvent(tx, caller, {
    type: 'api_token.deleted',
    vendorId: team.vendorId,
    subject: { type: 'api_token', id },
    details: { name }
  })
  return tokenHash
}
