import { isRow } from '@purveyor/client/catalog-file/csv-header'
import Papa from 'papaparse'
import { FileProblem } from './file-problem.ts'

/** A row of a CSV file. The number of the first row is 1; a row with cells of several lines counts once. */
type CsvRow = { number: number; cells: string[] }

const maxRowLength = 1024 * 1024

/** Yields the rows of a CSV file that have at least one cell that isn't blank. The line ends must be line feeds. */
export async function* readCsv(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRow> {
  let rest = ''
  let number = 0
  for await (const text of texts) {
    const { rows, length } = parse(rest + text, delimiter, false)
    rest = (rest + text).slice(length)
    for (const cells of rows) if (isRow(cells, ++number, delimiter)) yield { number, cells }
    if (rest.length > maxRowLength) throw new FileProblem('UNCLOSED_QUOTE', number + 1)
  }
  const { rows, hasOpenQuote } = parse(rest, delimiter, true)
  if (hasOpenQuote) throw new FileProblem('UNCLOSED_QUOTE', number + rows.length)
  for (const cells of rows) if (isRow(cells, ++number, delimiter)) yield { number, cells }
}

type Parsed = { rows: string[][]; length: number; hasOpenQuote: boolean }

/** Parses rows. Unless the text is the end of the file, the last row may be incomplete, and isn't returned. */
function parse(text: string, delimiter: string, isEnd: boolean): Parsed {
  if (text === '') return { rows: [], length: 0, hasOpenQuote: false }
  const parser = new Papa.Parser({ delimiter, newline: '\n' })
  const { data, errors, meta } = parser.parse(text, 0, !isEnd) as Papa.ParseResult<string[]>
  const hasOpenQuote = errors.some(({ code }) => code === 'MissingQuotes')
  return { rows: data, length: meta.cursor, hasOpenQuote }
}
