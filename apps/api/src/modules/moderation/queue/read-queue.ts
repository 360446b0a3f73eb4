import type { ListSizes } from '../../../db/estimate.ts'
import type { Deps } from '../../../deps.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { readFilters, readList } from '../../../http/paging.ts'
import type { EntryFilters, EntryKindName, ModerationPage, ModerationQuery, QueueCounts } from '../schema.ts'
import { entryKindNames, entrySources } from './entry-kind-queries.ts'
import { estimateQueue, listQueue } from './queue-queries.ts'

/**
 * Returns a page of the moderation queue as JSON text, with the number of entries of each kind that match the
 * filters. Large numbers are estimates. `callerId` is the id of the user or token that reads the queue.
 */
export function readQueue(
  { sql, secret, assetOrigin }: Deps,
  sizes: ListSizes,
  { query, callerId }: { query: ModerationQuery; callerId: string | null }
): Promise<JsonText<ModerationPage>> {
  const { sort = 'age', ...sent } = readFilters(query)
  const refersToCaller = sent.claimed === 'me' || sent.claimed === 'others'
  const filters: EntryFilters = { ...sent, ...(refersToCaller && { callerId }) }
  const list = { name: 'entries', binding: ['moderation', sort, filters], query }
  return readList(secret, list, async (page) => {
    const cached = recall(sizes, filters)
    const withCounts = entryKindNames.some((kind) => cached[kind] === undefined)
    const { rows, count } = await listQueue(sql, { filters, sort, page, assetOrigin, withCounts })
    const counts = {} as QueueCounts
    for (const kind of entryKindNames) {
      const field = entrySources[kind].counted
      counts[field] = cached[kind] ?? (await settle(kind, count?.[field]))
    }
    return { rows, total: Object.values(counts).reduce((sum, size) => sum + size, 0), counts }
  })

  function settle(kind: EntryKindName, count = 0): Promise<number> {
    return sizes.settle(nameOf(kind, filters), count, () => estimateQueue(sql, kind, filters))
  }
}

/** Returns the cached number of entries of each kind. */
function recall(sizes: ListSizes, filters: EntryFilters): Record<EntryKindName, number | undefined> {
  const sizesOfKinds = entryKindNames.map((kind) => [kind, sizes.recall(nameOf(kind, filters))])
  return Object.fromEntries(sizesOfKinds)
}

function nameOf(kind: EntryKindName, filters: EntryFilters): string {
  return JSON.stringify([kind, filters])
}
