import type { Handle, Sql, Tx } from '../../db/connect.ts'
import type { Principal, Role } from '../../http/access.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Me } from './schema.ts'
import { refreshTokenSeconds } from './tokens.ts'

/** Where a user belongs: to a vendor, to the platform, or to none. */
export type Membership = { vendorId: string | null; isPlatform: boolean; role: Role | null }

/** What a sign-in is checked against. */
export type Credentials = {
  id: string
  email: string
  passwordHash: string
  isActive: boolean
  role: Role | null
}

/** Whose session it is, where both the session and its user are still active. */
export async function findPrincipal(
  sql: Handle,
  { userId, sessionId }: { userId: string; sessionId: string }
): Promise<Principal | undefined> {
  const [row] = await sql<(Membership & { name: string; vendorIsActive: boolean })[]>`
    select u.name, u.vendor_id, u.is_platform, u.role, coalesce(v.is_active, false) as vendor_is_active
    from sessions s
    join users u on u.id = s.user_id
    left join vendors v on v.id = u.vendor_id
    where s.id = ${sessionId} and s.user_id = ${userId} and s.ended_at is null and s.expires_at > now()
      and u.is_active`
  if (!row) return undefined
  return {
    realm: row.isPlatform ? 'platform' : row.vendorId ? 'vendor' : 'none',
    vendorId: row.vendorId,
    vendorIsActive: row.vendorIsActive,
    role: row.role,
    actor: { type: 'USER', id: userId, name: row.name },
    sessionId
  }
}

/** The account of an email address, compared without regard to case. */
export async function findCredentials(sql: Handle, email: string): Promise<Credentials | undefined> {
  const [row] = await sql<Credentials[]>`
    select id, email, password_hash, is_active, role from users where lower(email) = lower(${email})`
  return row
}

/** The account of a user's id. */
export async function findCredentialsOf(sql: Handle, userId: string): Promise<Credentials | undefined> {
  const [row] = await sql<Credentials[]>`
    select id, email, password_hash, is_active, role from users where id = ${userId}`
  return row
}

/** A user with their vendor as `GET /auth/me` shows them. */
export async function findMe(sql: Handle, userId: string): Promise<JsonText<Me> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object(
      'user', json_build_object('id', u.id, 'email', u.email, 'name', u.name),
      'token', null,
      'realm', case when u.is_platform then 'platform' when u.vendor_id is not null then 'vendor' else 'none' end,
      'role', u.role,
      'vendor', case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'slug', v.slug) end
    )::text as json
    from users u left join vendors v on v.id = u.vendor_id
    where u.id = ${userId}`
  return row?.json
}

/** The id of the new user, or undefined where the email address is taken. */
export async function insertUser(
  tx: Tx,
  user: Membership & { email: string; name: string; passwordHash: string }
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into users (email, name, password_hash, vendor_id, is_platform, role)
    values (${user.email}, ${user.name}, ${user.passwordHash}, ${user.vendorId}, ${user.isPlatform}, ${user.role})
    on conflict (lower(email)) do nothing
    returning id`
  return row?.id
}

/** Gives an account its membership, unless it has one, or is no longer what was proven to be the caller's. */
export async function joinMembership(
  tx: Tx,
  { id, passwordHash, vendorId, isPlatform, role }: Membership & { id: string; passwordHash: string }
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await tx<{ id: string; name: string }[]>`
    update users set vendor_id = ${vendorId}, is_platform = ${isPlatform}, role = ${role}, updated_at = now()
    where id = ${id} and password_hash = ${passwordHash} and is_active and role is null
    returning id, name`
  return row
}

/** Whether the password was still the one that was proven, and is the new one now. */
export async function updatePassword(
  tx: Tx,
  { id, from, to }: { id: string; from: string; to: string }
): Promise<boolean> {
  const { count } = await tx`
    update users set password_hash = ${to}, updated_at = now() where id = ${id} and password_hash = ${from}`
  return count === 1
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

export type StoredRefreshToken = {
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

export type StoredInvitation = Membership & { email: string; name: string }

/** An invitation in place of any earlier one to the same team; undefined for an account with a membership. */
export async function insertInvitation(
  tx: Tx,
  invitation: { email: string; name: string; role: Role; vendorId: string | null; tokenHash: Buffer }
): Promise<{ id: string; expiresAt: string } | undefined> {
  const [row] = await tx<{ id: string; expiresAt: string }[]>`
    with earlier as (
      delete from invitations
      where lower(email) = lower(${invitation.email}) and vendor_id is not distinct from ${invitation.vendorId}
        and accepted_at is null
    )
    insert into invitations (token_hash, email, name, vendor_id, is_platform, role, expires_at)
    select ${invitation.tokenHash}, ${invitation.email}, ${invitation.name}, ${invitation.vendorId}::uuid,
      ${invitation.vendorId === null}, ${invitation.role}, now() + interval '7 days'
    where not exists (
      select from users where lower(email) = lower(${invitation.email}) and role is not null)
    returning id, expires_at`
  return row
}

/** An invitation that can still be accepted. */
export async function findInvitation(sql: Handle, tokenHash: Buffer): Promise<StoredInvitation | undefined> {
  const [row] = await sql<StoredInvitation[]>`
    select email, name, vendor_id, is_platform, role from invitations
    where token_hash = ${tokenHash} and accepted_at is null and expires_at > now()`
  return row
}

/** Accepts an invitation and tells what it says; undefined where it cannot be: of two at once one comes first. */
export async function acceptInvitation(tx: Tx, tokenHash: Buffer): Promise<StoredInvitation | undefined> {
  const [row] = await tx<StoredInvitation[]>`
    update invitations set accepted_at = now()
    where token_hash = ${tokenHash} and accepted_at is null and expires_at > now()
    returning email, name, vendor_id, is_platform, role`
  return row
}

/** Makes a reset of the user's password, in place of any earlier one; ISO 8601, an hour ahead. */
export async function insertReset(tx: Tx, userId: string, tokenHash: Buffer): Promise<string> {
  const [row] = await tx<{ expiresAt: string }[]>`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${userId}, ${tokenHash}, now() + interval '1 hour')
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
    returning expires_at`
  if (!row) throw new Error('An insertion answered no row')
  return row.expiresAt
}

/** The id of the user whose password a reset is for, while it lasts. */
export async function findReset(sql: Handle, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select r.user_id from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${tokenHash} and r.expires_at > now() and u.is_active`
  return row?.userId
}

/** Whether the reset still lasted, and is spent now: of two at once one comes first. */
export async function spendReset(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    delete from password_resets where token_hash = ${tokenHash} and expires_at > now()`
  return count === 1
}

/** Makes a user's reset void where there is one. */
export async function deleteReset(tx: Tx, userId: string): Promise<void> {
  await tx`delete from password_resets where user_id = ${userId}`
}

/** Sets an active user's password whatever it was; undefined where there is no such user. */
export async function overwritePassword(
  tx: Tx,
  userId: string,
  passwordHash: string
): Promise<{ name: string; vendorId: string | null; isPlatform: boolean } | undefined> {
  const [row] = await tx<{ name: string; vendorId: string | null; isPlatform: boolean }[]>`
    update users set password_hash = ${passwordHash}, updated_at = now()
    where id = ${userId} and is_active
    returning name, vendor_id, is_platform`
  return row
}
