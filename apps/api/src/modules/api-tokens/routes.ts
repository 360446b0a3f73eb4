import type { Api, Deps } from '../../deps.ts'
import { sendTagged } from '../../http/etag.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import type { TeamKind } from '../members/teams.ts'
import { createApiToken, deleteApiToken } from './change-tokens.ts'
import { listApiTokens } from './queries.ts'
import { expiryFaults } from './rules.ts'
import { ApiTokenList, CreatedApiToken, NewApiToken } from './schema.ts'

/** `/vendor/me/api-tokens` and `/platform/api-tokens`: what a team's own programs sign in by (contract 5). */
export async function apiTokenRoutes(
  api: Api,
  { sql, authenticator, team }: Deps & { team: TeamKind }
): Promise<void> {
  const { read, manage, infix, teamOf } = team
  const path = `${team.path}/api-tokens` as const
  const tagged = { tags: [team.tags.apiTokens] }

  api.get(
    path,
    {
      config: { access: read, tagged: true },
      schema: {
        ...tagged,
        operationId: `list${infix}ApiTokens`,
        summary: 'List API tokens',
        description: 'Newest first, with their last use. Expired ones are shown for 30 days.',
        response: { 200: ref(ApiTokenList) }
      }
    },
    async (request, reply) => sendTagged(request, reply, await listApiTokens(sql, teamOf(request)))
  )

  api.post(
    path,
    {
      // The answer holds a secret, which is never stored.
      config: { access: manage, idempotent: false, rules: (body) => expiryFaults(body) },
      schema: {
        ...tagged,
        operationId: `create${infix}ApiToken`,
        summary: 'Make an API token',
        description:
          'For a machine: sent as bearer token in place of an access token, with a role that is not above your own. ' +
          'It is shown this once, and outlives whoever made it. It cannot make members or tokens, or change ' +
          'passwords. At most 50 (409 TOO_MANY_API_TOKENS).',
        body: ref(NewApiToken),
        response: { 200: ref(CreatedApiToken) }
      }
    },
    (request, reply) => {
      reply.header('cache-control', 'no-store')
      return inTransaction(request, reply, async (tx, caller) => ({
        json: await createApiToken(tx, caller, { team: teamOf(caller), input: request.body })
      }))
    }
  )

  api.delete(
    `${path}/:id`,
    {
      config: { access: manage },
      schema: {
        ...tagged,
        operationId: `delete${infix}ApiToken`,
        summary: 'Delete an API token',
        description: 'It is refused on every node within 5 seconds.',
        params: idParams('The API token'),
        response: { 200: ref(Deleted) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      let revoked: Buffer | undefined
      const answer = await inTransaction(request, reply, async (tx, caller) => {
        revoked = await deleteApiToken(tx, caller, { team: teamOf(caller), id })
        return { json: deleted(id) }
      })
      if (revoked) authenticator.forgetApiToken(revoked)
      return answer
    }
  )
}
