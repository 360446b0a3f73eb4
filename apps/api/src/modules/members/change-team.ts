import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { changesOf } from '../../event-changes.ts'
import { recordEvent, recordEvents } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { endOtherSessions } from '../auth/sessions/session-queries.ts'
import { deleteReset } from '../auth/sign-in/account-queries.ts'
import { createInvitation } from '../auth/sign-in/accounts.ts'
import { createReset } from '../auth/sign-in/change-password.ts'
import * as queries from './queries.ts'
import type { InvitedMember, Member, MemberPatch, MemberReset, NewMember } from './schema.ts'
import { requireAnotherOwner, requireAssignable, requireManager, requireMayManage } from './teams.ts'

type MemberId = { team: queries.Team; id: string }

/**
 * Invites someone to the caller's team by their email address. An earlier invitation of the same address to
 * the team becomes invalid. Throws `EMAIL_TAKEN` if the address has an account that already belongs to a
 * team.
 */
export async function inviteMember(
  tx: Tx,
  caller: Caller,
  { team, member }: { team: queries.Team; member: NewMember }
): Promise<JsonText<InvitedMember>> {
  const ownRole = await requireManager(tx, caller, team)
  requireAssignable(ownRole, member.role)
  const replaced = await queries.findInvitedRole(tx, team, member.email)
  if (replaced) requireMayManage(ownRole, replaced)
  const { id, ...invitation } = await createInvitation(tx, { ...member, ...team })
  await recordEvent(tx, caller, {
    type: 'member.invited',
    vendorId: team.vendorId,
    subject: { type: 'member', id },
    details: { name: member.name, role: member.role }
  })
  const { json } = orNotFound(await queries.findMember(tx, team, id))
  return JSON.stringify({ ...JSON.parse(json), invitation })
}

/**
 * Changes the role or name of a member or of an open invitation. A change of role deletes a pending password
 * reset of the member, because the user who created the reset may not be allowed to reset a member with the
 * new role. Throws `LAST_OWNER` if the member is the only owner and would no longer be an owner.
 */
export async function changeMember(
  tx: Tx,
  caller: Caller,
  { team, id, patch }: MemberId & { patch: MemberPatch }
): Promise<JsonText<Member>> {
  const { ownRole, stored } = await findManagedMember(tx, caller, { team, id })
  const next = { name: patch.name ?? stored.name, role: patch.role ?? stored.role }
  requireAssignable(ownRole, next.role)
  if (next.role !== 'OWNER') await requireAnotherOwner(tx, team, stored)
  if (stored.status === 'INVITED')
    orNotFound((await queries.updateInvitation(tx, team, id, next)) || undefined)
  else await queries.updateMember(tx, team, id, next)
  if (next.role !== stored.role) await deleteReset(tx, id)
  const change = { vendorId: team.vendorId, subject: { type: 'member', id } }
  const { name } = next
  await recordEvents(tx, caller, [
    ...(next.role !== stored.role
      ? [
          {
            ...change,
            type: 'member.role_changed' as const,
            changedFields: ['role'],
            details: { name, from: stored.role, to: next.role, ...changesOf(stored, next, ['role']) }
          }
        ]
      : []),
    ...(next.name !== stored.name
      ? [
          {
            ...change,
            type: 'member.updated' as const,
            changedFields: ['name'],
            details: { name, ...changesOf(stored, next, ['name']) }
          }
        ]
      : [])
  ])
  return orNotFound(await queries.findMember(tx, team, id)).json
}

/**
 * Removes a member from the team or withdraws an open invitation. When a member is removed, all their
 * sessions end and a pending password reset is deleted, so that the team no longer has any control over the
 * account. Throws `LAST_OWNER` if the member is the only owner.
 */
export async function removeMember(tx: Tx, caller: Caller, { team, id }: MemberId): Promise<void> {
  const { stored } = await findManagedMember(tx, caller, { team, id })
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
    details: { name: stored.name, role: stored.role }
  })
}

/**
 * Locks the team and finds a member or an open invitation. Checks `If-Match`, and that the caller may manage
 * the member.
 */
async function findManagedMember(tx: Tx, caller: Caller, { team, id }: MemberId) {
  const ownRole = await requireManager(tx, caller, team)
  const stored = orNotFound(await queries.findMember(tx, team, id))
  await requireMatch(caller, async () => stored.json)
  requireMayManage(ownRole, stored.role)
  return { ownRole, stored }
}

/** Creates a password reset for a member of the caller's team. An ADMIN can't create one for an OWNER. */
export async function resetMember(
  tx: Tx,
  caller: Caller,
  { team, id }: MemberId
): Promise<JsonText<MemberReset>> {
  const ownRole = await requireManager(tx, caller, team)
  const { name, role, status } = orNotFound(await queries.findMember(tx, team, id))
  requireMayManage(ownRole, role)
  if (status === 'INVITED') {
    throw new Problem('CONFLICT', {
      detail: 'The invitation has not been accepted yet. Invite the address again to get a new token.'
    })
  }
  return issueReset(tx, caller, { vendorId: team.vendorId, id, name, isActive: status === 'ACTIVE' })
}

/**
 * Creates a password reset for any user, on behalf of the operator. A platform ADMIN can't reset the password
 * of a platform OWNER.
 */
export async function resetUser(tx: Tx, caller: Caller, id: string): Promise<JsonText<MemberReset>> {
  const ownRole = await requireManager(tx, caller, { vendorId: null })
  const { isPlatform, role, ...user } = orNotFound(await queries.findUser(tx, id))
  if (isPlatform && role) requireMayManage(ownRole, role)
  return issueReset(tx, caller, { ...user, id })
}

/**
 * Creates a password reset and records the event. Throws a 409 for a disabled account and for the caller's
 * own account.
 */
async function issueReset(
  tx: Tx,
  caller: Caller,
  { vendorId, id, name, isActive }: { vendorId: string | null; id: string; name: string; isActive: boolean }
): Promise<JsonText<MemberReset>> {
  if (!isActive) throw new Problem('CONFLICT', { detail: 'The account is disabled.' })
  // Otherwise someone with a stolen session could take over the account without knowing its password.
  if (caller.actor.id === id) {
    throw new Problem('CONFLICT', {
      detail: "You can't reset your own password. Change it with POST /api/v1/auth/password."
    })
  }
  const reset = await createReset(tx, id)
  await recordEvent(tx, caller, {
    type: 'member.reset_issued',
    vendorId,
    subject: { type: 'member', id },
    details: { name }
  })
  return JSON.stringify({ reset })
}
