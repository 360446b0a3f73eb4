import { readNdjson } from './ndjson-rows.ts'

/** A row of a file. In CSV, the header is row 1. In NDJSON, the row is the line. */
export type FileRow = {
  number: number
  /**
   * The cells in the order of `CatalogFile.columns`: strings in CSV, any JSON values in NDJSON, and strings or
   * `UnreadableCell` in spreadsheets.
   */
  cells: unknown[]
  /** An NDJSON line with the field `variants`, which isn't mapped. */
  product?: Record<string, unknown>
  /** The reason why the whole row can't be read. */
  fault?: { code: 'EXTRA_CELLS' | 'INVALID_JSON'; message: string }
  /** The text of an NDJSON line. */
  line?: string
}

/** The rows of a CSV or NDJSON file or a spreadsheet, with what is known about it. */
export type RowSource = {
  format: 'csv' | 'ndjson' | 'sheet'
  /** The delimiter of a CSV file. */
  delimiter: string
  columns: string[]
  /** Yields the rows in order. */
  rows(): AsyncGenerator<FileRow>
}

/** The number of rows in which the first value of each column is searched. */
const sampledRows = 1000
/** The number of columns that a file can have. */
export const maxColumns = 1000

/** Returns a row of a CSV file with `width` columns. */
export function csvFileRow(number: number, cells: string[], width: number): FileRow {
  const hasMore = cells.length > width && cells.slice(width).some((cell) => cell.trim() !== '')
  if (!hasMore) return { number, cells }
  const message = `has ${cells.length} cells, but the header has ${width}; quote cells that contain the delimiter`
  return { number, cells, fault: { code: 'EXTRA_CELLS', message } }
}

/** Yields the lines of an NDJSON file as rows. */
export async function* ndjsonRows(texts: AsyncIterable<string>, columns: string[]): AsyncGenerator<FileRow> {
  for await (const { number, line, ...read } of readNdjson(texts)) {
    if ('reason' in read) {
      yield { number, line, cells: [], fault: { code: 'INVALID_JSON', message: read.reason } }
    } else if (Object.hasOwn(read.record, 'variants')) {
      yield { number, line, cells: [], product: read.record }
    } else {
      const { record } = read
      const cells = columns.map((column) => (Object.hasOwn(record, column) ? record[column] : undefined))
      yield { number, line, cells }
    }
  }
}

/** Returns the names of all fields that occur in lines without `variants`. */
export async function ndjsonColumns(texts: AsyncIterable<string>): Promise<string[]> {
  const names = new Set<string>()
  for await (const row of readNdjson(texts)) {
    if (!('record' in row) || Object.hasOwn(row.record, 'variants')) continue
    for (const name of Object.keys(row.record)) names.add(name)
    if (names.size > maxColumns) break
  }
  return [...names]
}

/** Returns the first value of each column that isn't empty, as text. */
export async function sampleColumns(rows: AsyncGenerator<FileRow>, width: number): Promise<string[]> {
  const samples: string[] = Array.from({ length: width }, () => '')
  let count = 0
  for await (const { cells } of rows) {
    for (let index = 0; index < width; index++) samples[index] ||= textOf(cells[index])
    if (++count >= sampledRows) break
  }
  return samples
}

/** Returns a value of a cell as text for messages, on one line. */
export function textOf(cell: unknown): string {
  if (cell === undefined || cell === null) return ''
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.trim().replace(/\s+/g, ' ')
}
