import type { ListSizes } from '../../db/estimate.ts'
import type { Deps } from '../../deps.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type PagingParameters, readList } from '../../http/paging.ts'
import { estimateQueue, listQueue } from './queue-queries.ts'
import type { EntryKind, ModerationPage, QueueFilters } from './schema.ts'

/** A page of the queue with how many entries of each kind wait under its filters: estimates where there are many. */
export function readQueue(
  { sql, secret, assetOrigin }: Deps,
  sizes: ListSizes,
  query: QueueFilters & PagingParameters
): Promise<JsonText<ModerationPage>> {
  const { vendorId, kind, importJobId } = query
  const filters = { vendorId, kind, importJobId }
  const nameOf = (one: EntryKind) => JSON.stringify([one, vendorId, kind, importJobId])
  const settle = (one: EntryKind, count = 0) =>
    sizes.settle(nameOf(one), count, () => estimateQueue(sql, one, filters))
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
