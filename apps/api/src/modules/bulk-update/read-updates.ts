import type { Fault } from '../../errors.ts'
import type { CheckedItem, IndexedWarning } from '../bulk-items/item-batch.ts'
import { type ReadLimits, readWhole } from '../bulk-items/read-items.ts'
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
 * The result of reading a body: the items as a JSON array of `Edit`, or the first 1,000 errors and
 * the number of all errors. `onlyPriceAndStock`: true if no item sets a field other than price and stock.
 * `hasStockConditions`: true if any item has `amount_change`, `amount_expected` or `as_of`. `hasAttributes`: true if any
 * item has `attributes`.
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
    }
  | { ok: false; faults: Fault[]; faultCount: number }

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
  const { rules, check } = updateItems(vendorId, marketplace)
  let onlyPriceAndStock = true
  let hasStockConditions = false
  let hasAttributes = false
  const checkItem = (item: Record<string, unknown>): CheckedItem => {
    const checked = check(item)
    if (checked.errors.length === 0) {
      onlyPriceAndStock &&= setsOnlyPriceAndStock(checked.prepared)
      hasStockConditions ||= hasStockCondition(checked.prepared)
      hasAttributes ||= (checked.prepared as Edit).variant?.attributes !== undefined
    }
    return checked
  }
  const texts: string[] = []
  const {
    options,
    faults,
    faultCount,
    warnings = []
  } = readWhole('JSON', {
    ...{ bytes, limits, kind: { rules, check: checkItem } },
    take: ({ prepared }) => texts.push(prepared.slice(1, -1))
  })
  if (faultCount > 0) return { ok: false, faults, faultCount }
  return {
    ok: true,
    items: `[${texts.join()}]`,
    onlyPriceAndStock,
    hasStockConditions,
    hasAttributes,
    dryRun: options.dryRun,
    ...(warnings.length > 0 && { warnings })
  }
}

/** True if the item has no values for its product, and none for its variant except the price and the stock. */
function setsOnlyPriceAndStock({ product, singleProduct, variant }: Edit): boolean {
  if (product || singleProduct) return false
  return Object.entries(variant ?? {}).every(([name, value]) => name === 'vendorPrice' || value === undefined)
}
