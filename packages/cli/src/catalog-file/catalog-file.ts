import { stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { columnNames, guessDelimiter, namedDelimiter } from '@purveyor/client/catalog-file/csv-header'
import { DecodingError } from '@purveyor/client/catalog-file/decoding-error'
import {
  csvFileRow,
  type FileRow,
  maxColumns,
  ndjsonColumns,
  ndjsonRows,
  type RowSource,
  sampleColumns
} from '@purveyor/client/catalog-file/file-rows'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { hashOfFile } from '../files.ts'
import { CsvSyntaxError, readCsv } from './csv-rows.ts'
import { findEncoding, readText } from './decode.ts'
import { unchanged } from './file-version.ts'

/**
 * A catalog file that has been opened. It can be read any number of times, in constant memory. `rows` throws a
 * `CommandError` if the file isn't valid CSV or UTF-8, or has changed.
 */
export type CatalogFile = RowSource & {
  /** The name for messages: that of the file without its folder, or `stdin`. */
  name: string
  path: string
  /** True if the file is a temporary copy of stdin or a pipe. */
  isCopy: boolean
  /** True if copies in UTF-8 should begin with a byte order mark, by which spreadsheets recognise UTF-8. */
  hasMark: boolean
  /** For each column, the first value that isn't empty, as text. */
  samples: string[]
  /** SHA-256 of the file, in hexadecimal. */
  contentHash: string
  /** The size in bytes. */
  size: number
}

/** A file to open, and how to read it if that differs from what the file suggests. */
export type FileSource = {
  path: string
  /** The name for messages, if it isn't that of the path. */
  name?: string
  /** True if the file is a temporary copy, so that no one finds other files next to it. */
  isCopy?: boolean
  delimiter?: string | undefined
  encoding?: string | undefined
}

/** Opens a CSV or NDJSON file. Throws a `CommandError` with the exit code `usage` if it can't be read. */
export async function openCatalogFile(source: FileSource): Promise<CatalogFile> {
  const { path } = source
  const name = source.name ?? basename(path)
  const version = await versionOf(path, name)
  const encoding = await encodingOf(source, name)
  const texts = () => readText(path, encoding)
  const start = await firstText(texts())
  refuseJson(start, name)
  const format = formatOf(path, start)
  const delimiter = delimiterOf(source, start)
  const rows =
    format === 'csv' ? () => csvRows(texts(), delimiter) : (columns: string[]) => ndjsonRows(texts(), columns)
  const columns = await explain(name, () =>
    (format === 'csv' ? csvColumns : ndjsonColumns)(texts(), delimiter)
  )
  if (columns.length > maxColumns) throw unreadable(`${name} has more than ${maxColumns} columns.`)
  const read = () => unchanged({ path, name, version }, () => explained(name, rows(columns)))
  const samples = await sampleColumns(read(), columns.length)
  const contentHash = await hashOfFile(path)
  const hasMark = encoding.markBytes > 0 || encoding.encoding !== 'utf-8'
  const [{ size }, isCopy] = [version, source.isCopy === true]
  return { name, path, isCopy, format, delimiter, hasMark, columns, samples, contentHash, size, rows: read }
}

/** An error of a file that can't be read. Nothing has been sent. */
export function unreadable(message: string, hint?: string): CommandError {
  return new CommandError(message, exitCodes.usage, { code: 'FILE_INVALID', ...(hint && { hint }) })
}

async function versionOf(path: string, name: string) {
  try {
    const found = await stat(path)
    if (found.isDirectory()) throw unreadable(`${path} is a folder.`, 'Name a CSV or NDJSON file.')
    if (found.isFile() && found.size === 0) throw unreadable(`${name} is empty.`)
    return found
  } catch (error) {
    if (error instanceof CommandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw unreadable(`${path} can't be read: ${message}.`)
    const hint = 'Check the name and the current folder.'
    throw new CommandError(`There is no file ${path}.`, exitCodes.usage, { code: 'FILE_NOT_FOUND', hint })
  }
}

async function encodingOf({ path, encoding }: FileSource, name: string) {
  try {
    const found = await findEncoding(path, encoding)
    if (found.kind === 'text') return found
    throw unreadable(`${name} is ${found.what}.`, found.hint)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw unreadable(`${encoding} isn't the name of an encoding.`, 'Use utf-8, windows-1252 or utf-16le.')
  }
}

function formatOf(path: string, start: string): 'csv' | 'ndjson' {
  const extension = extname(path).toLowerCase()
  if (['.ndjson', '.jsonl'].includes(extension)) return 'ndjson'
  if (['.csv', '.tsv', '.txt'].includes(extension)) return 'csv'
  return start.trimStart().startsWith('{') ? 'ndjson' : 'csv'
}

/** NDJSON has an object on each line. Other JSON would be reported line by line. */
function refuseJson(start: string, name: string): void {
  const text = start.trimStart()
  const hint = "Write one object on each line, for example with `jq -c '.[]' catalog.json > catalog.ndjson`."
  if (/^\[\s*[{\]]/.test(text)) throw unreadable(`${name} is a JSON array, not CSV or NDJSON.`, hint)
  if (/^\{[ \t]*\r?\n/.test(text))
    throw unreadable(`${name} has objects of several lines.`, hint.replace('.[]', '.'))
}

function delimiterOf({ delimiter }: FileSource, start: string): string {
  if (delimiter === undefined) return namedDelimiter(start) ?? guessDelimiter(start)
  const named = { tab: '\t', '\\t': '\t', comma: ',', semicolon: ';', pipe: '|' }[delimiter] ?? delimiter
  if (named.length === 1 && named !== '"' && named !== '\n') return named
  throw unreadable(`The delimiter ${JSON.stringify(delimiter)} isn't one character.`, 'Use , ; | or tab.')
}

async function firstText(texts: AsyncGenerator<string>): Promise<string> {
  try {
    for await (const text of texts) if (text !== '') return text
    return ''
  } catch (error) {
    // The error is reported with its row when the rows are read.
    if (error instanceof DecodingError) return ''
    throw error
  }
}

async function* csvRows(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<FileRow> {
  let width = -1
  for await (const { number, cells } of readCsv(texts, delimiter)) {
    if (width < 0) width = columnNames(cells).length
    else yield csvFileRow(number, cells, width)
  }
}

async function csvColumns(texts: AsyncIterable<string>, delimiter: string): Promise<string[]> {
  for await (const { cells } of readCsv(texts, delimiter)) return columnNames(cells)
  return []
}

async function* explained<T>(name: string, rows: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield* rows
  } catch (error) {
    throw readingError(name, error)
  }
}

async function explain<T>(name: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw readingError(name, error)
  }
}

function readingError(name: string, error: unknown): unknown {
  if (error instanceof CsvSyntaxError) {
    return unreadable(
      `${name}:${error.row}: ${error.message}.`,
      'Nothing was sent. Close the quote, or double it.'
    )
  }
  if (!(error instanceof DecodingError)) return error
  const hint =
    'Save the file as "CSV UTF-8". If it is from an older Windows program, add --encoding windows-1252.'
  return unreadable(`${name}:${error.row}: the row isn't valid UTF-8.`, hint)
}
