import type { Api, Deps } from '../../../deps.ts'
import { type Fault, orNotFound } from '../../../errors.ts'
import { endingOf } from '../../../http/body/streamed-body.ts'
import { originOf } from '../../../http/caller.ts'
import { fault } from '../../../http/faults.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../../http/paging.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { sendJson } from '../../../http/send.ts'
import { platformRead, platformWrite } from '../../../http/server/access.ts'
import { cancellationOf } from '../../../http/server/cancellation.ts'
import { isRecord } from '../../../lib/shape.ts'
import { acceptChangeSet, isSnapshot } from './accept-change-set.ts'
import { findChangeSet, listChangeSets } from './change-set-queries.ts'
import {
  ChangeSet,
  ChangeSetAcceptance,
  ChangeSetPage,
  ChangeSetQuery,
  ChangeSetResult
} from './change-set-schema.ts'

/** The time after which an acceptance starts no further batch. */
const maxAcceptMs = 5 * 60_000
/** The time for the last batch. */
const lastBatchMs = 60_000

/** Routes for change sets: the changes of one bulk update or upload, accepted together (contract 4.13). */
export async function changeSetRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, secret } = deps
  const tagged = { tags: [tags.moderation] }
  const params = idParams('The change set')
  const ending = endingOf(api)

  api.get(
    '/platform/moderation/change-sets',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listChangeSets',
        summary: 'List the change sets',
        description:
          'Returns the changes of watched fields that wait, one set for each bulk update and bulk upload that made ' +
          'them, the oldest first. Entries that other requests have changed last are in no set: read them with ' +
          '`inChangeSet=false` of the moderation queue. The numbers of a set are computed from its 1,000 products ' +
          'that have waited longest. To get those of all its products, read the set.',
        querystring: ChangeSetQuery,
        response: { 200: ref(ChangeSetPage) }
      }
    },
    async ({ query }, reply) => {
      const filters = readFilters(query)
      const list = { name: 'changeSets', binding: ['change-sets', filters], query }
      const text = await readList(secret, list, (page) => listChangeSets(sql, { filters, page }))
      return sendJson<ChangeSetPage>(reply, text)
    }
  )

  api.get(
    '/platform/moderation/change-sets/:id',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getChangeSet',
        summary: 'Read a change set',
        description:
          'Returns the set while at least one of its entries waits. The numbers are computed from all its products, up ' +
          'to 100,000. To list the entries, use the filter `changeSetId` of the moderation queue.',
        params,
        response: { 200: ref(ChangeSet) }
      }
    },
    async (request, reply) => sendJson(reply, orNotFound(await findChangeSet(sql, request.params.id)))
  )

  api.post(
    '/platform/moderation/change-sets/:id/accept',
    {
      config: {
        access: platformWrite,
        idempotent: false,
        rules: acceptanceFaults,
        responseTimeoutMs: maxAcceptMs + lastBatchMs
      },
      schema: {
        ...tagged,
        operationId: 'acceptChangeSet',
        summary: 'Accept a change set',
        description:
          'Accepts all entries of the set that are as they were when you read the `version`. Entries that were added or ' +
          'changed later still wait, and so do entries that someone else has claimed, unless `takeOver` is true. The ' +
          'entries are accepted in batches, so other requests see them before the response. The request can be repeated ' +
          'at any time, also if the response was lost: an Idempotency-Key is not needed and has no effect. If nothing ' +
          'of the set waits, nothing is accepted.',
        params,
        body: ref(ChangeSetAcceptance),
        response: { 200: ref(ChangeSetResult) }
      }
    },
    (request, reply) => {
      const { version, takeOver } = request.body
      const acceptance = { id: request.params.id, version, takeOver: takeOver ?? false }
      const signal = cancellationOf(request, reply, ending)
      return acceptChangeSet(deps, acceptance, { origin: originOf(request), signal, maxMs: maxAcceptMs })
    }
  )
}

function acceptanceFaults(body: unknown): Fault[] {
  if (!isRecord(body) || typeof body.version !== 'string' || isSnapshot(body.version)) return []
  return [
    fault('/version', 'INVALID_FORMAT', 'must be the version of a change set, as the service returned it')
  ]
}
