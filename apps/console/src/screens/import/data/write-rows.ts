import type { FileRow } from '@purveyor/client/catalog-file/file-rows'
import Papa from 'papaparse'
import { withEdits } from './check-rows.ts'
import type { CellEdits, FileInfo } from './file-types.ts'
import { openRows } from './open-file.ts'

/** Which rows of a file are written. */
export type WriteInput = {
  file: Blob
  info: FileInfo
  edits: CellEdits
  /** The numbers of the rows, in rising order, that are written, or that are left out. */
  rows: { only: ArrayLike<number> } | { without: ArrayLike<number> }
  /** The texts of the column `_errors` by the number of the row. Without it, the file has no such column. */
  errors?: Readonly<Record<number, string>> | undefined
}

/** A file with some rows of another one, and the numbers that they have there. */
export type WrittenRows = { file: Blob; numbers: number[] }

/** Returns a file in UTF-8 with some rows of another one, as they were edited. Uploads ignore the column `_errors`. */
export async function writeRows({ file, info, edits, rows, errors }: WriteInput): Promise<WrittenRows> {
  const { columns, reading } = info
  const isCsv = reading.format === 'csv'
  const listed = 'only' in rows ? rows.only : rows.without
  const parts = isCsv ? [csvLine([...columns, ...(errors ? ['_errors'] : [])], reading)] : []
  const numbers: number[] = []
  let next = 0
  for await (const row of withEdits(openRows(file, info), { edits }).rows()) {
    const isListed = row.number === listed[next]
    if (isListed) next++
    if (isListed !== 'only' in rows) continue
    numbers.push(row.number)
    const cells = columns.map((_, index) => row.cells[index] ?? '')
    if (isCsv) parts.push(csvLine([...cells, ...(errors ? [errors[row.number] ?? ''] : [])], reading))
    else parts.push(`${ndjsonLine(row, columns)}\n`)
  }
  return { file: new Blob(parts), numbers }
}

function csvLine(cells: unknown[], { delimiter }: FileInfo['reading']): string {
  return `${Papa.unparse([cells], { delimiter, newline: '\n' })}\n`
}

function ndjsonLine({ cells, line, product, fault }: FileRow, columns: string[]): string {
  if (product || fault) return line ?? ''
  return JSON.stringify(Object.fromEntries(columns.map((column, index) => [column, cells[index]])))
}
