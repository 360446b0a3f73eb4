import type { Api, Deps } from '../../deps.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import type { TeamKind } from '../members/teams.ts'
import { createApiToken, deleteApiToken } from './change-tokens.ts'
import { listApiTokens } from './queries.ts'
import { expiryFaults } from './rules.ts'
import { ApiTokenList, CreatedApiToken, NewApiToken } from './schema.ts'

/**
 * The routes of `/vendor/me/api-tokens` and `/platform/api-tokens`: credentials for integrations (contract
 * 5.4).
 */
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
        description:
          'Returns API tokens, newest first, with the time of their last use. Expired tokens are listed for ' +
          '30 days.',
        response: { 200: ref(ApiTokenList) }
      }
    },
    async (request, reply) => sendWithEtag(request, reply, await listApiTokens(sql, teamOf(request)))
  )

  api.post(
    path,
    {
      // The response contains a secret, which must not be stored under an Idempotency-Key.
      config: { access: manage, idempotent: false, rules: (body) => expiryFaults(body) },
      schema: {
        ...tagged,
        operationId: `create${infix}ApiToken`,
        summary: 'Create an API token',
        description:
          'Creates a token for an integration, which sends it as a bearer token in place of an access ' +
          'token. Its role must not be above your own. The token is shown only once. It remains valid when ' +
          "its creator's account is removed. API tokens can't manage members or API tokens, or change " +
          'passwords. At most 50 tokens can exist (409 TOO_MANY_API_TOKENS).',
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
        description: 'Deletes an API token. All servers refuse it within 5 seconds.',
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
