import { isRow } from '@purveyor/client/catalog-file/csv-header'
import { DecodingError } from '@purveyor/client/catalog-file/decoding-error'
import { CsvError, type Parser, parse } from 'csv-parse'

/** A CSV file ends within a quoted cell, or a row is too long. `row` is the number of the row. */
export class CsvSyntaxError extends Error {
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

const maxRowLength = 1024 * 1024

/** A row of a CSV file. The number of the first row is 1; a row with cells of several lines counts once. */
export type CsvRow = { number: number; cells: string[] }

/** Yields the rows of a CSV file that have at least one cell that isn't blank. Throws a CsvSyntaxError. */
export async function* readCsv(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRowLength
  })
  // The error is read from `parser.errored`.
  parser.on('error', () => {})
  let number = 0
  try {
    for await (const text of texts) {
      parser.write(text)
      for (const cells of parsedRows(parser)) {
        number++
        if (isRow(cells, number, delimiter)) yield { number, cells }
      }
      if (parser.errored) throw parser.errored
    }
    parser.end()
    for await (const cells of parser as AsyncIterable<string[]>) {
      number++
      if (isRow(cells, number, delimiter)) yield { number, cells }
    }
  } catch (error) {
    if (error instanceof DecodingError) error.row = number + (await countRest(parser)) + 1
    throw error instanceof CsvError ? new CsvSyntaxError(number + 1, reasonOf(error)) : error
  } finally {
    parser.destroy()
  }
}

/** Returns the rows that the parser has completed. The parser works synchronously. */
function* parsedRows(parser: Parser): Generator<string[]> {
  for (;;) {
    const cells = parser.read() as string[] | null
    if (cells === null) return
    yield cells
  }
}

/** Counts the rows that are complete, but for which the parser has waited for more text. */
async function countRest(parser: Parser): Promise<number> {
  let count = 0
  try {
    parser.end()
    for await (const _ of parser) count++
  } catch {
    // The text ends within a quoted cell, so the row isn't complete.
  }
  return count
}

function reasonOf({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a cell begins with a quote (") that is never closed'
  if (code !== 'CSV_MAX_RECORD_SIZE') return message
  return `the row is longer than ${maxRowLength} characters; maybe a cell begins with a quote (") that is never closed`
}
