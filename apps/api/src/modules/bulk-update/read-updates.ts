import type { Fault } from '../../errors.ts'
import type { CheckedItem } from '../bulk-items/item-batch.ts'
import { type ReadLimits, readItems } from '../bulk-items/read-items.ts'
import { maxUpdates } from './schema.ts'
import { updateItems } from './update-item.ts'

const limits: ReadLimits = {
  items: maxUpdates,
  itemBytes: 1024 * 1024,
  batchItems: 1_000,
  batchText: 1024 * 1024,
  options: ['error_policy', 'dry_run']
}
const sliceBytes = 1024 * 1024

/**
 * The items as a JSON array of `PreparedUpdate`, and whether none gives anything but a price and a stock; or the first
 * 1,000 faults of the body, and how many there are.
 */
export type ReadUpdates =
  | { ok: true; items: string; onlyPriceAndStock: boolean; dryRun: boolean }
  | { ok: false; faults: Fault[]; faultCount: number }

/**
 * Reads the body of a bulk update (specification 4.5, 8) batch by batch, so that it never holds more than the prepared
 * texts. With `reject_failed_items` an item's own faults go with the item, else they refuse the body. Takes seconds for
 * the largest bodies: it is the task of an `UpdateReader`.
 */
export function readUpdates({ bytes, vendorId }: { bytes: Uint8Array; vendorId: string }): ReadUpdates {
  const { rules, check } = updateItems(vendorId)
  let onlyPriceAndStock = true
  const checkAndLook = (item: Record<string, unknown>): CheckedItem => {
    const checked = check(item)
    onlyPriceAndStock &&= checked.errors.length > 0 || givesOnlyPriceAndStock(checked.prepared)
    return checked
  }
  const reading = readItems('JSON', { kind: { rules, check: checkAndLook }, limits })
  const batches: string[] = []
  let start = 0
  for (let step = reading.next({}); ; ) {
    if (step.done) {
      const { faults, faultCount, options } = step.value
      if (faultCount > 0) return { ok: false, faults, faultCount }
      return { ok: true, items: `[${batches.join()}]`, onlyPriceAndStock, dryRun: options.dryRun }
    }
    // Items of updates have no categories to be looked up here.
    if (step.value.need === 'taken') {
      batches.push(step.value.prepared.slice(1, -1))
      step = reading.next({})
    } else {
      const slice = bytes.subarray(start, start + sliceBytes)
      start += slice.length
      step = reading.next(slice.length > 0 ? { bytes: slice } : {})
    }
  }
}

const ofPriceAndStock = new Set(['productId', 'code', 'codeField', 'vendorPrice', 'stock'])

function givesOnlyPriceAndStock(prepared: CheckedItem['prepared']): boolean {
  return Object.entries(prepared).every(([name, value]) => value === undefined || ofPriceAndStock.has(name))
}
