import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import {
  type Access,
  platformManage,
  platformManagePeople,
  type Role,
  roles,
  vendorManage,
  vendorManagePeople
} from '../../http/access.ts'
import type { Caller } from '../../http/caller.ts'
import { tags } from '../../http/openapi.ts'
import { countOwners, findRole, lockTeam, type StoredMember, type Team } from './queries.ts'

/** One kind of team, as the routes of members and of API tokens need it. */
export type TeamKind = {
  /** Where its members and tokens are found. */
  path: '/vendor/me' | '/platform'
  /** Stands in the ids of operations. */
  infix: '' | 'Platform'
  read: Access
  manage: Access
  tags: { members: string; apiTokens: string }
  teamOf(caller: { readonly vendorId: string }): Team
}

export const vendorTeam: TeamKind = {
  path: '/vendor/me',
  infix: '',
  read: vendorManage,
  manage: vendorManagePeople,
  tags: { members: tags.members, apiTokens: tags.apiTokens },
  teamOf: ({ vendorId }) => ({ vendorId })
}

export const platformTeam: TeamKind = {
  path: '/platform',
  infix: 'Platform',
  read: platformManage,
  manage: platformManagePeople,
  tags: { members: tags.platformMembers, apiTokens: tags.platformMembers },
  teamOf: () => ({ vendorId: null })
}

/**
 * Lets a person change a team, one at a time until the transaction ends, and returns their role as it is now: what
 * was remembered of it may be seconds old, and whoever was just lowered must not use that to rise again. 403 if they
 * may not manage the team any more.
 */
export async function enterTeam(tx: Tx, { actor }: Caller, team: Team): Promise<Role> {
  await lockTeam(tx, team)
  const role = await findRole(tx, team, actor.id ?? '')
  if (role === 'OWNER' || role === 'ADMIN') return role
  throw new Problem('INSUFFICIENT_ROLE', { detail: 'This needs one of the roles OWNER, ADMIN.' })
}

/** Refuses to take the role from the only owner of a team who can sign in. The team is locked. */
export async function requireAnotherOwner(tx: Tx, team: Team, member: StoredMember): Promise<void> {
  if (member.role !== 'OWNER' || member.status !== 'ACTIVE') return
  if ((await countOwners(tx, team)) > 1) return
  throw new Problem('LAST_OWNER', { detail: 'Make somebody else an OWNER first.' })
}

/** True if a role is above another one. */
export function isAbove(role: Role, other: Role): boolean {
  return roles.indexOf(role) < roles.indexOf(other)
}

/** Refuses to give a role above one's own. */
export function requireGivable(own: Role, role: Role): void {
  if (!isAbove(role, own)) return
  throw new Problem('INSUFFICIENT_ROLE', { detail: `Your role ${own} cannot give the role ${role}.` })
}

/** Refuses to change, remove or reset an OWNER to anyone but an OWNER. */
export function requireReach(own: Role, role: Role): void {
  if (role !== 'OWNER' || own === 'OWNER') return
  throw new Problem('INSUFFICIENT_ROLE', { detail: 'Only an OWNER can do this to an OWNER.' })
}
