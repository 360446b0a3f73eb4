import type { Handle, Tx } from '../../../db/connect.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Principal, Role } from '../../../http/server/access.ts'
import type { Me } from '../schema.ts'

/** A user's membership: of a vendor's team, of the platform's team, or of no team. */
export type Membership = { vendorId: string | null; isPlatform: boolean; role: Role | null }

/** The fields of an account that a sign-in checks. */
export type Credentials = {
  id: string
  email: string
  passwordHash: string
  isActive: boolean
  role: Role | null
  vendorId: string | null
  isPlatform: boolean
}

/** Finds an account by email address (case-insensitively) or by user id. */
export async function findCredentials(
  sql: Handle,
  user: { email: string } | { id: string }
): Promise<Credentials | undefined> {
  const [row] = await sql<Credentials[]>`
    select id, email, password_hash, is_active, role, vendor_id, is_platform from users
    where ${'id' in user ? sql`id = ${user.id}` : sql`lower(email) = lower(${user.email})`}`
  return row
}

/**
 * Returns the response of `GET /auth/me` for a user or an API token: the account or token, and its vendor.
 * Returns undefined if the account or token no longer exists.
 */
export async function findMe(
  sql: Handle,
  { type, id }: Principal['actor']
): Promise<JsonText<Me> | undefined> {
  const isToken = type === 'TOKEN'
  const user = sql`json_build_object('id', c.id, 'email', c.email, 'name', c.name)`
  const token = sql`json_build_object('id', c.id, 'name', c.name, 'expiresAt', iso_text(c.expires_at))`
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('user', ${isToken ? sql`null` : user}, 'token', ${isToken ? token : sql`null`},
      'realm', case when c.is_platform then 'platform' when c.vendor_id is not null then 'vendor' else 'none' end,
      'role', c.role,
      'vendor', case when v.id is not null then json_build_object('id', v.id, 'name', v.name, 'slug', v.slug) end
    )::text as json
    from ${sql(isToken ? 'api_tokens' : 'users')} c left join vendors v on v.id = c.vendor_id
    where c.id = ${id}`
  return row?.json
}

/** Inserts a user and returns the id, or undefined if the email address is taken. */
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

/**
 * Sets the membership of an account that has none and returns the user. Returns undefined if the account
 * already has a membership or is disabled, or if its password has changed since the password was verified.
 */
export async function setMembership(
  tx: Tx,
  { id, passwordHash, vendorId, isPlatform, role }: Membership & { id: string; passwordHash: string }
): Promise<{ id: string; name: string } | undefined> {
  const [row] = await tx<{ id: string; name: string }[]>`
    update users set vendor_id = ${vendorId}, is_platform = ${isPlatform}, role = ${role}, updated_at = now()
    where id = ${id} and password_hash = ${passwordHash} and is_active and role is null
    returning id, name`
  return row
}

/**
 * Sets a user's password hash and returns the user. If `from` is given, the stored hash must be equal to
 * `from`; otherwise the user must be active. If this condition isn't met, changes nothing and returns
 * undefined.
 */
export async function updatePassword(
  tx: Tx,
  { id, from, to }: { id: string; from?: string; to: string }
): Promise<{ name: string; vendorId: string | null; isPlatform: boolean } | undefined> {
  const [row] = await tx<{ name: string; vendorId: string | null; isPlatform: boolean }[]>`
    update users set password_hash = ${to}, updated_at = now()
    where id = ${id} and ${from === undefined ? tx`is_active` : tx`password_hash = ${from}`}
    returning name, vendor_id, is_platform`
  return row
}

/** An invitation, with the membership that the invited person gets by accepting it. */
export type StoredInvitation = Membership & { email: string; name: string }

type NewInvitation = { id: string; expiresAt: string; replacesEarlier: boolean }

/**
 * Inserts an invitation, and deletes a pending invitation of the same email address to the same team. If the
 * email address already has an account that is a member of a team, inserts nothing and returns undefined.
 */
export async function insertInvitation(
  tx: Tx,
  invitation: { email: string; name: string; role: Role; vendorId: string | null; tokenHash: Buffer }
): Promise<NewInvitation | undefined> {
  const [row] = await tx<NewInvitation[]>`
    with earlier as (
      delete from invitations
      where lower(email) = lower(${invitation.email}) and vendor_id is not distinct from ${invitation.vendorId}
        and accepted_at is null
      returning expires_at
    )
    insert into invitations (token_hash, email, name, vendor_id, is_platform, role, expires_at)
    select ${invitation.tokenHash}, ${invitation.email}, ${invitation.name}, ${invitation.vendorId}::uuid,
      ${invitation.vendorId === null}, ${invitation.role}, now() + interval '7 days'
    where not exists (
      select from users where lower(email) = lower(${invitation.email}) and role is not null)
    returning id, expires_at, exists (select from earlier where expires_at > now()) as replaces_earlier`
  return row
}

/**
 * Returns SQL for the hash of the token that was issued, if this is the hash of a token that was mailed instead of it
 * (`mail_links`). Otherwise, returns SQL for this hash.
 */
function issuedHash(sql: Handle, tokenHash: Buffer) {
  return sql`coalesce((select parent_hash from mail_links where token_hash = ${tokenHash}), ${tokenHash})`
}

/** Returns an invitation that can still be accepted, or undefined if there is none with this token hash. */
export async function findInvitation(sql: Handle, tokenHash: Buffer): Promise<StoredInvitation | undefined> {
  const [row] = await sql<StoredInvitation[]>`
    select email, name, vendor_id, is_platform, role from invitations
    where token_hash = ${issuedHash(sql, tokenHash)} and accepted_at is null and expires_at > now()`
  return row
}

/**
 * Marks an invitation as accepted and returns it. Returns undefined if the invitation is unknown, expired or
 * already accepted. Of two concurrent requests only one can accept it.
 */
export async function acceptInvitation(tx: Tx, tokenHash: Buffer): Promise<StoredInvitation | undefined> {
  const [row] = await tx<StoredInvitation[]>`
    update invitations set accepted_at = now()
    where token_hash = ${issuedHash(tx, tokenHash)} and accepted_at is null and expires_at > now()
    returning email, name, vendor_id, is_platform, role`
  return row
}

/** Inserts a password reset for the user, replacing any earlier one. Returns its expiry time (ISO 8601). */
export async function insertReset(tx: Tx, userId: string, tokenHash: Buffer): Promise<string> {
  const [row] = await tx<{ expiresAt: string }[]>`
    insert into password_resets (user_id, token_hash, expires_at)
    values (${userId}, ${tokenHash}, now() + interval '1 hour')
    on conflict (user_id) do update
      set token_hash = excluded.token_hash, created_at = now(), expires_at = excluded.expires_at
    returning expires_at`
  if (!row) throw new Error('The insert into password_resets returned no row')
  return row.expiresAt
}

/**
 * Returns the id of the user to whom a reset belongs. Returns undefined if the reset has expired or doesn't
 * exist, or if the user isn't active.
 */
export async function findReset(sql: Handle, tokenHash: Buffer): Promise<string | undefined> {
  const [row] = await sql<{ userId: string }[]>`
    select r.user_id from password_resets r join users u on u.id = r.user_id
    where r.token_hash = ${issuedHash(sql, tokenHash)} and r.expires_at > now() and u.is_active`
  return row?.userId
}

/**
 * Deletes a reset. Returns true if the reset existed and hadn't expired. Of two concurrent requests only one
 * gets true.
 */
export async function consumeReset(tx: Tx, tokenHash: Buffer): Promise<boolean> {
  const { count } = await tx`
    delete from password_resets where token_hash = ${issuedHash(tx, tokenHash)} and expires_at > now()`
  return count === 1
}

/** Deletes a user's reset, if any, so that its token no longer works. */
export async function deleteReset(tx: Tx, userId: string): Promise<void> {
  await tx`delete from password_resets where user_id = ${userId}`
}
