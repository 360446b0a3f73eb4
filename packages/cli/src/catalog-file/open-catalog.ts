import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Context, Input, Option } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { textOption, textOptions } from '../options.ts'
import { type CatalogFile, type FileSource, openCatalogFile, unreadable } from './catalog-file.ts'
import { emptyMap, readMap } from './map-file.ts'
import { type CatalogMap, type Doubt, guessMapping, type Mapping, withColumn } from './mapping.ts'

/** The options with which commands read catalog files. */
export const readingOptions: Record<string, Option> = {
  map: { type: 'string', value: 'FILE', help: 'Read the fields of the columns from a map file.' },
  column: {
    type: 'string',
    multiple: true,
    value: 'NAME=FIELD',
    help: "Set the field of one column; NAME= doesn't send the column. Repeat the option for more."
  },
  delimiter: { type: 'string', value: 'CHARACTER', help: 'The delimiter of a CSV file: , ; | or tab.' },
  encoding: { type: 'string', value: 'NAME', help: 'The encoding of the file, such as windows-1252.' },
  'without-categories': { type: 'boolean', help: "Don't send the categories." }
}

/** A catalog file with its mapping. */
export type Catalog = { file: CatalogFile; mapping: Mapping }

type Values = Input['values']
type Ask = (doubt: Doubt, file: CatalogFile) => Promise<boolean>

/**
 * Opens the file that a command names, and `-` for stdin. Stdin and pipes are copied to a temporary file. Runs `use`
 * with the file and removes the copy. Throws a `CommandError` with the exit code `usage` if the file can't be read.
 */
export async function withCatalogFile<T>(
  context: Pick<Context, 'cwd' | 'stdin' | 'signal'>,
  name: string,
  values: Values,
  use: (file: CatalogFile) => Promise<T>
): Promise<T> {
  const options = { delimiter: textOption(values.delimiter), encoding: textOption(values.encoding) }
  if (name !== '-') {
    const path = resolve(context.cwd, name)
    if (!(await isPipe(path))) return use(await openCatalogFile({ path, ...options }))
    const label = path.startsWith('/dev/') ? 'input' : basename(path)
    return withCopy(createReadStream(path), { context, name: label, options, use })
  }
  if (context.stdin.isTTY) throw unreadable('Nothing is sent to stdin.', 'Name a file instead of -.')
  return withCopy(context.stdin, { context, name: 'stdin', options, use })
}

/** A pipe, such as that of `<(gunzip -c catalog.csv.gz)` in a shell, can be read only once. */
async function isPipe(path: string): Promise<boolean> {
  if (path.startsWith('/dev/')) return true
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

type Copying<T> = {
  context: Pick<Context, 'signal'>
  name: string
  options: Pick<FileSource, 'delimiter' | 'encoding'>
  use: (file: CatalogFile) => Promise<T>
}

async function withCopy<T>(
  input: NodeJS.ReadableStream,
  { context: { signal }, name, options, use }: Copying<T>
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'purveyor-'))
  try {
    const path = join(folder, 'stdin')
    await pipeline(input, createWriteStream(path, { mode: 0o600 }), { signal })
    return await use(await openCatalogFile({ path, name, isCopy: true, ...options }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Maps the columns of a file as the options say. `ask` is called if a required field has no column, but one that
 * may have it. Throws a `CommandError` with the exit code `usage` that names everything that is wrong.
 */
export async function mapColumns(
  { cwd }: Pick<Context, 'cwd'>,
  file: CatalogFile,
  values: Values,
  ask: Ask = async () => false
): Promise<Mapping> {
  let map = withOptions(await mapOf(cwd, values), values)
  for (;;) {
    const { mapping, doubts, problems } = guessMapping(file.columns, map)
    if (problems.length === 0) return values['without-categories'] ? withoutCategories(mapping) : mapping
    const [doubt] = doubts
    // Questions make sense only if they solve everything.
    if (!doubt || doubts.length < problems.length || !(await ask(doubt, file))) throw unmapped(file, problems)
    map = withColumn(map, doubt.column, doubt.field)
  }
}

/**
 * Maps the columns of a file of which only the categories are used, so that other columns may be missing. Throws a
 * `CommandError` with the exit code `usage` if no column has the categories.
 */
export async function mapCategories(
  { cwd }: Pick<Context, 'cwd'>,
  file: CatalogFile,
  values: Values
): Promise<Mapping> {
  const { mapping } = guessMapping(file.columns, withOptions(await mapOf(cwd, values), values))
  const { columns, map } = mapping
  if (columns.some(({ field }) => field === 'category_ids') || 'category_ids' in map.constants) return mapping
  throw unmapped(file, ['No column has the categories. Name it: --column "NAME=category_ids".'])
}

function withoutCategories({ columns, map }: Mapping): Mapping {
  const { category_ids: _, ...constants } = map.constants
  return {
    columns: columns.map((column) =>
      column.field === 'category_ids' ? { ...column, field: null, note: '--without-categories' } : column
    ),
    map: { ...map, constants }
  }
}

async function mapOf(cwd: string, values: Values): Promise<CatalogMap> {
  const path = textOption(values.map)
  return path === undefined ? emptyMap() : readMap(resolve(cwd, path))
}

function withOptions(map: CatalogMap, { column }: Values): CatalogMap {
  let result = map
  for (const text of textOptions(column)) {
    const end = text.lastIndexOf('=')
    if (end < 1)
      throw usage(
        `--column "${text}" isn't of the form NAME=FIELD.`,
        'Example: --column "Price=vendor_price"'
      )
    result = withColumn(result, text.slice(0, end), text.slice(end + 1) || null)
  }
  return result
}

function unmapped(file: CatalogFile, problems: string[]): CommandError {
  const columns = file.columns.map((column) => `"${column}"`).join(', ')
  const found = `The columns of ${file.name} are ${columns || 'unknown: the file has no rows'}.`
  const hint = 'To choose the fields yourself, add --column or a map file: see `purveyor push --help`.'
  return usage([`The columns of ${file.name} can't be mapped.`, ...problems, found].join('\n'), hint)
}

function usage(message: string, hint: string): CommandError {
  return new CommandError(message, exitCodes.usage, { code: 'MAPPING_INVALID', hint })
}
