import type { Handle, Tx } from '../../db/connect.ts'
import type { Role } from '../../http/access.ts'

/** Whose people and tokens: a vendor's, or the platform's where `vendorId` is null. */
export type Team = { vendorId: string | null }

/** SQL for the rows of a team, in any table that has both columns. */
export function inTeam(sql: Handle, { vendorId }: Team) {
  return vendorId === null ? sql`is_platform` : sql`vendor_id = ${vendorId}`
}

/** Lets one transaction at a time change who belongs to a team, and what they may. */
export async function lockTeam(tx: Tx, { vendorId }: Team): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`team of ${vendorId ?? 'the platform'}`}, 2))`
}

/** The role of an active user in the team, undefined where there is none. */
export async function findRole(tx: Tx, team: Team, userId: string): Promise<Role | undefined> {
  const [row] = await tx<{ role: Role }[]>`
    select role from users where ${inTeam(tx, team)} and id = ${userId} and is_active`
  return row?.role
}

/** How many owners of the team can sign in. */
export async function countOwners(tx: Tx, team: Team): Promise<number> {
  const [row] = await tx<{ owners: number }[]>`
    select count(*)::integer as owners from users where ${inTeam(tx, team)} and role = 'OWNER' and is_active`
  return row?.owners ?? 0
}
