import type { Readable } from 'node:stream'
import type { Fragment, Sql } from './connect.ts'
import { copyOut } from './copy.ts'
import { literalText } from './driver/statement.ts'

/** A column of a CSV file. `value` is an SQL expression. `isText` is true if its cells can begin like a formula. */
export type CsvColumn = { name: string; value: string; isText?: true }

/** The SQL of columns. A cell that a spreadsheet would treat as a formula gets an apostrophe in front. */
export function csvColumns(columns: readonly CsvColumn[]): string {
  return columns
    .map(({ name, value, isText }) => {
      const cell = isText
        ? `case when (${value}) ~ '^[-=+@\\t\\r]' then '''' || (${value}) else ${value} end`
        : value
      return `${cell} as ${name}`
    })
    .join(', ')
}

/** The time limit of a file. A longer stream would keep vacuum from removing rows. */
const maxCopyMs = 60 * 60_000

/** The formats of a file. The query of an NDJSON file has one column, with the JSON of each row. */
export type FileFormat = 'csv' | 'ndjson'

/** The options of `copy` for each format. */
export const copyOptions: Record<FileFormat, string> = {
  csv: 'format csv, header true',
  // This is the CSV format, because the text format would escape JSON's backslashes. JSON text never contains
  // the two control characters, so no row is quoted.
  ndjson: `format csv, quote E'\\x01', delimiter E'\\x02'`
}

/** Streams the rows of a query, in one snapshot. A CSV file has a header. See `copyOut`. */
export function copyFile(
  sql: Sql,
  { query, format }: { query: Fragment; format: FileFormat },
  signal: AbortSignal
): Promise<Readable> {
  const statement = `copy (${literalText(query)}) to stdout (${copyOptions[format]})`
  return copyOut(sql, statement, { statementTimeoutMs: maxCopyMs, signal })
}
