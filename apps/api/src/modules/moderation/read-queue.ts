import type { ListSizes } from '../../db/estimate.ts'
import type { Deps } from '../../deps.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type PagingParameters, readList } from '../../http/paging.ts'
import { estimateQueue, listQueue } from './queue-queries.ts'
import type { EntryKind, ModerationPage, QueueFilters } from './schema.ts'

/**
 * Returns a page of the moderation queue as JSON text, with the number of entries of each kind that match the
 * filters. Large numbers are estimates.
 */
export function readQueue(
  { sql, secret, assetOrigin }: Deps,
  sizes: ListSizes,
  query: QueueFilters & PagingParameters
): Promise<JsonText<ModerationPage>> {
  const { vendorId, kind, importJobId } = query
  const filters = { vendorId, kind, importJobId }
  const nameOf = (counted: EntryKind) => JSON.stringify([counted, vendorId, kind, importJobId])
  const settle = (counted: EntryKind, count = 0) =>
    sizes.settle(nameOf(counted), count, () => estimateQueue(sql, counted, filters))
  const binding = ['moderation', vendorId, kind, importJobId]
  return readList(secret, { name: 'entries', binding, query }, async (page) => {
    const known = { products: sizes.recall(nameOf('PRODUCT')), revisions: sizes.recall(nameOf('REVISION')) }
    const withCounts = known.products === undefined || known.revisions === undefined
    const { rows, counted } = await listQueue(sql, { filters, page, assetOrigin, withCounts })
    const products = known.products ?? (await settle('PRODUCT', counted?.products))
    const revisions = known.revisions ?? (await settle('REVISION', counted?.revisions))
    return { rows, total: products + revisions, counts: { products, revisions } }
  })
}
