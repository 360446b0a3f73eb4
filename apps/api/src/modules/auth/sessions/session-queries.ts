import type { Handle, Sql, Tx } from '../../../db/connect.ts'
import type { Principal, Role } from '../../../http/server/access.ts'
import { refreshTokenSeconds } from '../tokens/tokens.ts'

type PrincipalRow = {
  id: string
  name: string
  vendorId: string | null
  isPlatform: boolean
  role: Role | null
  vendorIsActive: boolean
}

/** Returns the part of the API that a user or token with this membership can use. */
export function realmOf({
  isPlatform,
  vendorId
}: Pick<PrincipalRow, 'isPlatform' | 'vendorId'>): Principal['realm'] {
  if (isPlatform) return 'platform'
  return vendorId === null ? 'none' : 'vendor'
}

function principalOf(row: PrincipalRow, type: 'USER' | 'TOKEN', sessionId: string | null): Principal {
  const { id, name, vendorId, role, vendorIsActive } = row
  return { realm: realmOf(row), vendorId, vendorIsActive, role, actor: { type, id, name }, sessionId }
}

/** Finds the principal of a session, if both the session and its user are still active. */
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

/**
 * Finds the principal of an API token that hasn't expired. `isStale` is true if no use of the token was
 * recorded within the last minute.
 */
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

/**
 * Records the last use of a token, at most once a minute. Skips the update if another connection has the row
 * locked.
 */
export async function recordTokenUse(sql: Sql, id: string): Promise<void> {
  await sql`
    update api_tokens set last_used_at = now()
    where id = (
      select id from api_tokens
      where id = ${id} and coalesce(last_used_at <= now() - interval '1 minute', true)
      for no key update skip locked)`
}

/**
 * Inserts a session with its first refresh token and returns the session's id. Locks the user's row, so that
 * no session is opened with a password that is being changed. Returns undefined if the password has changed
 * since it was verified, or the user isn't active.
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

/** Ends a session. The end time of a session that has already ended doesn't change. */
export async function endSession(handle: Handle, sessionId: string): Promise<void> {
  await handle`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`
}

/**
 * Ends the sessions to which the refresh tokens with these hashes belong. Returns the ids of the sessions that
 * had not already ended. `hashes` must not be empty.
 */
export async function endSessionsOf(handle: Handle, hashes: Buffer[]): Promise<string[]> {
  const rows = await handle<{ id: string }[]>`
    update sessions set ended_at = now()
    where id in (select session_id from refresh_tokens where hash = any(${hashes})) and ended_at is null
    returning id`
  return rows.map((row) => row.id)
}

/** Ends all sessions of a user except the given one, and returns the ids of the ended sessions. */
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
  /** The membership of the user. */
  vendorId: string | null
  isPlatform: boolean
  salt: Buffer
  /** True if the token and its session haven't expired, the session hasn't ended, and the user is active. */
  isCurrent: boolean
  isSpent: boolean
  /**
   * True if the token was used within the last 10 seconds. The current request may then be a retry of the
   * request that used the token.
   */
  isJustSpent: boolean
}

/** Locks a refresh token until the transaction ends, so that concurrent uses of it are serialised. */
export async function lockRefreshToken(tx: Tx, hash: Buffer): Promise<StoredRefreshToken | undefined> {
  const [row] = await tx<StoredRefreshToken[]>`
    select t.session_id, s.user_id, u.vendor_id, u.is_platform, t.salt,
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

/** Returns those of the hashes that are refresh tokens of the session. */
export async function findRefreshTokens(tx: Tx, sessionId: string, hashes: Buffer[]): Promise<Buffer[]> {
  const rows = await tx<{ hash: Buffer }[]>`
    select hash from refresh_tokens where session_id = ${sessionId} and hash = any(${hashes})`
  return rows.map(({ hash }) => hash)
}

/**
 * Marks a locked token as used, inserts its successor and extends the session. Returns false if the session
 * has ended in the meantime.
 */
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

/** Deletes expired sessions and refresh tokens. */
export async function deleteOldSessions(sql: Sql): Promise<void> {
  await sql`
    with session as (delete from sessions where expires_at <= now())
    delete from refresh_tokens where expires_at <= now()`
}

/** Deletes expired resets. Deletes invitations and API tokens that expired at least 30 days ago. */
export async function deleteOldTokens(sql: Sql): Promise<void> {
  await sql`
    with reset as (delete from password_resets where expires_at <= now()),
      invitation as (delete from invitations where expires_at <= now() - interval '30 days')
    delete from api_tokens where expires_at <= now() - interval '30 days'`
}
