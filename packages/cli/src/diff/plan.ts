import type { ImportItem, ImportItemChange, Job, Purveyor } from '@purveyor/client'
import type { RowFault } from '@purveyor/client/catalog-file/catalog-rows'
import {
  type FileItem,
  type FindCategories,
  faultsOfRow,
  readFileItems,
  serviceFaults
} from '../catalog-file/catalog-items.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context } from '../command.ts'
import { nextItem } from '../push/collect-failures.ts'
import {
  attributeChanges,
  type Counts,
  type Entry,
  type FieldChange,
  type Others,
  type Plan
} from './entries.ts'

type Planning = {
  context: Context
  purveyor: Purveyor
  catalog: Catalog
  find: FindCategories
  /** The dry run. Undefined if no row could be sent. */
  job: Job | undefined
}

/**
 * What push would do, in the order of the file. Reads the file once more, with the items of the dry run: these are in the
 * order of the items that were sent, so neither needs to be held in memory.
 */
export class ImportPlan implements Plan {
  /** Complete after all entries have been read. */
  readonly counts: Counts = { create: 0, update: 0, needApproval: 0, unchanged: 0, errors: 0 }
  /** True if an item has images, which the service doesn't compare. */
  hasImages = false
  private found = 0
  private readonly planning: Planning

  constructor(planning: Planning) {
    this.planning = planning
  }

  /** Yields for each item its entry, or undefined if it changes nothing. */
  async *rows(): AsyncGenerator<Entry | undefined> {
    const { context, purveyor, catalog, find, job } = this.planning
    const query = { first: 100 }
    const pages = job && purveyor.importJobs.items(job.id, query, { signal: context.signal })
    const items = pages?.[Symbol.asyncIterator]()
    try {
      for await (const read of readFileItems(catalog, find)) {
        context.signal.throwIfAborted()
        const item = read.isSendable ? await nextItem(items) : undefined
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

function entryOf(read: FileItem, item: ImportItem | undefined, catalog: Catalog): Entry | undefined {
  const about = aboutItem(read)
  if (!read.isSendable) return { kind: 'error', ...about, errors: faultsOfItem(read) }
  if (item?.status === 'CREATED') return { kind: 'create', ...about }
  if (item?.status === 'FAILED')
    return { kind: 'error', ...about, errors: serviceFaults(read, item.errors, catalog) }
  const { changes = null, change_count: changeCount = 0, product_id: productId = null } = item ?? {}
  if (!changes || !changeCount) return undefined
  // A line with variants has no columns of attributes.
  const isLine = read.rows[0].row.product !== undefined
  const shown = changes.map(fieldChange).flatMap((one) => (isLine ? [one] : attributeChanges(one)))
  const more = changeCount - changes.length
  return { kind: 'update', ...about, productId, changes: shown, changeCount: shown.length + more }
}

/** Returns the row, the SKU and the name of the product that an item describes. */
export function aboutItem({ rows: [first], item }: FileItem): Pick<Entry, 'row' | 'code' | 'name'> {
  const [sku, name] = item.variants === undefined ? [first.sku, item.product] : [item.sku, item.name]
  const code = sku === undefined || sku === null ? null : String(sku)
  return { row: first.row.number, code, name: String(name ?? '').trim() }
}

/** Returns why an item isn't sent. */
export function faultsOfItem({ rows }: FileItem): RowFault[] {
  const own = rows.flatMap(({ faults }) => faults)
  return own.length > 0 ? own : rows.slice(0, 1).flatMap(faultsOfRow)
}

function hasImages({ item: { images } }: FileItem): boolean {
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
