import { columnOf } from '@purveyor/client/catalog-file/catalog-rows'
import type { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import type { Mapping } from '@purveyor/client/catalog-file/mapping'
import type { CatalogItem } from '@purveyor/client/catalog-file/variant-item'
import type { UnknownCategory } from './file-types.ts'

const maxUnknown = 200

/** Finds the categories that the rows name. */
export class RowCategories {
  private readonly index: CategoryIndex
  private readonly unknown = new Map<string, UnknownCategory>()

  constructor(index: CategoryIndex) {
    this.index = index
  }

  /**
   * Sets the categories of the item. If it names a category that can't be used, adds a fault to the row, and returns
   * false.
   */
  add({ item, category, rows, sources }: CatalogItem, mapping: Mapping): boolean {
    if (category === undefined) return true
    const found = this.index.find(category)
    if (found.ok) {
      const isProduct = item.variants !== undefined
      if (found.ids.length > 0)
        item[isProduct ? 'categoryIds' : 'category_ids'] = isProduct ? found.ids : found.ids.join(',')
      return true
    }
    const known = this.unknown.get(found.text)
    if (known) known.rows += rows.length
    else if (this.unknown.size < maxUnknown)
      this.unknown.set(found.text, { text: found.text, rows: rows.length, paths: found.paths })
    const row = sources.get('category_ids') ?? rows[0]
    const message =
      found.reason === 'missing'
        ? 'is no category of the marketplace'
        : `could be ${found.paths.join(' or ')}`
    const location = { row: row.row.number, column: columnOf(mapping, 'category_ids'), field: 'category_ids' }
    row.faults.push({ ...location, value: found.text, code: 'UNKNOWN_CATEGORY', message })
    return false
  }

  /** Returns the categories that can't be used, those of the most rows first. */
  list(): UnknownCategory[] {
    return [...this.unknown.values()].sort((one, other) => other.rows - one.rows)
  }
}
