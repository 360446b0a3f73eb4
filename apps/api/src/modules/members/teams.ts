import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import type { Caller } from '../../http/caller.ts'
import { tags } from '../../http/openapi/openapi.ts'
import {
  type Access,
  platformManage,
  platformManagePeople,
  type Role,
  roles,
  vendorManage,
  vendorManagePeople
} from '../../http/server/access.ts'
import { countOwners, findRole, lockTeam, type StoredMember, type Team } from './queries.ts'

/**
 * The values in which the routes for members and API tokens differ between vendors' teams and the platform's
 * team.
 */
export type TeamKind = {
  /** The prefix of the URLs for the team's members and tokens. */
  path: '/vendor/me' | '/platform'
  /** Inserted into operation ids, as in `listPlatformMembers`. */
  infix: '' | 'Platform'
  /** Who may read the members and tokens, and manage webhooks. */
  read: Access
  /** Who may change the members and tokens. API tokens can't. */
  manage: Access
  tags: { members: string; apiTokens: string; webhooks: string }
  /** Returns the team that the caller belongs to. */
  teamOf(caller: { readonly vendorId: string }): Team
}

export const vendorTeam: TeamKind = {
  path: '/vendor/me',
  infix: '',
  read: vendorManage,
  manage: vendorManagePeople,
  tags: { members: tags.members, apiTokens: tags.apiTokens, webhooks: tags.webhooks },
  teamOf: ({ vendorId }) => ({ vendorId })
}

export const platformTeam: TeamKind = {
  path: '/platform',
  infix: 'Platform',
  read: platformManage,
  manage: platformManagePeople,
  tags: {
    members: tags.platformMembers,
    apiTokens: tags.platformMembers,
    webhooks: tags.platformWebhooks
  },
  teamOf: () => ({ vendorId: null })
}

/**
 * Locks the team until the transaction ends, and returns the caller's current role from the database. Throws
 * a 403 unless this role is OWNER or ADMIN. The role found when the request was authenticated isn't enough:
 * it may be some seconds old, and a user who has just lost a role must not be able to restore it.
 */
export async function requireManager(tx: Tx, { actor }: Caller, team: Team): Promise<Role> {
  await lockTeam(tx, team)
  const role = await findRole(tx, team, actor.id ?? '')
  if (role === 'OWNER' || role === 'ADMIN') return role
  throw new Problem('INSUFFICIENT_ROLE', { detail: 'This operation requires the role OWNER or ADMIN.' })
}

/** Throws a 409 if the member is the only owner of the team who can sign in. The team must be locked. */
export async function requireAnotherOwner(tx: Tx, team: Team, member: StoredMember): Promise<void> {
  if (member.role !== 'OWNER' || member.status !== 'ACTIVE') return
  if ((await countOwners(tx, team)) > 1) return
  throw new Problem('LAST_OWNER', { detail: 'Make another member an OWNER first.' })
}

/** True if `role` has more rights than `other`. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other)
}

/** Throws a 403 if the role to assign is above the caller's own role. */
export function requireAssignable(ownRole: Role, role: Role): void {
  if (!isAbove(role, ownRole)) return
  throw new Problem('INSUFFICIENT_ROLE', {
    detail: `With the role ${ownRole} you can't assign the role ${role}.`
  })
}

/**
 * Throws a 403 unless the caller may change, remove or reset a member with this role. Only owners may manage
 * owners.
 */
export function requireMayManage(ownRole: Role, role: Role): void {
  if (role !== 'OWNER' || ownRole === 'OWNER') return
  throw new Problem('INSUFFICIENT_ROLE', { detail: 'Only an OWNER can manage another OWNER.' })
}
