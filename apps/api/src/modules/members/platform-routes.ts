import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { platformManage, platformManagePeople } from '../../http/access.ts'
import { sendTagged } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import { resetUser } from './change-team.ts'
import { listMembers } from './queries.ts'
import { MemberList, MemberReset } from './schema.ts'

/** What the operator does for the members of every team. */
export async function platformMemberRoutes(api: Api, { sql }: Deps): Promise<void> {
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
      sendTagged(request, reply, orNotFound(await listMembers(sql, { vendorId: request.params.id })))
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
