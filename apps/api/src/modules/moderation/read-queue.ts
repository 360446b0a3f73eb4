import type { ListSizes } from '../../db/estimate.ts'
import type { Deps } from '../../deps.ts'
import { cursorsFor } from '../../http/cursor.ts'
import type { JsonText } from '../../http/json-text.ts'
import { type PagingParameters, pageText, readPage } from '../../http/paging.ts'
import { estimateQueue, listQueue, type QueueCounts } from './queue-queries.ts'
import type { EntryKind, ModerationPage, QueueFilters } from './schema.ts'

/** A page of the queue with how many entries of each kind wait under its filters: estimates where there are many. */
export async function readQueue(
  { sql, secret, assetOrigin }: Deps,
  sizes: ListSizes,
  { vendorId, kind, importJobId, ...paging }: QueueFilters & PagingParameters
): Promise<JsonText<ModerationPage>> {
  const filters = { vendorId, kind, importJobId }
  const cursors = cursorsFor(secret, ['moderation', vendorId, kind, importJobId])
  const page = readPage(paging, cursors)
  const nameOf = (one: EntryKind) => JSON.stringify([one, vendorId, kind, importJobId])
  const known = { products: sizes.recall(nameOf('PRODUCT')), revisions: sizes.recall(nameOf('REVISION')) }
  const withCounts = known.products === undefined || known.revisions === undefined
  const { rows, counted } = await listQueue(sql, { filters, page, assetOrigin, withCounts })
  const settle = (one: EntryKind, count: number) =>
    sizes.settle(nameOf(one), count, () => estimateQueue(sql, one, filters))
  const counts: QueueCounts = {
    products: known.products ?? (await settle('PRODUCT', counted?.products ?? 0)),
    revisions: known.revisions ?? (await settle('REVISION', counted?.revisions ?? 0))
  }
  return pageText('entries', rows, {
    page,
    cursors,
    estimatedTotalCount: counts.products + counts.revisions,
    counts: JSON.stringify(counts)
  })
}
