import { CsvError, type Parser, parse } from 'csv-parse'
import { DecodingError } from './decode.ts'

/** A CSV file ends within a quoted cell, or a row is too long. `row` is the number of the row. */
export class CsvSyntaxError extends Error {
  readonly row: number

  constructor(row: number, message: string) {
    super(message)
    this.row = row
  }
}

const delimiters = [',', ';', '\t', '|'] as const
const maxRowLength = 1024 * 1024

/**
 * Guesses the delimiter from the beginning of a file: the one that occurs most often in the first row, outside
 * of quotes. A comma if there is none.
 */
export function guessDelimiter(start: string): string {
  const counts = new Map<string, number>(delimiters.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of start.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const [best = [',', 0]] = [...counts].sort(([, one], [, other]) => other - one)
  return best[1] > 0 ? best[0] : ','
}

/** The first line of files for spreadsheets, which names the delimiter. It isn't the header. */
const SEPARATOR_LINE = /^\s*sep=(.)\s*$/i

/** Returns the delimiter that the first line `sep=;` names. */
export function namedDelimiter(start: string): string | undefined {
  return SEPARATOR_LINE.exec(start.split(/[\r\n]/, 1)[0] ?? '')?.[1]
}

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

function isRow(cells: string[], number: number, delimiter: string): boolean {
  if (cells.every(isBlank)) return false
  return number > 1 || namedDelimiter(cells.join(delimiter)) === undefined
}

function isBlank(cell: string): boolean {
  return cell.trim() === ''
}

function reasonOf({ code, message }: CsvError): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a cell begins with a quote (") that is never closed'
  if (code !== 'CSV_MAX_RECORD_SIZE') return message
  return `the row is longer than ${maxRowLength} characters; maybe a cell begins with a quote (") that is never closed`
}

/**
 * Returns a name for each column: the text of the header cell, `column 3` for an empty one, and `Size (2)` for
 * the second column with the name `Size`. Empty header cells at the end are left out.
 */
export function columnNames(header: readonly string[]): string[] {
  const used = new Map<string, number>()
  const last = header.findLastIndex((cell) => !isBlank(cell))
  return header.slice(0, last + 1).map((cell, index) => {
    const name = cell.trim().replace(/\s+/g, ' ') || `column ${index + 1}`
    const count = (used.get(name) ?? 0) + 1
    used.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}
