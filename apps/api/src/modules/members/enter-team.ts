import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import type { Role } from '../../http/access.ts'
import type { Caller } from '../../http/caller.ts'
import { findRole, lockTeam, type Team } from './team-queries.ts'

/**
 * Lets a person change a team, one at a time until the transaction ends, and tells their role as it is now: what was
 * remembered of it may be seconds old, and whoever was just lowered must not use that to rise again. 403 where they
 * may not manage the team any more.
 */
export async function enterTeam(tx: Tx, { actor }: Caller, team: Team): Promise<Role> {
  await lockTeam(tx, team)
  const role = await findRole(tx, team, actor.id ?? '')
  if (role === 'OWNER' || role === 'ADMIN') return role
  throw new Problem('INSUFFICIENT_ROLE', { detail: 'This needs one of the roles OWNER, ADMIN.' })
}
