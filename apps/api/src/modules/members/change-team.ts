import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { recordEvent, recordEvents } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { deleteReset } from '../auth/account-queries.ts'
import { createInvitation } from '../auth/accounts.ts'
import { createReset } from '../auth/change-password.ts'
import { endOtherSessions } from '../auth/session-queries.ts'
import * as queries from './queries.ts'
import type { InvitedMember, Member, MemberPatch, MemberReset, NewMember } from './schema.ts'
import { enterTeam, requireAnotherOwner, requireGivable, requireReach } from './teams.ts'

type MemberId = { team: queries.Team; id: string }

/**
 * Invites somebody to the caller's team; an earlier invitation of the address is void. `EMAIL_TAKEN` where its
 * account belongs to a team already.
 */
export async function inviteMember(
  tx: Tx,
  caller: Caller,
  { team, member }: { team: queries.Team; member: NewMember }
): Promise<JsonText<InvitedMember>> {
  const own = await enterTeam(tx, caller, team)
  requireGivable(own, member.role)
  const replaced = await queries.findInvitedRole(tx, team, member.email)
  if (replaced) requireReach(own, replaced)
  const { id, ...invitation } = await createInvitation(tx, { ...member, ...team })
  await recordEvent(tx, caller, {
    type: 'member.invited',
    vendorId: team.vendorId,
    subject: { type: 'member', id },
    details: { role: member.role }
  })
  const { json } = orNotFound(await queries.findMember(tx, team, id))
  return JSON.stringify({ ...JSON.parse(json), invitation })
}

/**
 * Gives a member, or somebody invited, another role or name. A reset of a password that waits is void with the role:
 * who asked for it may not have been allowed to for the new one. `LAST_OWNER` where nobody else is one.
 */
export async function changeMember(
  tx: Tx,
  caller: Caller,
  { team, id, patch }: MemberId & { patch: MemberPatch }
): Promise<JsonText<Member>> {
  const { own, stored } = await openMember(tx, caller, { team, id })
  const next = { name: patch.name ?? stored.name, role: patch.role ?? stored.role }
  requireGivable(own, next.role)
  if (next.role !== 'OWNER') await requireAnotherOwner(tx, team, stored)
  if (stored.status === 'INVITED')
    orNotFound((await queries.updateInvitation(tx, team, id, next)) || undefined)
  else await queries.updateMember(tx, team, id, next)
  if (next.role !== stored.role) await deleteReset(tx, id)
  const change = { vendorId: team.vendorId, subject: { type: 'member', id } }
  const details = { from: stored.role, to: next.role }
  await recordEvents(tx, caller, [
    ...(next.role !== stored.role
      ? [{ ...change, type: 'member.role_changed' as const, changedFields: ['role'], details }]
      : []),
    ...(next.name !== stored.name
      ? [{ ...change, type: 'member.updated' as const, changedFields: ['name'] }]
      : [])
  ])
  return orNotFound(await queries.findMember(tx, team, id)).json
}

/**
 * Takes a member's membership, ends all their sessions and makes a reset of their password void, so that the team has
 * no hold on the account any more; or withdraws an invitation. `LAST_OWNER` where nobody else is one.
 */
export async function removeMember(tx: Tx, caller: Caller, { team, id }: MemberId): Promise<void> {
  const { stored } = await openMember(tx, caller, { team, id })
  await requireAnotherOwner(tx, team, stored)
  const isInvited = stored.status === 'INVITED'
  if (isInvited) orNotFound((await queries.deleteInvitation(tx, team, id)) || undefined)
  else {
    await queries.clearMembership(tx, team, id)
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

/** Enters the team, finds the member, honours `If-Match` and refuses those who may not change the member. */
async function openMember(tx: Tx, caller: Caller, { team, id }: MemberId) {
  const own = await enterTeam(tx, caller, team)
  const stored = orNotFound(await queries.findMember(tx, team, id))
  await requireMatch(caller, async () => stored.json)
  requireReach(own, stored.role)
  return { own, stored }
}

/** Lets a member of the caller's team set a new password; an ADMIN cannot do so for an OWNER. */
export async function resetMember(
  tx: Tx,
  caller: Caller,
  { team, id }: MemberId
): Promise<JsonText<MemberReset>> {
  const own = await enterTeam(tx, caller, team)
  const { role, status } = orNotFound(await queries.findMember(tx, team, id))
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
  const { isPlatform, role, vendorId, isActive } = orNotFound(await queries.findUser(tx, id))
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
