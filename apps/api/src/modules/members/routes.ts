import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeMember, inviteMember, removeMember, resetMember } from './change-team.ts'
import { listMembers } from './queries.ts'
import { InvitedMember, Member, MemberList, MemberPatch, MemberReset, NewMember } from './schema.ts'
import type { TeamKind } from './teams.ts'

type MemberDeps = Deps & { team: TeamKind }

/**
 * The routes of `/vendor/me/members` and `/platform/members`: a vendor's team and the operator's team
 * (contract 5.3).
 */
export async function memberRoutes(api: Api, deps: MemberDeps): Promise<void> {
  addListAndInvite(api, deps)
  addChanges(api, deps)
}

function addListAndInvite(api: Api, { sql, team }: MemberDeps): void {
  const { read, infix, teamOf } = team
  const { path, tagged, write } = partsOf(team)

  api.get(
    path,
    {
      config: { access: read, tagged: true },
      schema: {
        ...tagged,
        operationId: `list${infix}Members`,
        summary: 'List members',
        description: 'Returns the members of the team and its open invitations, oldest first.',
        response: { 200: ref(MemberList) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await listMembers(sql, teamOf(request))))
  )

  api.post(
    path,
    {
      config: write,
      schema: {
        ...tagged,
        operationId: `invite${infix}Member`,
        summary: 'Invite a member',
        description:
          'Returns an invitation token, which you have to send to the invited person. The token is shown ' +
          'only once and expires after 7 days. Inviting the same address again invalidates the earlier ' +
          'token. You can only assign roles up to your own. Returns 409 EMAIL_TAKEN if the address has an ' +
          'account that already belongs to a team.',
        body: ref(NewMember),
        response: { 200: ref(InvitedMember) }
      }
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await inviteMember(tx, caller, { team: teamOf(caller), member: request.body })
      }))
    }
  )
}

function addChanges(api: Api, { authenticator, team }: MemberDeps): void {
  const { infix, teamOf } = team
  const { path, tagged, write } = partsOf(team)
  const params = idParams('The member')

  api.patch(
    `${path}/:id`,
    {
      config: write,
      schema: {
        ...tagged,
        operationId: `update${infix}Member`,
        summary: 'Update a member',
        description:
          'Changes the name or role of a member or of an open invitation. A new role takes effect on every ' +
          'server within 5 seconds. Only an OWNER can change an OWNER or assign that role. The last ' +
          "OWNER's role can't be changed (409 LAST_OWNER).",
        params,
        body: ref(MemberPatch),
        response: { 200: ref(Member) }
      }
    },
    async (request, reply) => {
      const { params, body } = request
      const answer = await inTransaction(request, reply, async (tx, caller) => ({
        json: await changeMember(tx, caller, { team: teamOf(caller), id: params.id, patch: body }),
        tagged: true
      }))
      authenticator.forgetUser(params.id)
      return answer
    }
  )

  api.delete(
    `${path}/:id`,
    {
      config: write,
      schema: {
        ...tagged,
        operationId: `remove${infix}Member`,
        summary: 'Remove a member',
        description:
          'Removes a member from the team and ends all sessions of the account, or withdraws an open ' +
          "invitation. Only an OWNER can remove an OWNER. The last OWNER can't be removed (409 " +
          'LAST_OWNER). API tokens that the member created remain valid.',
        params,
        response: { 200: ref(Deleted) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const answer = await inTransaction(request, reply, async (tx, caller) => {
        await removeMember(tx, caller, { team: teamOf(caller), id })
        return { json: deleted(id) }
      })
      authenticator.forgetUser(id)
      return answer
    }
  )

  api.post(
    `${path}/:id/reset`,
    {
      config: write,
      schema: {
        ...tagged,
        operationId: `reset${infix}Member`,
        summary: "Reset a member's password",
        description:
          'Returns a token with which the member can set a new password (POST /api/v1/auth/password/reset). The ' +
          'token is shown only once and expires after one hour; an earlier token becomes invalid. The ' +
          "current password and sessions remain valid until the token is used. An ADMIN can't reset the " +
          "password of an OWNER, and you can't reset your own.",
        params,
        response: { 200: ref(MemberReset) }
      }
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await resetMember(tx, caller, { team: teamOf(caller), id: request.params.id })
      }))
    }
  )
}

/** What the routes of a team share. */
function partsOf({ path, tags, manage }: TeamKind) {
  return {
    path: `${path}/members` as const,
    tagged: { tags: [tags.members] },
    // Responses contain secrets, which must not be stored under an Idempotency-Key.
    write: { access: manage, idempotent: false } as const
  }
}
