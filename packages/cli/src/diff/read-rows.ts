import type { CategoryNode, UploadItem, UploadProduct } from '@purveyor/client'
import {
  type CatalogRow,
  columnOf,
  type RowFault,
  readCatalogRows,
  shown
} from '@purveyor/client/catalog-file/catalog-rows'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import type { Mapping } from '@purveyor/client/catalog-file/mapping'
import type { Catalog } from '../catalog-file/open-catalog.ts'

/**
 * Yields the rows of a file with the ids of their categories. Rows whose categories don't exist have a fault. The same
 * categories always give the same rows.
 */
export async function* readRows(
  { file, mapping }: Catalog,
  categories: readonly CategoryNode[]
): AsyncGenerator<CatalogRow> {
  const index = new CategoryIndex(categories, mapping.map.categories)
  for await (const read of readCatalogRows(file, mapping)) {
    if (read.category !== undefined) {
      const found = index.find(read.category)
      if (found.ok && found.ids.length > 0) read.item.category_ids = found.ids.join(',')
      if (!found.ok) read.faults.push(categoryFault(read, { ...found, mapping }))
    }
    yield read
  }
}

/** Yields the items of the rows without faults. */
export async function* readItems(
  catalog: Catalog,
  categories: readonly CategoryNode[]
): AsyncGenerator<UploadItem | UploadProduct> {
  for await (const { item, faults } of readRows(catalog, categories)) {
    // The service checks the fields.
    if (faults.length === 0) yield item as unknown as UploadItem | UploadProduct
  }
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
