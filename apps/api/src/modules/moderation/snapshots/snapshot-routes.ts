import { createListSizes } from '../../../db/estimate.ts'
import type { Api, Deps } from '../../../deps.ts'
import { orNotFound } from '../../../errors.ts'
import { sendWithEtag } from '../../../http/etag.ts'
import { tags } from '../../../http/openapi/openapi.ts'
import { readFilters, readList } from '../../../http/paging.ts'
import { idParams, ref } from '../../../http/schema.ts'
import { sendJson } from '../../../http/send.ts'
import { platformRead } from '../../../http/server/access.ts'
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
          'day, how long entries waited, which vendors had rejections and for which reasons, and the share that ' +
          'rules decided. Days are in UTC.',
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
        summary: 'List the snapshots of decisions',
        description:
          'Each decision of a person or of an approval rule stores a snapshot of what was judged. Returns the ' +
          'snapshots, newest first, without the judged values. Snapshots are stored for 400 days, also those of ' +
          'deleted products.',
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
        summary: 'Read the snapshot of a decision',
        description:
          'Returns one snapshot, with the live and the proposed values at the time of the decision, as they were stored.',
        params: idParams('The snapshot'),
        response: { 200: ref(ModerationSnapshot) }
      }
    },
    async (request, reply) =>
      sendWithEtag(request, reply, orNotFound(await findSnapshot(sql, request.params.id)))
  )
}
