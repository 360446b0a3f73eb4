import { resolve } from 'node:path'
import {
  type CatalogMap,
  type Doubt,
  emptyMap,
  guessMapping,
  type Mapping,
  withColumn
} from '@purveyor/client/catalog-file/mapping'
import type { Context, Input, Option } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { textOption, textOptions } from '../options.ts'
import type { CatalogFile } from './catalog-file.ts'
import { readMap } from './map-file.ts'
import { openInput } from './open-input.ts'

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

/** Opens the file that a command names, or stdin for `-`, runs `use` with it, and closes it. */
export async function withCatalogFile<T>(
  context: Pick<Context, 'cwd' | 'stdin' | 'signal'>,
  name: string,
  values: Values,
  use: (file: CatalogFile) => Promise<T>
): Promise<T> {
  const { file, close } = await openInput(context, name, values)
  try {
    return await use(file)
  } finally {
    await close()
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
  const hint =
    'The first row of a CSV file must have the names of the columns.\nTo choose the fields yourself, add --column or a map file: see `purveyor push --help`.'
  return usage([`The columns of ${file.name} can't be mapped.`, ...problems, found].join('\n'), hint)
}

function usage(message: string, hint: string): CommandError {
  return new CommandError(message, exitCodes.usage, { code: 'MAPPING_INVALID', hint })
}
