import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import type { StoredMember } from './queries.ts'
import { countOwners, type Team } from './team-queries.ts'

/** Refuses to take the role from the only owner of a team who can sign in. The team is locked. */
export async function requireAnotherOwner(tx: Tx, team: Team, member: StoredMember): Promise<void> {
  if (member.role !== 'OWNER' || member.status !== 'ACTIVE') return
  if ((await countOwners(tx, team)) > 1) return
  throw new Problem('LAST_OWNER', { detail: 'Make somebody else an OWNER first.' })
}
