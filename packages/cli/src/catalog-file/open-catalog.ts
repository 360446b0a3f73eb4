import { resolve } from 'node:path'
import {
  type AmbiguousColumn,
  type FileMapping,
  mapFileColumns
} from '@purveyor/client/catalog-file/attribute-columns'
import type { AttributeDefinition } from '@purveyor/client/catalog-file/attribute-fields'
import { constantProblems } from '@purveyor/client/catalog-file/catalog-rows'
import { type FileMode, identifyingFields } from '@purveyor/client/catalog-file/field-sets'
import type { Field } from '@purveyor/client/catalog-file/fields'
import {
  type CatalogMap,
  type Doubt,
  emptyMap,
  guessMapping,
  type Mapping,
  withColumn
} from '@purveyor/client/catalog-file/mapping'
import type { Market } from '@purveyor/client/catalog-file/market'
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

/** How the columns of a file become fields, and whether its rows become products or change existing ones. */
export type MappedFile = { mapping: Mapping; mode: FileMode; known: readonly Field[] }

/** A catalog file with its mapping, and what the marketplace expects of its values. */
export type Catalog = MappedFile & { file: CatalogFile; market: Market }

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

type MapOptions = {
  market: Market
  ask?: Ask
  /** True if the rows may change existing products, if the file has no column with names. */
  update?: 'never' | 'if-clear' | 'yes'
} & (
  | {
      /** The attributes that columns can have. */ definitions: readonly AttributeDefinition[]
      known?: never
    }
  | {
      /** The fields that the file can set, if these aren't all fields. */ known: readonly Field[]
      definitions?: never
    }
)

/**
 * Maps the columns of a file as the options say. `ask` is called if a required field has no column, but one that
 * may have it. Throws a `CommandError` with the exit code `usage` that names everything that is wrong.
 */
export async function mapColumns(
  { cwd }: Pick<Context, 'cwd'>,
  file: CatalogFile,
  values: Values,
  { market, ask = async () => false, update = 'never', known, definitions = [] }: MapOptions
): Promise<MappedFile> {
  let map = withOptions(await mapOf(cwd, values), values)
  const constants = constantProblems(map.constants, market)
  if (constants.length > 0) throw unmapped(file, constants)
  const mapAs = (mode: FileMode): FileMapping =>
    known
      ? { ...guessMapping(file.columns, map, known), known, ambiguous: [] }
      : mapFileColumns(file.columns, map, { mode, definitions })
  const finished = ({ mapping, known, ambiguous }: FileMapping, mode: FileMode): MappedFile => {
    if (ambiguous.length > 0) throw unmapped(file, ambiguous.map(severalAttributes))
    return { mapping: values['without-categories'] ? withoutCategories(mapping) : mapping, mode, known }
  }
  const updating = update === 'never' ? undefined : updateMapping(mapAs, update === 'yes')
  if (updating) return finished(updating, 'update')
  for (;;) {
    const mapped = mapAs('create')
    const { doubts, problems } = mapped
    if (problems.length === 0) return finished(mapped, 'create')
    const [doubt] = doubts
    // Questions make sense only if they solve everything.
    if (!doubt || doubts.length < problems.length || !(await ask(doubt, file))) throw unmapped(file, problems)
    map = withColumn(map, doubt.column, doubt.field)
  }
}

/**
 * Returns the mapping of a file that can only change products that exist: it has SKUs and values, but no names. Undefined
 * if it isn't such a file, or if it isn't clear: columns may have a name or the cost. If `isAsked` is true, a column that
 * may have names doesn't matter.
 */
function updateMapping(mapAs: (mode: FileMode) => FileMapping, isAsked: boolean): FileMapping | undefined {
  const create = mapAs('create')
  const isUnclear = create.missing.some(
    ({ field, columns }) => columns.length > 0 && !(isAsked && field === 'product')
  )
  if (isUnclear || !create.missing.some(({ field }) => field === 'product')) return undefined
  if (create.problems.length > create.missing.length) return undefined
  const update = mapAs('update')
  const { columns } = update.mapping
  const setsValue = ({ field }: { field: string | null }) =>
    field !== null && !identifyingFields.includes(field)
  if (update.problems.length > 0 || !columns.some(setsValue)) return undefined
  for (const [index, column] of columns.entries())
    if (column.field === null && create.mapping.columns[index]?.field != null)
      column.note = "a file without names can't change it"
  return update
}

function severalAttributes({ column, codes }: AmbiguousColumn): string {
  const names = codes.map((code) => `--column "${column}=attributes/${code}"`).join(' or ')
  return `Several attributes are named "${column}". Choose one: ${names}.`
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
