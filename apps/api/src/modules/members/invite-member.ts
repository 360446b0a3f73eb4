import type { Tx } from '../../db/connect.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { createInvitation } from '../auth/create-invitation.ts'
import { enterTeam } from './enter-team.ts'
import { findInvitedRole, findMember } from './queries.ts'
import { requireGivable, requireReach } from './roles.ts'
import type { InvitedMember, NewMember } from './schema.ts'
import type { Team } from './team-queries.ts'

/**
 * Invites somebody to the caller's team; an earlier invitation of the address is void. `EMAIL_TAKEN` where its
 * account belongs to a team already.
 */
export async function inviteMember(
  tx: Tx,
  caller: Caller,
  { team, member }: { team: Team; member: NewMember }
): Promise<JsonText<InvitedMember>> {
  const own = await enterTeam(tx, caller, team)
  requireGivable(own, member.role)
  const replaced = await findInvitedRole(tx, team, member.email)
  if (replaced) requireReach(own, replaced)
  const { id, ...invitation } = await createInvitation(tx, { ...member, ...team })
  await recordEvent(tx, caller, {
    type: 'member.invited',
    vendorId: team.vendorId,
    subject: { type: 'member', id },
    details: { role: member.role }
  })
  const { json } = orNotFound(await findMember(tx, team, id))
  return JSON.stringify({ ...JSON.parse(json), invitation })
}
