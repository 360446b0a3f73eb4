import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { hashSecret } from '../../lib/secrets.ts'
import { newApiToken } from '../auth/api-token.ts'
import { enterTeam } from '../members/enter-team.ts'
import { requireGivable } from '../members/roles.ts'
import type { Team } from '../members/team-queries.ts'
import { insertApiToken } from './queries.ts'
import type { CreatedApiToken, NewApiToken } from './schema.ts'

/** Most API tokens of a vendor, and of the platform. */
export const mostApiTokens = 50

/** Makes a token that is the team's, whoever made it. The database keeps its hash only. */
export async function createApiToken(
  tx: Tx,
  caller: Caller,
  { team, input }: { team: Team; input: NewApiToken }
): Promise<JsonText<CreatedApiToken>> {
  const { name, role, expiresAt } = input
  requireGivable(await enterTeam(tx, caller, team), role)
  const token = newApiToken()
  const created = await insertApiToken(tx, team, {
    tokenHash: hashSecret(token),
    name,
    role,
    expiresAt: expiresAt ? new Date(expiresAt).toISOString() : null,
    most: mostApiTokens
  })
  if (!created) {
    throw new Problem('TOO_MANY_API_TOKENS', {
      detail: `There are ${mostApiTokens}, expired ones included: delete one first.`
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
