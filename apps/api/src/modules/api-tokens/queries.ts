import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Role } from '../../http/server/access.ts'
import { inTeam, type Team } from '../members/queries.ts'
import type { ApiToken, ApiTokenList } from './schema.ts'

/** A SQL expression for the JSON of a row of api_tokens. */
function apiTokenJson(sql: Handle) {
  return sql`json_build_object('id', id, 'name', name, 'role', role, 'expiresAt', iso_text(expires_at),
    'lastUsedAt', iso_text(last_used_at), 'createdAt', iso_text(created_at))`
}

/**
 * Returns all API tokens of a team as JSON text, newest first. A team has at most 50 tokens, so the list
 * isn't paged.
 */
export async function listApiTokens(sql: Handle, team: Team): Promise<JsonText<ApiTokenList>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('apiTokens',
      coalesce(json_agg(${apiTokenJson(sql)} order by created_at desc, id desc), '[]'))::text as json
    from api_tokens where ${inTeam(sql, team)}`
  return row?.json ?? '{"apiTokens":[]}'
}

/**
 * Inserts a token if the team has fewer than `max` tokens. Otherwise inserts nothing and returns undefined.
 * The caller must have locked the team.
 */
export async function insertApiToken(
  tx: Tx,
  team: Team,
  token: { tokenHash: Buffer; name: string; role: Role; expiresAt: string | null; max: number }
): Promise<{ id: string; json: JsonText<ApiToken> } | undefined> {
  const [row] = await tx<{ id: string; json: string }[]>`
    insert into api_tokens (token_hash, vendor_id, is_platform, name, role, expires_at)
    select ${token.tokenHash}, ${team.vendorId}::uuid, ${team.vendorId === null}, ${token.name}, ${token.role},
      ${token.expiresAt}::timestamptz
    where (select count(*) from api_tokens where ${inTeam(tx, team)}) < ${token.max}
    returning id, ${apiTokenJson(tx)}::text as json`
  return row
}

/** Locks a token until the transaction ends. */
export async function lockApiToken(
  tx: Tx,
  team: Team,
  id: string
): Promise<{ tokenHash: Buffer; name: string; json: JsonText<ApiToken> } | undefined> {
  const [row] = await tx<{ tokenHash: Buffer; name: string; json: string }[]>`
    select token_hash, name, ${apiTokenJson(tx)}::text as json from api_tokens
    where ${inTeam(tx, team)} and id = ${id} for update`
  return row
}

/** Deletes a token of the team. */
export async function deleteApiToken(tx: Tx, team: Team, id: string): Promise<void> {
  await tx`delete from api_tokens where ${inTeam(tx, team)} and id = ${id}`
}
