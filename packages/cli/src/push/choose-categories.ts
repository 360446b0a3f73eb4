import { relative } from 'node:path'
import type { Purveyor } from '@purveyor/client'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import { writeMap } from '../catalog-file/map-file.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context, Input } from '../command.ts'
import { commandLine } from '../command-line.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { count, plural } from '../output/numbers.ts'
import { CategoryChoices, type UnknownCategory } from './category-choices.ts'
import type { FaultList } from './fault-list.ts'
import type { PushOptions } from './options.ts'

const maxShown = 200

/** Reads the categories of the marketplace, if the file can have categories. */
export async function openChoices(
  { signal }: Context,
  client: Purveyor,
  { file, mapping: { columns, map } }: Pick<Catalog, 'file' | 'mapping'>,
  values: Input['values'] = {}
): Promise<CategoryChoices> {
  const isNamed = columns.some(({ field }) => field === 'category_ids') || 'category_ids' in map.constants
  // Lines with variants aren't mapped.
  const isUsed = isNamed || (file.format === 'ndjson' && values['without-categories'] !== true)
  if (!isUsed) return new CategoryChoices(() => ({ ok: true, ids: [] }))
  const { categories } = await client.categories.list({}, { signal })
  const index = new CategoryIndex(categories, map.categories)
  return new CategoryChoices((written) => index.find(written))
}

/** Shows all categories of the file that can't be used, and writes them to the map of `--save-map`. */
export async function showUnknown(
  { out }: Pick<Context, 'out'>,
  { mapping }: Catalog,
  { choices, options }: { choices: CategoryChoices; options: PushOptions }
): Promise<void> {
  const unknown = unknownOf(choices)
  if (unknown.length === 0) return
  out.table(
    [
      { title: 'Category' },
      { title: 'Rows', align: 'right' },
      { title: 'First row', align: 'right' },
      { title: 'Problem' }
    ],
    unknown
      .slice(0, maxShown)
      .map(({ text, rows, firstRow, paths }) => [
        ...[text, count(rows), String(firstRow)],
        paths.length === 0 ? 'does not exist' : `could be ${paths.join(' or ')}`
      ])
  )
  if (unknown.length > maxShown) out.line(`… and ${count(unknown.length - maxShown)} more`)
  out.line()
  if (options.saveMap)
    await writeMap(
      options.saveMap,
      mapping,
      unknown.map(({ text }) => text)
    )
}

/** Returns the categories that can't be used, those of the most rows first. */
export function unknownOf({ unknown }: CategoryChoices): UnknownCategory[] {
  return [...unknown.values()].sort((one, other) => other.rows - one.rows)
}

type Refusing = {
  choices: CategoryChoices
  options: PushOptions
  values: Input['values']
  /** The errors of the rows, which have been shown. */
  faults: FaultList
  /** The file with all rows that can't be sent. */
  failedFile: string
}

/** Returns the error to throw if categories of the file can't be used, so that nothing is sent. */
export function refuseUnknown(
  { out, cwd }: Context,
  { file }: Catalog,
  { choices, options, faults, values, failedFile }: Refusing
): CommandError {
  const unknown = unknownOf(choices)
  const rows = { errorCount: faults.total, errors: faults.first, failedFile }
  out.result({ file: file.name, unknownCategories: unknown, ...rows })
  return new CommandError(
    `${plural(unknown.length, 'category', 'categories')} of ${file.name} can't be used. Nothing was sent.`,
    exitCodes.usage,
    {
      code: 'CATEGORIES_UNKNOWN',
      hint: [
        ...(unknown.some(({ paths }) => paths.length === 0) ? [creation(cwd, file, values)] : []),
        choice(options.saveMap && relative(cwd, options.saveMap)),
        'Or add --without-categories, to send the products without their categories.',
        `All rows with errors are in ${relative(cwd, failedFile) || failedFile}. To see also what the service says about the rows, add --dry-run.`
      ].join('\n')
    }
  )
}

/** Names the command with which the operator creates the categories that don't exist. */
function creation(cwd: string, { name, path }: CatalogFile, values: Input['values']): string {
  const catalog = name === 'stdin' ? 'FILE' : relative(cwd, path)
  const { 'save-map': saved, map = saved } = values
  const options = ['catalog', 'map', 'column', 'delimiter', 'encoding']
  const line = commandLine(
    ['categories', 'create'],
    { ...values, catalog, map, profile: 'operator' },
    options
  )
  return `The operator can create those that do not exist: \`${line}\`.`
}

/** Says how to choose categories that exist instead. */
function choice(saveMap: string | undefined): string {
  return saveMap
    ? `Or choose others: ${saveMap} has an entry for each; fill in a category or null, and add --map ${saveMap}.`
    : 'Or choose others: add --save-map map.json, fill in the entries under "categories" (a category, or null for ' +
        'none), and use --map map.json.'
}
