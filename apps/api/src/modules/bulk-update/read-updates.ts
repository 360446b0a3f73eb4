import type { Fault } from '../../errors.ts'
import type { CheckedItem } from '../bulk-items/item-batch.ts'
import { type ReadLimits, readWhole } from '../bulk-items/read-items.ts'
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
 * The items as a JSON array of `PreparedUpdate`, and whether none gives anything but a price and a stock; or the first
 * 1,000 faults of the body, and how many there are.
 */
export type ReadUpdates =
  | { ok: true; items: string; onlyPriceAndStock: boolean; dryRun: boolean }
  | { ok: false; faults: Fault[]; faultCount: number }

/**
 * Reads the body of a bulk update (contract 4.5, 8) batch by batch, so that it never holds more than the prepared
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
  const texts: string[] = []
  const { options, faults, faultCount } = readWhole('JSON', {
    ...{ bytes, limits, kind: { rules, check: checkAndLook } },
    take: ({ prepared }) => texts.push(prepared.slice(1, -1))
  })
  if (faultCount > 0) return { ok: false, faults, faultCount }
  return { ok: true, items: `[${texts.join()}]`, onlyPriceAndStock, dryRun: options.dryRun }
}

const ofPriceAndStock = new Set(['productId', 'code', 'codeField', 'vendorPrice', 'stock'])

function givesOnlyPriceAndStock(prepared: CheckedItem['prepared']): boolean {
  for (const name in prepared) if (prepared[name] !== undefined && !ofPriceAndStock.has(name)) return false
  return true
}
