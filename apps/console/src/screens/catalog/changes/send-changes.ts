import type { BulkUpdateItem, BulkUpdateResult, Purveyor } from '@purveyor/client'
import { catalogTexts } from '../../../texts/catalog.ts'
import { formatNumber } from '../../../ui/format.ts'
import type { CellChange, EditedField, RowChange } from './change-set.ts'

/** The largest number of items in a request. */
const maxItems = 50_000

/** A row whose changes are sent, and what happened or would happen. */
export type Outcome = { key: string; row: RowChange; result: BulkUpdateResult }

/** Returns the rows that have no fault. */
export function sendable(rows: ReadonlyMap<string, RowChange>): [string, RowChange][] {
  return [...rows].filter(([, { cells }]) => Object.values(cells).every(({ value }) => value !== undefined))
}

type Send = {
  purveyor: Purveyor
  isDryRun: boolean
  signal?: AbortSignal
  onProgress?: (sent: number) => void
}

/**
 * Sends changes as bulk updates, or asks what they would do, and returns the outcome of each row. The stock is changed
 * only if it is still the one that the person saw.
 */
export async function sendChanges(
  rows: readonly [string, RowChange][],
  { purveyor, isDryRun, signal, onProgress }: Send
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let first = 0; first < rows.length; first += maxItems) {
    const part = rows.slice(first, first + maxItems)
    const items = part.map(([, row]) => itemOf(row))
    const body = { items, error_policy: 'reject_failed_items' as const, dry_run: isDryRun }
    const { results } = await purveyor.products.bulkUpdate(body, { signal })
    for (const result of results) {
      const [key, row] = part[result.index] ?? []
      if (key !== undefined && row) outcomes.push({ key, row, result })
    }
    onProgress?.(first + part.length)
  }
  return outcomes
}

function itemOf({
  productId,
  code,
  cells: { vendorPrice, listPrice, stockOnHand }
}: RowChange): BulkUpdateItem {
  return {
    product_id: productId,
    ...(code !== undefined && { code }),
    ...(vendorPrice?.value !== undefined && { vendor_price: vendorPrice.value }),
    ...(listPrice?.value !== undefined && { list_price: listPrice.value || null }),
    ...(stockOnHand?.value !== undefined && {
      amount: stockOnHand.value,
      amount_expected: stockOnHand.old
    })
  }
}

const fieldOf: Record<string, EditedField> = {
  vendor_price: 'vendorPrice',
  list_price: 'listPrice',
  amount: 'stockOnHand',
  amount_expected: 'stockOnHand'
}

/** True if the stock was changed by someone else in the meantime. */
export function isConflict({ result }: Outcome): boolean {
  return result.errors.some(({ code }) => code === 'STOCK_CONFLICT')
}

/** Returns what is left of the changes of a row after they were sent; undefined if all were applied. */
export function settled({ row, result }: Outcome): RowChange | undefined {
  if (result.status !== 'FAILED') return undefined
  let cells = row.cells
  for (const { code, field, message, current } of result.errors) {
    const names = field !== null && fieldOf[field] ? [fieldOf[field]] : (Object.keys(cells) as EditedField[])
    const isOther = code === 'STOCK_CONFLICT' && typeof current === 'number'
    for (const name of names) {
      const cell = cells[name]
      if (cell) cells = withResult(cells, name, isOther ? rebased(cell, current) : faulty(cell, message))
    }
  }
  return { ...row, cells }
}

function withResult(
  cells: RowChange['cells'],
  name: EditedField,
  cell: CellChange | undefined
): RowChange['cells'] {
  const { [name]: _, ...others } = cells
  return cell ? { ...others, [name]: cell } : others
}

/** The stock is another one than the person saw: it is shown, and replaced if the person sends the change again. */
function rebased(cell: CellChange, current: number): CellChange | undefined {
  if (cell.value === String(current)) return undefined
  return {
    ...cell,
    old: String(current),
    note: catalogTexts.conflict(cell.old, formatNumber(current))
  }
}

function faulty(cell: CellChange, message: string): CellChange {
  return { ...cell, fault: catalogTexts.refused(message) }
}
