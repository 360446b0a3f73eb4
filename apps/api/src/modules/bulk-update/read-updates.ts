import type { Fault } from '../../errors.ts'
import type { CheckedItem, IndexedWarning, ItemKind, ReadBatch } from '../bulk-items/item-batch.ts'
import { type ReadAnswer, type ReadEnd, type ReadLimits, readWhole } from '../bulk-items/read-items.ts'
import type { WorkbookCatalog } from '../bulk-items/workbook/catalog.ts'
import { readWorkbook } from '../bulk-items/workbook/read-workbook.ts'
import type { SheetCells, SheetColumns } from '../bulk-items/workbook/sheet-cells.ts'
import type { Marketplace } from '../products/marketplace-queries.ts'
import { type Edit, hasStockCondition } from '../products/write/plan/edit.ts'
import { maxUpdates } from './schema.ts'
import { updateItems } from './update-item.ts'

const limits: ReadLimits = {
  items: maxUpdates,
  itemBytes: 1024 * 1024,
  batchItems: 1_000,
  batchText: 1024 * 1024,
  options: ['error_policy', 'dry_run']
}

/**
 * The rows of the items of a workbook, the columns of their fields, and the names of the columns that are not used.
 */
export type UpdateSheet = { columns: SheetColumns; rows: number[]; ignoredColumns: string[] }

/**
 * The result of reading a body: the items as a JSON array of `Edit`, or the first 1,000 errors and
 * the number of all errors. `onlyPriceAndStock`: true if no item sets a field other than price and stock.
 * `hasStockConditions`: true if any item has `amount_change`, `amount_expected` or `as_of`. `hasAttributes`: true if any
 * item has `attributes`. `detail`: a sentence that says why a workbook is refused. `isDiskFull`: true if a temporary file
 * could not be written.
 */
export type ReadUpdates =
  | {
      ok: true
      items: string
      onlyPriceAndStock: boolean
      hasStockConditions: boolean
      hasAttributes: boolean
      dryRun: boolean
      /** The first 1,000 warnings of the items, if there are any. */
      warnings?: IndexedWarning[]
      sheet?: UpdateSheet
    }
  | { ok: false; faults: Fault[]; faultCount: number; detail?: string; isDiskFull?: boolean }

/**
 * Reads the body of a bulk update (contract 4.5, 8) in batches, to limit memory. With `reject_failed_items`,
 * the errors of an item become its field `errors`. Otherwise any error rejects the body. Reading the largest
 * bodies takes seconds, so this function runs in the thread of an `UpdateReader`.
 */
export function readUpdates({
  bytes,
  vendorId,
  marketplace
}: {
  bytes: Uint8Array
  vendorId: string
  marketplace?: Marketplace
}): ReadUpdates {
  const collected = new CollectedUpdates(vendorId, marketplace)
  const { kind } = collected
  const end = readWhole('JSON', { bytes, limits, kind, take: (batch) => collected.take(batch) })
  return collected.result(end, end.options.dryRun)
}

/** A workbook with changes of products, in a file, and the options of the update. */
export type UpdateWorkbook = {
  path: string
  vendorId: string
  marketplace: Marketplace
  catalog: WorkbookCatalog
  rejectsAll: boolean
  dryRun: boolean
}

/** Reads a workbook with changes of products, as `readUpdates` reads JSON. */
export async function readUpdateWorkbook({
  path,
  vendorId,
  marketplace,
  catalog,
  rejectsAll,
  dryRun
}: UpdateWorkbook): Promise<ReadUpdates> {
  const collected = new CollectedUpdates(vendorId, marketplace)
  const { kind } = collected
  const reading = readWorkbook({ path, mode: 'update', kind, limits, isInBody: rejectsAll })
  for (let answer: ReadAnswer = {}; ; ) {
    const { value, done } = await reading.next(answer)
    if (done) return collected.result(value, dryRun)
    if (value.need === 'batch') collected.take(value)
    answer = value.need === 'catalog' ? { catalog } : {}
  }
}

/** Collects the items of an update. */
class CollectedUpdates {
  readonly kind: ItemKind
  private readonly texts: string[] = []
  private readonly rows: number[] = []
  private columns: SheetColumns | undefined
  private onlyPriceAndStock = true
  private hasStockConditions = false
  private hasAttributes = false

  constructor(vendorId: string, marketplace?: Marketplace) {
    const { rules, check } = updateItems(vendorId, marketplace)
    this.kind = { rules, check: (item) => this.note(check(item)) }
  }

  take({ prepared, cells }: ReadBatch): void {
    this.texts.push(prepared.slice(1, -1))
    if (cells === undefined) return
    const { columns, items } = JSON.parse(cells) as SheetCells
    this.columns = columns
    for (const { row } of items) this.rows.push(row)
  }

  result({ faults, faultCount, ...end }: ReadEnd, dryRun: boolean): ReadUpdates {
    const { detail, isDiskFull, ignoredColumns = [], warnings = [] } = end
    if (faultCount > 0 || isDiskFull)
      return {
        ...{ ok: false, faults, faultCount },
        ...(detail !== undefined && { detail }),
        ...(isDiskFull && { isDiskFull })
      }
    const { onlyPriceAndStock, hasStockConditions, hasAttributes, columns, rows } = this
    return {
      ...{
        ok: true,
        items: `[${this.texts.join()}]`,
        onlyPriceAndStock,
        hasStockConditions,
        hasAttributes,
        dryRun
      },
      ...(warnings.length > 0 && { warnings }),
      ...(columns && { sheet: { columns, rows, ignoredColumns } })
    }
  }

  private note(checked: CheckedItem): CheckedItem {
    if (checked.errors.length > 0) return checked
    this.onlyPriceAndStock &&= setsOnlyPriceAndStock(checked.prepared)
    this.hasStockConditions ||= hasStockCondition(checked.prepared)
    this.hasAttributes ||= (checked.prepared as Edit).variant?.attributes !== undefined
    return checked
  }
}

/** True if the item has no values for its product, and none for its variant except the price and the stock. */
function setsOnlyPriceAndStock({ product, singleProduct, variant }: Edit): boolean {
  if (product || singleProduct) return false
  return Object.entries(variant ?? {}).every(([name, value]) => name === 'vendorPrice' || value === undefined)
}
