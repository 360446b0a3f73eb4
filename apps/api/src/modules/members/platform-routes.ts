import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi/openapi.ts'
import { idParams, ref } from '../../http/schema.ts'
import { platformManage, platformManagePeople } from '../../http/server/access.ts'
import { inTransaction } from '../../http/transaction.ts'
import { resetUser } from './change-team.ts'
import { listMembers } from './queries.ts'
import { MemberList, MemberReset } from './schema.ts'

/** The operator's routes for the members of any team. */
export async function platformMemberRoutes(api: Api, { sql }: Deps): Promise<void> {
  api.get(
    '/platform/vendors/:id/members',
    {
      config: { access: platformManage, tagged: true },
      schema: {
        tags: [tags.vendors],
        operationId: 'listVendorMembers',
        summary: "List a vendor's members",
        description: "Returns the members of the vendor's team and its open invitations, oldest first.",
        params: idParams('The vendor'),
        response: { 200: ref(MemberList) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await listMembers(sql, { vendorId: request.params.id })))
  )

  api.post(
    '/platform/users/:id/reset',
    {
      // The response contains a secret, which must not be stored under an Idempotency-Key.
      config: { access: platformManagePeople, idempotent: false },
      schema: {
        tags: [tags.platformMembers],
        operationId: 'resetUser',
        summary: "Reset any user's password",
        description:
          'Returns a token with which a user of the operator or of any vendor can set a new password (POST ' +
          '/api/v1/auth/password/reset). The token is shown only once and expires after one hour; an earlier ' +
          "token becomes invalid. An ADMIN can't reset the password of an OWNER of the operator's team, and you " +
          "can't reset your own.",
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
