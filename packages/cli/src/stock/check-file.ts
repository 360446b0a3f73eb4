import type { RowFile } from '../row-files/row-file.ts'
import type { RowFault } from '../row-files/send-chunks.ts'
import { columnOfField, readStockItem, type StockItem, targetOf } from './read-item.ts'

/** What a first reading of the file found: the rows that can't be sent, and the number of all rows. */
export type CheckedFile = { rows: number; faults: RowFault[]; faultyRows: ReadonlySet<number> }

/**
 * Reads the whole file and checks each row. If several rows are for the same SKU, none of them can be sent:
 * they may be a mistake, and the service would treat them differently within a request and across requests.
 */
export async function checkFile(
  file: RowFile,
  columns: ReadonlyMap<string, string>,
  signal: AbortSignal
): Promise<CheckedFile> {
  const rowsOf = new Map<string, number | number[]>()
  const faults: RowFault[] = []
  let rows = 0
  for await (const one of file.rows()) {
    if (rows % 1000 === 0) signal.throwIfAborted()
    rows += 1
    const read = readStockItem(one, columns)
    if ('faults' in read) {
      faults.push(...read.faults)
      continue
    }
    const target = targetOf(read.item)
    const earlier = rowsOf.get(target)
    rowsOf.set(target, earlier === undefined ? one.row : [earlier, one.row].flat())
  }
  for (const [target, found] of rowsOf)
    if (Array.isArray(found)) faults.push(...repeated(target, found, columns))
  faults.sort((a, b) => a.row - b.row)
  return { rows, faults, faultyRows: new Set(faults.map(({ row }) => row)) }
}

function repeated(target: string, rows: number[], columns: ReadonlyMap<string, string>): RowFault[] {
  const column = columnOfField('code', columns)
  return rows.map((row, index) => {
    const other = rows[index === 0 ? 1 : 0]
    const message = `is also in row ${other}. Write one row for each SKU.`
    return { row, column, value: target, code: 'REPEATED_SKU', message }
  })
}

/** Reads the rows that can be sent, as items. */
export async function* sendableItems(
  file: RowFile,
  columns: ReadonlyMap<string, string>,
  { faultyRows }: CheckedFile
): AsyncGenerator<{ item: StockItem; rows: number[] }> {
  for await (const one of file.rows()) {
    if (faultyRows.has(one.row)) continue
    const read = readStockItem(one, columns)
    if ('item' in read) yield { item: read.item, rows: [one.row] }
  }
}
