import type { CategoryNode, ImportItem, ImportItemChange, Job, Purveyor } from '@purveyor/client'
import type { CatalogRow } from '@purveyor/client/catalog-file/catalog-rows'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context } from '../command.ts'
import { nextItem, serviceFaults } from '../push/collect-failures.ts'
import type { Counts, Entry, FieldChange, Others } from './entries.ts'
import { readRows } from './read-rows.ts'

type Planning = {
  context: Context
  purveyor: Purveyor
  catalog: Catalog
  categories: readonly CategoryNode[]
  /** The dry run. Undefined if no row could be sent. */
  job: Job | undefined
}

/**
 * What push would do, in the order of the file. Reads the file once more, with the items of the dry run: these are in the
 * order of the rows that were sent, so neither needs to be held in memory.
 */
export class Plan {
  /** Complete after all entries have been read. */
  readonly counts: Counts = { create: 0, update: 0, needApproval: 0, unchanged: 0, errors: 0 }
  /** True if an item has images, which the service doesn't compare. */
  hasImages = false
  private found = 0
  private readonly planning: Planning

  constructor(planning: Planning) {
    this.planning = planning
  }

  /** Yields for each row its entry, or undefined if the row changes nothing. */
  async *rows(): AsyncGenerator<Entry | undefined> {
    const { context, purveyor, catalog, categories, job } = this.planning
    const query = { first: 100 }
    const pages = job && purveyor.importJobs.items(job.id, query, { signal: context.signal })
    const items = pages?.[Symbol.asyncIterator]()
    try {
      for await (const read of readRows(catalog, categories)) {
        context.signal.throwIfAborted()
        const item = read.faults.length > 0 ? undefined : await nextItem(items)
        const entry = entryOf(read, item, catalog)
        this.count(entry)
        this.hasImages ||= hasImages(read)
        if (item?.product_id) this.found++
        yield entry
      }
    } finally {
      await items?.return?.()
    }
  }

  /** Returns how many products aren't in the file. Call it after all entries have been read. */
  async others(): Promise<Others> {
    const { purveyor, context } = this.planning
    const { estimatedTotalCount } = await purveyor.products
      .list({ first: 1 }, { signal: context.signal })
      .page()
    const total = estimatedTotalCount ?? 0
    return { notInFile: Math.max(0, total - this.found), isExact: total < 1000 }
  }

  private count(entry: Entry | undefined): void {
    const { counts } = this
    if (!entry) counts.unchanged++
    else if (entry.kind === 'create') counts.create++
    else if (entry.kind === 'error') counts.errors++
    else {
      counts.update++
      if (entry.changes.some(({ needsApproval }) => needsApproval)) counts.needApproval++
    }
  }
}

function entryOf(read: CatalogRow, item: ImportItem | undefined, catalog: Catalog): Entry | undefined {
  const { row, sku, faults } = read
  const about = { row: row.number, code: sku ?? null, name: nameOf(read) }
  if (faults.length > 0) return { kind: 'error', ...about, errors: faults }
  if (item?.status === 'CREATED') return { kind: 'create', ...about }
  if (item?.status === 'FAILED')
    return { kind: 'error', ...about, errors: serviceFaults(read, item, catalog) }
  const { changes = null, change_count: changeCount = 0, product_id: productId = null } = item ?? {}
  if (!changes || !changeCount) return undefined
  return { kind: 'update', ...about, productId, changes: changes.map(fieldChange), changeCount }
}

/** Returns the name of the product that a row describes. */
function nameOf({ row, item }: CatalogRow): string {
  return String((row.product ? item.name : item.product) ?? '').trim()
}

function hasImages({ item: { images } }: CatalogRow): boolean {
  return images !== undefined && images !== null && images !== ''
}

function fieldChange({ field, variant_sku: sku, old, new: value, ...marks }: ImportItemChange): FieldChange {
  const isNew = sku !== null && field === 'CREATED'
  const { needs_approval: needsApproval, is_shortened: isShortened } = marks
  return {
    field: sku === null ? field : `variant ${sku}${isNew ? '' : `: ${field}`}`,
    ...{ old, new: isNew ? variantName(value) : value, needsApproval, isShortened }
  }
}

/** Returns the name of a new variant, or its values if the service has shortened them. */
function variantName(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'name' in value ? value.name : value
}
