import { textOf } from '@purveyor/client/catalog-file/file-rows'
import type { Row } from '../row-files/row-file.ts'
import type { RowFault } from '../row-files/send-chunks.ts'
import { isEmpty, type Reading, readAmount, readChange, readCode, readTime } from '../row-files/values.ts'

/** An item of a bulk update that sets or changes the stock of one variant. */
export type StockItem = {
  code: string
  product_id?: string
  amount?: number
  amount_change?: number
  amount_expected?: number
  as_of?: string
}

type Reader = { field: keyof StockItem; read(cell: unknown): Reading<string | number>; isOptional?: boolean }

/** How the cell of each field of the file is read, and the field of the item that it becomes. */
const readers: Record<string, Reader> = {
  code: { field: 'code', read: readCode },
  amount: { field: 'amount', read: readAmount },
  change: { field: 'amount_change', read: readChange },
  expected: { field: 'amount_expected', read: readAmount, isOptional: true },
  counted_at: { field: 'as_of', read: readTime, isOptional: true },
  product_id: { field: 'product_id', read: readText, isOptional: true }
}

/** Reads a row of the file as an item. `columns` has the column of each field. */
export function readStockItem(
  { row, cells, fault }: Row,
  columns: ReadonlyMap<string, string>
): { item: StockItem } | { faults: RowFault[] } {
  if (fault) return { faults: [{ row, ...fault }] }
  const item: Record<string, string | number> = {}
  const faults: RowFault[] = []
  for (const [name, column] of columns) {
    const reader = readers[name]
    const cell = cells[column]
    if (!reader || (reader.isOptional && isEmpty(cell))) continue
    const read = reader.read(cell)
    if ('value' in read) item[reader.field] = read.value
    else faults.push({ row, column, value: textOf(cell), code: 'INVALID_CELL', message: read.problem })
  }
  return faults.length > 0 ? { faults } : { item: item as StockItem }
}

/** Returns the column that a field of a bulk update was read from. */
export function columnOfField(
  field: string | null,
  columns: ReadonlyMap<string, string>
): string | undefined {
  for (const [name, column] of columns) if (readers[name]?.field === field) return column
  return undefined
}

/** Returns what identifies the variant of an item. */
export function targetOf({ code, product_id = '' }: StockItem): string {
  return product_id === '' ? code : `${product_id} ${code}`
}

function readText(cell: unknown): Reading<string> {
  return typeof cell === 'string' ? { value: cell.trim() } : { problem: 'must be text' }
}
