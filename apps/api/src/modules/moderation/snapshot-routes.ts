import { createListSizes } from '../../db/estimate.ts'
import type { Api, Deps } from '../../deps.ts'
import { orNotFound } from '../../errors.ts'
import { platformRead } from '../../http/access.ts'
import { sendWithEtag } from '../../http/etag.ts'
import { tags } from '../../http/openapi.ts'
import { readFilters, readList } from '../../http/paging.ts'
import { idParams, ref } from '../../http/schema.ts'
import { sendJson } from '../../http/send.ts'
import { readStatistics } from './read-statistics.ts'
import { findSnapshot, listSnapshots } from './snapshot-queries.ts'
import { ModerationSnapshot, SnapshotPage, SnapshotQuery } from './snapshot-schema.ts'
import { ModerationStatistics, StatisticsQuery } from './statistics-schema.ts'

/** Routes for operators: the decisions that were made, and their statistics (contract 4.17). */
export async function snapshotRoutes(api: Api, deps: Deps): Promise<void> {
  const { sql, secret } = deps
  const tagged = { tags: [tags.moderation] }
  const sizes = createListSizes()

  api.get(
    '/platform/moderation/statistics',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'getModerationStatistics',
        summary: 'Read the statistics of moderation',
        description:
          'Returns what waits in the moderation queue, and the decisions of the last days: how many for each ' +
          'day, how long entries waited, which vendors were rejected and why, and the share that rules ' +
          'decided. Days are in UTC.',
        querystring: StatisticsQuery,
        response: { 200: ref(ModerationStatistics) }
      }
    },
    async ({ query }, reply) => sendJson(reply, await readStatistics(deps, sizes, query.days ?? 30))
  )

  api.get(
    '/platform/moderation/snapshots',
    {
      config: { access: platformRead },
      schema: {
        ...tagged,
        operationId: 'listModerationSnapshots',
        summary: 'List the decisions that were made',
        description:
          'Returns the decisions of people and of approval rules, newest first, without the values that were ' +
          'judged. Decisions are stored for 400 days, also those on deleted products.',
        querystring: SnapshotQuery,
        response: { 200: ref(SnapshotPage) }
      }
    },
    async ({ query }, reply) => {
      const filters = readFilters(query)
      const list = { name: 'snapshots', binding: ['moderation-snapshots', filters], query }
      const text = await readList(secret, list, (page) => listSnapshots(sql, { filters, page }))
      return sendJson<SnapshotPage>(reply, text)
    }
  )

  api.get(
    '/platform/moderation/snapshots/:id',
    {
      config: { access: platformRead, tagged: true },
      schema: {
        ...tagged,
        operationId: 'getModerationSnapshot',
        summary: 'Read a decision with the values that were judged',
        description:
          'Returns a decision with the live and the proposed values at that time, as they were stored.',
        params: idParams('The snapshot'),
        response: { 200: ref(ModerationSnapshot) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await findSnapshot(sql, request.params.id)))
  )
}
