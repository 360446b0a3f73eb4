import { relative } from 'node:path'
import type { Purveyor } from '@purveyor/client'
import { CategoryIndex } from '../catalog-file/category-index.ts'
import { writeMap } from '../catalog-file/map-file.ts'
import type { Catalog } from '../catalog-file/open-catalog.ts'
import type { Context } from '../command.ts'
import { CommandError } from '../errors.ts'
import { exitCodes } from '../exit-codes.ts'
import { count, plural } from '../jobs/describe-job.ts'
import { CategoryChoices } from './category-choices.ts'
import type { PushOptions } from './options.ts'

const maxShown = 200

/** Reads the categories of the marketplace, if the file has a column or a constant with categories. */
export async function openChoices(
  { signal }: Context,
  client: Purveyor,
  { mapping: { columns, map } }: Catalog
): Promise<CategoryChoices> {
  const isUsed = columns.some(({ field }) => field === 'category_ids') || 'category_ids' in map.constants
  if (!isUsed) return new CategoryChoices(() => ({ ok: true, ids: [] }))
  const { categories } = await client.categories.list({}, { signal })
  const index = new CategoryIndex(categories, map.categories)
  return new CategoryChoices((written) => index.find(written))
}

/** Shows all categories of the file that can't be used, and throws a `CommandError`, if there are any. */
export async function refuseUnknown(
  { out, cwd }: Context,
  { file, mapping }: Catalog,
  { choices, options }: { choices: CategoryChoices; options: PushOptions }
): Promise<void> {
  const unknown = [...choices.unknown.values()].sort((one, other) => other.rows - one.rows)
  if (unknown.length === 0) return
  out.result({ file: file.name, unknownCategories: unknown })
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
  throw new CommandError(
    `${plural(unknown.length, 'category', 'categories')} of ${file.name} can't be used. Nothing was sent.`,
    exitCodes.usage,
    { code: 'CATEGORIES_UNKNOWN', hint: hintOf(options.saveMap && relative(cwd, options.saveMap)) }
  )
}

function hintOf(saveMap: string | undefined): string {
  const choose = saveMap
    ? `${saveMap} has an entry for each of them: fill in a category or null, and add --map ${saveMap}.`
    : 'Add --save-map map.json, fill in the entries under "categories" (a category, or null for none), and use --map.'
  return `${choose}\nOr leave categories out with --without-categories, or ask the operator to create them.`
}
