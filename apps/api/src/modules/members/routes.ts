import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendTagged } from '../../http/etag.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { changeMember, inviteMember, removeMember, resetMember } from './change-team.ts'
import { listMembers } from './queries.ts'
import { InvitedMember, Member, MemberList, MemberPatch, MemberReset, NewMember } from './schema.ts'
import type { TeamKind } from './teams.ts'

/** `/vendor/me/members` and `/platform/members`: the team of a vendor, and the operator's own (contract 5). */
export async function memberRoutes(
  api: Api,
  { sql, authenticator, team }: Deps & { team: TeamKind }
): Promise<void> {
  const { read, infix, teamOf } = team
  const path = `${team.path}/members` as const
  const tagged = { tags: [team.tags.members] }
  const params = idParams('The member')
  // Answers hold secrets, which are never stored.
  const write = { access: team.manage, idempotent: false } as const

  api.get(
    path,
    {
      config: { access: read, tagged: true },
      schema: {
        ...tagged,
        operationId: `list${infix}Members`,
        summary: 'List the team',
        description: 'Everyone of the team in the order they came, and the invitations that wait.',
        response: { 200: ref(MemberList) }
      }
    },
    async (request, reply) => sendTagged(request, reply, orNotFound(await listMembers(sql, teamOf(request))))
  )

  api.post(
    path,
    {
      config: write,
      schema: {
        ...tagged,
        operationId: `invite${infix}Member`,
        summary: 'Invite somebody to the team',
        description:
          'The token is shown this once, for whoever sends it on, and works for 7 days; inviting the address again ' +
          'makes the earlier one void. Nobody gives a role above their own. 409 EMAIL_TAKEN where the account of ' +
          'the address belongs to a team already.',
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

  api.patch(
    `${path}/:id`,
    {
      config: write,
      schema: {
        ...tagged,
        operationId: `update${infix}Member`,
        summary: "Change a member's role or name",
        description:
          'Shows within 5 seconds. Only an OWNER changes an OWNER, or makes one; the last one cannot step down ' +
          '(409 LAST_OWNER). Invitations that wait are changed alike.',
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
          'The account loses its membership and all its sessions; an invitation is withdrawn. Only an OWNER ' +
          'removes an OWNER; the last one cannot go (409 LAST_OWNER). API tokens stay.',
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
        summary: 'Let a member set a new password',
        description:
          'Answers a token for POST /auth/password/reset, shown this once, for an hour; an earlier one is void. ' +
          'Nothing ends before it is used. An ADMIN cannot do this for an OWNER, and nobody for themselves.',
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
