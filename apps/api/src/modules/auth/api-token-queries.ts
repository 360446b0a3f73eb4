import type { Handle, Sql } from '../../db/connect.ts'
import type { Principal, Role } from '../../http/access.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Me } from './schema.ts'

type TokenRow = {
  id: string
  name: string
  vendorId: string | null
  role: Role
  vendorIsActive: boolean
  isStale: boolean
}

/** Whose API token it is while it lasts; `isStale` where its last use was not noted within the last minute. */
export async function findTokenPrincipal(
  sql: Handle,
  tokenHash: Buffer
): Promise<{ principal: Principal; isStale: boolean } | undefined> {
  const [row] = await sql<TokenRow[]>`
    select t.id, t.name, t.vendor_id, t.role, coalesce(v.is_active, false) as vendor_is_active,
      coalesce(t.last_used_at <= now() - interval '1 minute', true) as is_stale
    from api_tokens t
    left join vendors v on v.id = t.vendor_id
    where t.token_hash = ${tokenHash} and (t.expires_at is null or t.expires_at > now())`
  if (!row) return undefined
  const { id, name, vendorId, vendorIsActive, role, isStale } = row
  const principal: Principal = {
    realm: vendorId ? 'vendor' : 'platform',
    vendorId,
    vendorIsActive,
    role,
    actor: { type: 'TOKEN', id, name },
    sessionId: null
  }
  return { principal, isStale }
}

/** Notes that a token is in use, once a minute; where another connection is doing so nobody waits. */
export async function noteTokenUse(sql: Sql, id: string): Promise<void> {
  await sql`
    update api_tokens set last_used_at = now()
    where id = (
      select id from api_tokens
      where id = ${id} and coalesce(last_used_at <= now() - interval '1 minute', true)
      for no key update skip locked)`
}

/** An API token with its vendor as `GET /auth/me` shows them. */
export async function findTokenMe(sql: Handle, id: string): Promise<JsonText<Me> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object(
      'user', null,
      'token', json_build_object('id', t.id, 'name', t.name, 'expiresAt', iso_text(t.expires_at)),
      'realm', case when t.is_platform then 'platform' else 'vendor' end,
      'role', t.role,
      'vendor', case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'slug', v.slug) end
    )::text as json
    from api_tokens t left join vendors v on v.id = t.vendor_id
    where t.id = ${id}`
  return row?.json
}
