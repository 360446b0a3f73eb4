import type { Handle, Sql, Tx } from '../../db/connect.ts'
import type { Principal, Role } from '../../http/access.ts'
import { refreshTokenSeconds } from './tokens.ts'

type PrincipalRow = {
  id: string
  name: string
  vendorId: string | null
  isPlatform: boolean
  role: Role | null
  vendorIsActive: boolean
}

function principalOf(row: PrincipalRow, type: 'USER' | 'TOKEN', sessionId: string | null): Principal {
  const { id, name, vendorId, isPlatform, role, vendorIsActive } = row
  const realm = isPlatform ? 'platform' : vendorId ? 'vendor' : 'none'
  return { realm, vendorId, vendorIsActive, role, actor: { type, id, name }, sessionId }
}

/** Finds whose session it is, if both the session and its user are still active. */
export async function findPrincipal(
  sql: Handle,
  { userId, sessionId }: { userId: string; sessionId: string }
): Promise<Principal | undefined> {
  const [row] = await sql<PrincipalRow[]>`
    select u.id, u.name, u.vendor_id, u.is_platform, u.role, coalesce(v.is_active, false) as vendor_is_active
    from sessions s
    join users u on u.id = s.user_id
    left join vendors v on v.id = u.vendor_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
      and u.is_active`
  return row && principalOf(row, 'USER', sessionId)
}

/** Finds whose API token it is while it lasts; `isStale` if its last use was not noted within the last minute. */
export async function findTokenPrincipal(
  sql: Handle,
  tokenHash: Buffer
): Promise<{ principal: Principal; isStale: boolean } | undefined> {
  const [row] = await sql<(PrincipalRow & { isStale: boolean })[]>`
    select t.id, t.name, t.vendor_id, t.is_platform, t.role, coalesce(v.is_active, false) as vendor_is_active,
      coalesce(t.last_used_at <= now() - interval '1 minute', true) as is_stale
    from api_tokens t
    left join vendors v on v.id = t.vendor_id
    where t.token_hash = ${tokenHash} and (t.expires_at is null or t.expires_at > now())`
  return row && { principal: principalOf(row, 'TOKEN', null), isStale: row.isStale }
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

/**
 * Opens a session with its first refresh token. The user is locked, so that no session is opened by a password
 * while it is changed: undefined where it is another one by then, or the user is no longer active.
 */
export async function insertSession(
  handle: Handle,
  user: { id: string; passwordHash: string },
  token: { hash: Buffer; salt: Buffer }
): Promise<string | undefined> {
  const [row] = await handle<{ id: string }[]>`
    with account as (
      select id from users where id = ${user.id} and password_hash = ${user.passwordHash} and is_active for share
    ), session as (
      insert into sessions (user_id, expires_at)
      select id, now() + make_interval(secs => ${refreshTokenSeconds}) from account
      returning id, expires_at
    )
    insert into refresh_tokens (hash, session_id, salt, expires_at)
    select ${token.hash}, id, ${token.salt}, expires_at from session
    returning session_id as id`
  return row?.id
}

/** Ends a session; one that has ended already keeps its time. */
export async function endSession(handle: Handle, sessionId: string): Promise<void> {
  await handle`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`
}

/** Ends all sessions of a user but one, and tells which. */
export async function endOtherSessions(tx: Tx, userId: string, sessionId: string | null): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`
    update sessions set ended_at = now()
    where user_id = ${userId} and id is distinct from ${sessionId} and ended_at is null and expires_at > now()
    returning id`
  return rows.map((row) => row.id)
}

type StoredRefreshToken = {
  sessionId: string
  userId: string
  salt: Buffer
  /** Neither the token, its session nor its user has ended. */
  isCurrent: boolean
  isSpent: boolean
  /** Spent so short a time ago that it may be the same request sent again. */
  isJustSpent: boolean
}

/** Locks a refresh token until the transaction ends, so that of many at once one comes first. */
export async function lockRefreshToken(tx: Tx, hash: Buffer): Promise<StoredRefreshToken | undefined> {
  const [row] = await tx<StoredRefreshToken[]>`
    select t.session_id, s.user_id, t.salt,
      t.expires_at > now() and s.expires_at > now() and s.ended_at is null and u.is_active as is_current,
      t.spent_at is not null as is_spent,
      coalesce(t.spent_at > clock_timestamp() - interval '10 seconds', false) as is_just_spent
    from refresh_tokens t
    join sessions s on s.id = t.session_id
    join users u on u.id = s.user_id
    where t.hash = ${hash}
    for update of t`
  return row
}

/** Spends a locked token for its successor, which lengthens the session; false where that has ended meanwhile. */
export async function replaceRefreshToken(
  tx: Tx,
  { hash, sessionId }: { hash: Buffer; sessionId: string },
  successor: { hash: Buffer; salt: Buffer }
): Promise<boolean> {
  const { count } = await tx`
    with spent as (
      update refresh_tokens set spent_at = clock_timestamp() where hash = ${hash}
    ), session as (
      update sessions set expires_at = now() + make_interval(secs => ${refreshTokenSeconds})
      where id = ${sessionId} and ended_at is null
      returning id, expires_at
    )
    insert into refresh_tokens (hash, session_id, salt, expires_at)
    select ${successor.hash}, id, ${successor.salt}, expires_at from session`
  return count === 1
}

/** Sessions and refresh tokens that have expired. */
export async function deleteOldSessions(sql: Sql): Promise<void> {
  await sql`
    with session as (delete from sessions where expires_at <= now())
    delete from refresh_tokens where expires_at <= now()`
}

/** Resets that have expired; invitations and API tokens that have for 30 days. */
export async function deleteOldTokens(sql: Sql): Promise<void> {
  await sql`
    with reset as (delete from password_resets where expires_at <= now()),
      invitation as (delete from invitations where expires_at <= now() - interval '30 days')
    delete from api_tokens where expires_at <= now() - interval '30 days'`
}
