import type { FastifyRequest } from 'fastify'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Access } from '../../http/access.ts'
import { requireMatch, sendTagged } from '../../http/etag.ts'
import { Deleted, deleted, idParams, ref } from '../../http/schema.ts'
import { inTransaction } from '../../http/transaction.ts'
import type { Team } from '../members/team-queries.ts'
import { createApiToken } from './create-api-token.ts'
import { deleteApiToken, listApiTokens, lockApiToken } from './queries.ts'
import { expiryFaults } from './rules.ts'
import { ApiTokenList, CreatedApiToken, NewApiToken } from './schema.ts'

/** Whose tokens: the URL, who may read and who may change them, and the names in the OpenAPI document. */
export type TokenRoutes = {
  path: '/vendor/me/api-tokens' | '/platform/api-tokens'
  read: Access
  manage: Access
  tag: string
  operations: { list: string; create: string; delete: string }
  teamOf: (request: FastifyRequest) => Team
}

/** List, make and delete API tokens: the same for vendors and the platform. */
export function tokenRoutes(api: Api, { sql, authenticator }: Deps, tokens: TokenRoutes): void {
  const { path, read, manage, operations, teamOf } = tokens
  const tagged = { tags: [tokens.tag] }

  api.get(
    path,
    {
      config: { access: read, tagged: true },
      schema: {
        ...tagged,
        operationId: operations.list,
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
      // The answer holds a secret, which is never kept.
      config: { access: manage, idempotent: false, rules: (body) => expiryFaults(body) },
      schema: {
        ...tagged,
        operationId: operations.create,
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
        json: await createApiToken(tx, caller, { team: teamOf(request), input: request.body })
      }))
    }
  )

  api.delete(
    `${path}/:id`,
    {
      config: { access: manage },
      schema: {
        ...tagged,
        operationId: operations.delete,
        summary: 'Delete an API token',
        description: 'It is refused on every node within 5 seconds.',
        params: idParams('The API token'),
        response: { 200: ref(Deleted) }
      }
    },
    async (request, reply) => {
      const { id } = request.params
      const team = teamOf(request)
      let revoked: Buffer | undefined
      const answer = await inTransaction(request, reply, async (tx, caller) => {
        const { tokenHash, name, json } = orNotFound(await lockApiToken(tx, team, id))
        await requireMatch(caller, async () => json)
        await deleteApiToken(tx, team, id)
        await recordEvent(tx, caller, {
          type: 'api_token.deleted',
          vendorId: team.vendorId,
          subject: { type: 'api_token', id },
          details: { name }
        })
        revoked = tokenHash
        return { json: deleted(id) }
      })
      if (revoked) authenticator.forgetApiToken(revoked)
      return answer
    }
  )
}
