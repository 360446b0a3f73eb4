import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { platformManage, platformManagePeople } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { listMembers } from './queries.ts'
import { resetUser } from './reset-member.ts'
import { MemberList, MemberReset } from './schema.ts'
import { teamRoutes } from './team-routes.ts'

/** `/platform/members`, the operator's own team, and what the operator does for everybody's. */
export async function platformMemberRoutes(api: Api, deps: Deps): Promise<void> {
  teamRoutes(api, deps, {
    path: '/platform/members',
    read: platformManage,
    manage: platformManagePeople,
    tag: tags.platformMembers,
    operations: {
      list: 'listPlatformMembers',
      invite: 'invitePlatformMember',
      update: 'updatePlatformMember',
      remove: 'removePlatformMember',
      reset: 'resetPlatformMember'
    },
    teamOf: () => ({ vendorId: null })
  })

  api.get(
    '/platform/vendors/:id/members',
    {
      config: { access: platformManage, tagged: true },
      schema: {
        tags: [tags.vendors],
        operationId: 'listVendorMembers',
        summary: "List a vendor's team",
        description: 'Everyone of the team in the order they came, and the invitations that wait.',
        params: idParams('The vendor'),
        response: { 200: ref(MemberList) }
      }
    },
    async (request, reply) =>
      sendTagged(request, reply, orNotFound(await listMembers(deps.sql, { vendorId: request.params.id })))
  )

  api.post(
    '/platform/users/:id/reset',
    {
      // The answer holds a secret, which is never kept.
      config: { access: platformManagePeople, idempotent: false },
      schema: {
        tags: [tags.platformMembers],
        operationId: 'resetUser',
        summary: 'Let any user set a new password',
        description:
          "A vendor's people too. Answers a token for POST /auth/password/reset, shown this once, for an hour; an " +
          'earlier one is void. An ADMIN cannot do this for an OWNER of the platform, and nobody for themselves.',
        params: idParams('The user'),
        response: { 200: ref(MemberReset) }
      }
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await resetUser(tx, caller, request.params.id)
      }))
    }
  )
}
