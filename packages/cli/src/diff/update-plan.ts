import type { BulkUpdateAnswer, BulkUpdateItem, Purveyor } from '@purveyor/client'
import {
  type FileItem,
  type FindCategories,
  readFileItems,
  serviceFaults
} from '../catalog-file/catalog-items.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context } from '../command.ts'
import { chunkRows } from '../row-files/apply-updates.ts'
import { attributeChanges, type Counts, type Entry, type Others, type Plan } from './entries.ts'
import { aboutItem, faultsOfItem } from './plan.ts'

type Planning = { context: Context; purveyor: Purveyor; catalog: Catalog; find: FindCategories }
type Result = BulkUpdateAnswer['results'][number]

/**
 * What push would do with a file that can only change products that exist, in the order of the file. The rows are sent as
 * dry runs of bulk updates while they are read, so that only some of them are held in memory.
 */
export class UpdatePlan implements Plan {
  readonly counts: Counts = { create: 0, update: 0, needApproval: 0, unchanged: 0, errors: 0 }
  readonly hasImages = false
  private readonly found = new Set<string>()
  private readonly planning: Planning

  constructor(planning: Planning) {
    this.planning = planning
  }

  async *rows(): AsyncGenerator<Entry | undefined> {
    const { catalog, find } = this.planning
    let items: FileItem[] = []
    for await (const item of readFileItems(catalog, find)) {
      items.push(item)
      if (items.length < chunkRows) continue
      yield* this.entries(items)
      items = []
    }
    yield* this.entries(items)
  }

  async others(): Promise<Others> {
    const { purveyor, context } = this.planning
    const { estimatedTotalCount } = await purveyor.products
      .list({ first: 1 }, { signal: context.signal })
      .page()
    const total = estimatedTotalCount ?? 0
    return { notInFile: Math.max(0, total - this.found.size), isExact: total < 1000 }
  }

  private async *entries(items: FileItem[]): AsyncGenerator<Entry | undefined> {
    const { purveyor, context, catalog } = this.planning
    const sent = items.filter(({ isSendable }) => isSendable)
    const body = sent.map(({ item }) => item as BulkUpdateItem)
    const options = { error_policy: 'reject_failed_items', dry_run: true } as const
    const { results } =
      body.length === 0
        ? { results: [] }
        : await purveyor.products.bulkUpdate({ items: body, ...options }, { signal: context.signal })
    let next = 0
    for (const item of items) {
      const result = item.isSendable ? results[next++] : undefined
      const entry = entryOf(item, result, catalog)
      if (!entry) this.counts.unchanged++
      else if (entry.kind === 'update') this.counts.update++
      else this.counts.errors++
      if (result?.product_id) this.found.add(result.product_id)
      yield entry
    }
  }
}

function entryOf(item: FileItem, result: Result | undefined, catalog: Catalog): Entry | undefined {
  const about = aboutItem(item)
  if (!result) return { kind: 'error', ...about, errors: faultsOfItem(item) }
  const { status, errors, product_id: productId, changed_fields: changed = [] } = result
  if (status === 'FAILED') return { kind: 'error', ...about, errors: serviceFaults(item, errors, catalog) }
  if (status !== 'UPDATED') return undefined
  // The service only says which fields would change.
  const marks = { old: undefined, needsApproval: false, isShortened: false }
  const changes = changed
    .map((field) => ({ field, ...marks, new: item.item[field] }))
    .flatMap(attributeChanges)
  return { kind: 'update', ...about, productId, changes, changeCount: changes.length }
}
