import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import type { JsonText } from '../../http/json-text.ts'
import { createReset } from '../auth/create-reset.ts'
import { enterTeam } from './enter-team.ts'
import { findMember, findUser } from './queries.ts'
import { requireReach } from './roles.ts'
import type { MemberReset } from './schema.ts'
import type { Team } from './team-queries.ts'

/** Lets a member of the caller's team set a new password; an ADMIN cannot do so for an OWNER. */
export async function resetMember(
  tx: Tx,
  caller: Caller,
  { team, id }: { team: Team; id: string }
): Promise<JsonText<MemberReset>> {
  const own = await enterTeam(tx, caller, team)
  const { role, status } = orNotFound(await findMember(tx, team, id))
  requireReach(own, role)
  if (status === 'INVITED') {
    throw new Problem('CONFLICT', {
      detail: 'There is no password yet: invite the address again for a new token.'
    })
  }
  return answerReset(tx, caller, { vendorId: team.vendorId, id, isActive: status === 'ACTIVE' })
}

/** Lets any user set a new password, whom the operator helps; a platform ADMIN cannot do so for a platform OWNER. */
export async function resetUser(tx: Tx, caller: Caller, id: string): Promise<JsonText<MemberReset>> {
  const own = await enterTeam(tx, caller, { vendorId: null })
  const { isPlatform, role, vendorId, isActive } = orNotFound(await findUser(tx, id))
  if (isPlatform && role) requireReach(own, role)
  return answerReset(tx, caller, { vendorId, id, isActive })
}

async function answerReset(
  tx: Tx,
  caller: Caller,
  { vendorId, id, isActive }: { vendorId: string | null; id: string; isActive: boolean }
): Promise<JsonText<MemberReset>> {
  if (!isActive) throw new Problem('CONFLICT', { detail: 'The account is disabled.' })
  // Else whoever gets hold of a session could take the account for good without its password.
  if (caller.actor.id === id) {
    throw new Problem('CONFLICT', { detail: 'Change your own password at /api/v1/auth/password.' })
  }
  const reset = await createReset(tx, id)
  await recordEvent(tx, caller, {
    type: 'member.reset_issued',
    vendorId,
    subject: { type: 'member', id }
  })
  return JSON.stringify({ reset })
}
