import type { Handle, Sql, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Role } from '../../http/server/access.ts'
import type { Member, MemberList } from './schema.ts'

/**
 * The team that members and API tokens belong to: a vendor's team, or the platform's team if `vendorId` is
 * null.
 */
export type Team = { vendorId: string | null }

/** A SQL condition for the rows of a team, in any table with the columns `vendor_id` and `is_platform`. */
export function inTeam(sql: Handle, { vendorId }: Team) {
  return vendorId === null ? sql`is_platform` : sql`vendor_id = ${vendorId}`
}

/**
 * Locks a team until the transaction ends, so that only one transaction at a time changes its members and
 * roles.
 */
export async function lockTeam(tx: Tx, { vendorId }: Team): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`team of ${vendorId ?? 'the platform'}`}, 2))`
}

/** Returns the role of an active user in the team, or undefined if the user isn't an active member. */
export async function findRole(tx: Tx, team: Team, userId: string): Promise<Role | undefined> {
  const [row] = await tx<{ role: Role }[]>`
    select role from users where ${inTeam(tx, team)} and id = ${userId} and is_active`
  return row?.role
}

/** Counts the owners of the team who can sign in. */
export async function countOwners(tx: Tx, team: Team): Promise<number> {
  const [row] = await tx<{ owners: number }[]>`
    select count(*)::integer as owners from users where ${inTeam(tx, team)} and role = 'OWNER' and is_active`
  return row?.owners ?? 0
}

/** A SQL query for the members of a team and its open invitations, with the same columns for both. */
function members(sql: Handle, team: Team) {
  return sql`
    select id, email, name, role, case when is_active then 'ACTIVE' else 'DISABLED' end as status, created_at,
      (select max(created_at) from sessions where user_id = users.id) as last_sign_in_at,
      null::timestamptz as invitation_expires_at
    from users where ${inTeam(sql, team)}
    union all
    select id, email, name, role, 'INVITED', created_at, null, expires_at
    from invitations where ${inTeam(sql, team)} and accepted_at is null and expires_at > now()`
}

/** A SQL expression for the JSON of a row `m` of `members`. */
function memberJson(sql: Handle) {
  return sql`json_build_object('id', m.id, 'email', m.email, 'name', m.name, 'role', m.role, 'status', m.status,
    'createdAt', iso_text(m.created_at), 'lastSignInAt', iso_text(m.last_sign_in_at),
    'invitationExpiresAt', iso_text(m.invitation_expires_at))`
}

/**
 * Lists the members and open invitations of a team, oldest first. Returns undefined if the vendor doesn't
 * exist.
 */
export async function listMembers(sql: Handle, team: Team): Promise<JsonText<MemberList> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('members', coalesce((
      select json_agg(${memberJson(sql)} order by m.created_at, m.id) from (${members(sql, team)}) m), '[]'))::text as json
    ${team.vendorId === null ? sql`` : sql`from vendors where id = ${team.vendorId}`}`
  return row?.json
}

/**
 * A member of a team, or an open invitation (`status` is INVITED). `json` is the member as the API shows it.
 */
export type StoredMember = {
  role: Role
  name: string
  status: Member['status']
  json: JsonText<Member>
}

/** Finds a member or an open invitation by its id. */
export async function findMember(sql: Handle, team: Team, id: string): Promise<StoredMember | undefined> {
  const [row] = await sql<StoredMember[]>`
    select m.role, m.name, m.status, ${memberJson(sql)}::text as json from (${members(sql, team)}) m where m.id = ${id}`
  return row
}

/**
 * Returns the role in the team's open invitation for this email address, or undefined if there is no such
 * invitation.
 */
export async function findInvitedRole(tx: Tx, team: Team, email: string): Promise<Role | undefined> {
  const [row] = await tx<{ role: Role }[]>`
    select role from invitations
    where ${inTeam(tx, team)} and lower(email) = lower(${email}) and accepted_at is null and expires_at > now()`
  return row?.role
}

/** Sets the name and role of a member. */
export async function updateMember(
  tx: Tx,
  team: Team,
  id: string,
  { name, role }: { name: string; role: Role }
): Promise<void> {
  await tx`
    update users set name = ${name}, role = ${role}, updated_at = now() where ${inTeam(tx, team)} and id = ${id}`
}

/** Sets the name and role of an invitation. Returns false if it has been accepted or deleted. */
export async function updateInvitation(
  tx: Tx,
  team: Team,
  id: string,
  { name, role }: { name: string; role: Role }
): Promise<boolean> {
  const { count } = await tx`
    update invitations set name = ${name}, role = ${role}
    where ${inTeam(tx, team)} and id = ${id} and accepted_at is null`
  return count === 1
}

/** Removes an account from its team. The account itself is not deleted. */
export async function clearMembership(tx: Tx, team: Team, id: string): Promise<void> {
  await tx`
    update users set vendor_id = null, is_platform = false, role = null, updated_at = now()
    where ${inTeam(tx, team)} and id = ${id}`
}

/** Deletes an invitation. Returns false if it has been accepted or deleted. */
export async function deleteInvitation(tx: Tx, team: Team, id: string): Promise<boolean> {
  const { count } = await tx`
    delete from invitations where ${inTeam(tx, team)} and id = ${id} and accepted_at is null`
  return count === 1
}

type FoundUser = {
  vendorId: string | null
  isPlatform: boolean
  name: string
  role: Role | null
  isActive: boolean
}

/** Finds a user by id. The user can belong to any team or to none. */
export async function findUser(tx: Tx, id: string): Promise<FoundUser | undefined> {
  const [row] = await tx<FoundUser[]>`
    select vendor_id, is_platform, name, role, is_active from users where id = ${id}`
  return row
}

/** True if anyone belongs to the operator's team. */
export async function hasOperator(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ found: boolean }[]>`select exists (select from users where is_platform) as found`
  return row?.found ?? false
}
