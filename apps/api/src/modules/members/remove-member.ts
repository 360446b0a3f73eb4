import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { endOtherSessions } from '../auth/queries.ts'
import { deleteReset } from '../auth/reset-queries.ts'
import { enterTeam } from './enter-team.ts'
import { requireAnotherOwner } from './last-owner.ts'
import { clearMembership, deleteInvitation, findMember } from './queries.ts'
import { requireReach } from './roles.ts'
import type { Team } from './team-queries.ts'

/**
 * Takes a member's membership, ends all their sessions and makes a reset of their password void, so that the team has
 * no hold on the account any more; or withdraws an invitation. `LAST_OWNER` where nobody else is one.
 */
export async function removeMember(
  tx: Tx,
  caller: Caller,
  { team, id }: { team: Team; id: string }
): Promise<void> {
  const own = await enterTeam(tx, caller, team)
  const stored = orNotFound(await findMember(tx, team, id))
  await requireMatch(caller, async () => stored.json)
  requireReach(own, stored.role)
  await requireAnotherOwner(tx, team, stored)
  const isInvited = stored.status === 'INVITED'
  if (isInvited) orNotFound((await deleteInvitation(tx, team, id)) || undefined)
  else {
    await clearMembership(tx, team, id)
    await deleteReset(tx, id)
    await endOtherSessions(tx, id, null)
  }
  await recordEvent(tx, caller, {
    type: isInvited ? 'member.invitation_withdrawn' : 'member.removed',
    vendorId: team.vendorId,
    subject: { type: 'member', id },
    details: { role: stored.role }
  })
}
