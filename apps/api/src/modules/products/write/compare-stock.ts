import { type Fault, invalid, Problem } from '../../../errors.ts'
import { fault } from '../../../http/faults.ts'
import { isoOf } from '../../../http/timestamps.ts'
import { maxStock, type VariantStock } from '../product-patch.ts'

/**
 * The stock on hand of a variant, and the time of its last accepted count, shipment or cancellation of a
 * shipment.
 */
export type StoredStock = { stockOnHand: number; stockAsOf: string | null }

/**
 * The messages for updates of stock that the stored values don't allow (contract 4.2, 4.5). After each
 * message comes the stored value.
 */
export const stockMessages = {
  STOCK_CONFLICT: 'must be equal to the stock on hand, which is',
  INSUFFICIENT_STOCK: 'must not lower the stock on hand below 0; it is',
  STOCK_OUTDATED: 'must not be before the last count, shipment or cancelled shipment, which was at',
  TOO_LARGE: `must not raise the stock on hand above ${maxStock}; it is`
} as const

/** A 409 for an entry. `current` is the stored value that the entry conflicts with. */
type Conflict = Fault & { code: 'STOCK_CONFLICT' | 'INSUFFICIENT_STOCK' | 'STOCK_OUTDATED' }

/** The faults of `variantStock` that depend on the stored stock. */
export type StockFaults = { faults: Fault[]; conflicts: Conflict[] }

/** Compares an entry of `variantStock` with the stock of its variant, which must be locked. */
export function compareStock(
  { quantity, change = 0, expected, asOf }: VariantStock,
  { index, stored: { stockOnHand, stockAsOf } }: { index: number; stored: StoredStock }
): StockFaults & { given: { stockOnHand: number; stockAsOf?: string } } {
  const conflict = (
    field: 'expected' | 'change' | 'asOf',
    code: Conflict['code'],
    current: number | string
  ): Conflict => {
    return { pointer: pointerOf(index, field), code, message: `${stockMessages[code]} ${current}`, current }
  }
  const time = asOf === undefined ? undefined : isoOf(asOf)
  const result = quantity ?? stockOnHand + change
  const conflicts: Conflict[] = []
  if (expected !== undefined && expected !== stockOnHand)
    conflicts.push(conflict('expected', 'STOCK_CONFLICT', stockOnHand))
  if (result < 0) conflicts.push(conflict('change', 'INSUFFICIENT_STOCK', stockOnHand))
  // The two texts have the same form, so they are in the order of their times.
  if (time !== undefined && stockAsOf !== null && time < stockAsOf)
    conflicts.push(conflict('asOf', 'STOCK_OUTDATED', stockAsOf))
  const message = `${stockMessages.TOO_LARGE} ${stockOnHand}`
  const faults = result > maxStock ? [fault(pointerOf(index, 'change'), 'TOO_LARGE', message)] : []
  return { given: { stockOnHand: result, ...(time !== undefined && { stockAsOf: time }) }, faults, conflicts }
}

/**
 * Throws a 400 with the faults, or else a 409 with the conflicts. Its code is that of the first conflict.
 * Does nothing if both lists are empty.
 */
export function refuseStock({ faults, conflicts }: StockFaults): void {
  if (faults.length > 0) throw invalid(faults)
  const [first] = conflicts
  if (first) throw new Problem(first.code, { faults: conflicts, faultCount: conflicts.length })
}

function pointerOf(index: number, field: keyof VariantStock): string {
  return `/variantStock/${index}/${field}`
}
