import type { Purveyor } from '@purveyor/client'
import {
  type CatalogRow,
  columnOf,
  type RowFault,
  readCatalogRows,
  shown
} from '@purveyor/client/catalog-file/catalog-rows'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import type { Mapping } from '@purveyor/client/catalog-file/mapping'
import type { CatalogFile } from '../catalog-file/catalog-file.ts'
import type { Context } from '../command.ts'
import { pathsOf } from '../pull/category-cells.ts'
import { nameOf } from './changes.ts'
import type { FileItems } from './file-items.ts'
import type { Plan } from './plan.ts'

type Reading = {
  context: Context
  purveyor: Purveyor
  file: CatalogFile
  mapping: Mapping
  items: FileItems
  plan: Plan
}

/**
 * Reads the items of a file. Rows that push wouldn't send become entries of the plan. Returns the path of each
 * category by its id.
 */
export async function readItems(reading: Reading): Promise<Map<string, string>> {
  const { context, purveyor, file, mapping } = reading
  const { categories } = await purveyor.categories.list({}, { signal: context.signal })
  const index = new CategoryIndex(categories, mapping.map.categories)
  const progress = context.out.progress(`Reading ${file.name}`, undefined)
  let count = 0
  try {
    for await (const row of readCatalogRows(file, mapping)) {
      context.signal.throwIfAborted()
      addCategories(row, { index, mapping })
      await addRow(reading, row)
      progress.update(++count)
    }
  } finally {
    progress.stop()
  }
  return new Map(pathsOf(categories))
}

/** Adds the ids of the categories to the item, or a fault if there are no such categories. */
function addCategories(
  read: CatalogRow,
  { index, mapping }: { index: CategoryIndex; mapping: Mapping }
): void {
  if (read.category === undefined) return
  const found = index.find(read.category)
  if (found.ok && found.ids.length > 0) read.item.category_ids = found.ids.join(',')
  if (!found.ok) read.faults.push(categoryFault(read, { ...found, mapping }))
}

type Unknown = { text: string; reason: 'missing' | 'ambiguous'; paths: string[]; mapping: Mapping }

function categoryFault({ row }: CatalogRow, { text, reason, paths, mapping }: Unknown): RowFault {
  const message =
    reason === 'missing'
      ? 'is not a category; map it to one under "categories" in a map file, or ask the operator for it'
      : `could be ${paths.join(' or ')}`
  return {
    ...{ row: row.number, column: columnOf(mapping, 'category_ids'), field: 'category_ids' },
    ...{ value: shown(text), code: 'UNKNOWN_CATEGORY', message }
  }
}

async function addRow({ items, plan }: Reading, { row, sku, item, faults }: CatalogRow): Promise<void> {
  const about = { kind: 'error', row: row.number, code: sku ?? null, name: nameOf(item) } as const
  if (faults.length > 0) await plan.add({ ...about, errors: faults })
  else if (sku !== undefined) await items.add(sku, { row: row.number, item })
  else {
    const location = { row: row.number, column: 'sku', field: 'sku', value: '' }
    await plan.add({ ...about, errors: [{ ...location, code: 'REQUIRED', message: 'is required' }] })
  }
}
