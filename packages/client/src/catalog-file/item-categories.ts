import { type CategoryText, columnOf, type RowFault, shown } from './catalog-rows.ts'
import type { FoundCategories } from './category-index.ts'
import type { Mapping } from './mapping.ts'
import type { CatalogItem } from './variant-item.ts'

/**
 * Sets the categories of an item by what `find` returns for its text. If it names a category that can't be used, adds a
 * fault to the row, and returns false: then don't send the item.
 */
export function setCategories(
  { item, category, rows, sources }: CatalogItem,
  mapping: Mapping,
  find: (written: CategoryText, row: number) => FoundCategories
): boolean {
  if (category === undefined) return true
  const row = sources.get('category_ids') ?? rows[0]
  const { number } = row.row
  const found = find(category, number)
  if (found.ok) {
    const isProduct = item.variants !== undefined
    if (found.ids.length > 0)
      item[isProduct ? 'categoryIds' : 'category_ids'] = isProduct ? found.ids : found.ids.join(',')
    return true
  }
  const message =
    found.reason === 'missing' ? 'is no category of the marketplace' : `could be ${found.paths.join(' or ')}`
  const location = { row: number, column: columnOf(mapping, 'category_ids'), field: 'category_ids' }
  const fault: RowFault = { ...location, value: shown(found.text), code: 'UNKNOWN_CATEGORY', message }
  row.faults.push(fault)
  return false
}
