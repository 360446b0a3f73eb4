import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvents } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { deleteReset } from '../auth/reset-queries.ts'
import { enterTeam } from './enter-team.ts'
import { requireAnotherOwner } from './last-owner.ts'
import { findMember, type StoredMember, updateInvitation, updateMember } from './queries.ts'
import { requireGivable, requireReach } from './roles.ts'
import type { Member, MemberPatch } from './schema.ts'
import type { Team } from './team-queries.ts'

/**
 * Gives a member, or somebody invited, another role or name. A reset of a password that waits is void with the role:
 * who asked for it may not have been allowed to for the new one. `LAST_OWNER` where nobody else is one.
 */
export async function changeMember(
  tx: Tx,
  caller: Caller,
  { team, id, patch }: { team: Team; id: string; patch: MemberPatch }
): Promise<JsonText<Member>> {
  const own = await enterTeam(tx, caller, team)
  const stored = orNotFound(await findMember(tx, team, id))
  await requireMatch(caller, async () => stored.json)
  requireReach(own, stored.role)
  const next = { name: patch.name ?? stored.name, role: patch.role ?? stored.role }
  requireGivable(own, next.role)
  if (next.role !== 'OWNER') await requireAnotherOwner(tx, team, stored)
  if (stored.status === 'INVITED') orNotFound((await updateInvitation(tx, team, id, next)) || undefined)
  else await updateMember(tx, team, id, next)
  if (next.role !== stored.role) await deleteReset(tx, id)
  await recordChanges(tx, caller, { team, id, stored, next })
  return orNotFound(await findMember(tx, team, id)).json
}

async function recordChanges(
  tx: Tx,
  caller: Caller,
  { team, id, stored, next }: { team: Team; id: string; stored: StoredMember; next: Required<MemberPatch> }
): Promise<void> {
  const change = { vendorId: team.vendorId, subject: { type: 'member', id } }
  const roleChanged = {
    ...change,
    type: 'member.role_changed' as const,
    changedFields: ['role'],
    details: { from: stored.role, to: next.role }
  }
  const renamed = { ...change, type: 'member.updated' as const, changedFields: ['name'] }
  await recordEvents(tx, caller, [
    ...(next.role !== stored.role ? [roleChanged] : []),
    ...(next.name !== stored.name ? [renamed] : [])
  ])
}
