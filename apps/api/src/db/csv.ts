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

/** Streams the rows of a query as CSV with a header, in one snapshot. See `copyOut`. */
export function copyCsv(sql: Sql, query: Fragment, signal: AbortSignal): Promise<Readable> {
  const statement = `copy (${literalText(query)}) to stdout (format csv, header true)`
  return copyOut(sql, statement, { statementTimeoutMs: maxCopyMs, signal })
}
