import { columnNames, guessDelimiter, namedDelimiter } from '@purveyor/client/catalog-file/csv-header'
import {
  csvFileRow,
  type FileRow,
  maxColumns,
  ndjsonColumns,
  ndjsonRows,
  type RowSource,
  sampleColumns
} from '@purveyor/client/catalog-file/file-rows'
import { readCsv } from './csv-rows.ts'
import { findEncoding, readText } from './decode.ts'
import { FileProblem } from './file-problem.ts'
import type { ChosenReading, FileInfo, Reading } from './file-types.ts'

/** Finds out how a file is to be read. Throws a `FileProblem` if it can't be read. */
export async function describeFile(file: Blob, name: string, chosen: ChosenReading): Promise<FileInfo> {
  const { encoding, isGuessed } = await findEncoding(file, chosen.encoding)
  const start = await firstText(readText(file, encoding))
  refuseJson(start)
  const format = formatOf(name, start)
  const delimiter = chosen.delimiter ?? namedDelimiter(start) ?? guessDelimiter(start)
  const reading: Reading = { format, delimiter, encoding }
  const columns = await columnsOf(file, reading)
  if (columns.length > maxColumns) throw new FileProblem('TOO_MANY_COLUMNS')
  const { rows } = openRows(file, { reading, columns })
  const samples = await sampleColumns(rows(), columns.length)
  return { reading, columns, samples, isEncodingGuessed: isGuessed }
}

/** Returns the rows of a file that `describeFile` has described. */
export function openRows(file: Blob, { reading, columns }: Pick<FileInfo, 'reading' | 'columns'>): RowSource {
  const texts = () => readText(file, reading.encoding)
  const rows = () =>
    reading.format === 'csv' ? csvRows(texts(), reading.delimiter) : ndjsonRows(texts(), columns)
  return { format: reading.format, delimiter: reading.delimiter, columns, rows }
}

async function* csvRows(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRow> {
  let width = -1
  for await (const { number, cells } of readCsv(texts, delimiter)) {
    if (width < 0) width = columnNames(cells).length
    else yield csvFileRow(number, cells, width)
  }
}

async function columnsOf(file: Blob, { format, delimiter, encoding }: Reading): Promise<string[]> {
  const texts = readText(file, encoding)
  if (format === 'ndjson') return ndjsonColumns(texts)
  for await (const { cells } of readCsv(texts, delimiter)) return columnNames(cells)
  return []
}

function formatOf(name: string, start: string): Reading['format'] {
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson'
  if (/\.(csv|tsv)$/i.test(name)) return 'csv'
  return start.trimStart().startsWith('{') ? 'ndjson' : 'csv'
}

/** NDJSON has an object on each line. */
function refuseJson(start: string): void {
  const text = start.trimStart()
  if (text === '') throw new FileProblem('EMPTY')
  if (/^\[\s*[{\]]/.test(text)) throw new FileProblem('JSON_ARRAY')
  if (/^\{[ \t]*\n/.test(text)) throw new FileProblem('JSON_LINES')
}

async function firstText(texts: AsyncGenerator<string>): Promise<string> {
  for await (const text of texts) return text
  return ''
}
