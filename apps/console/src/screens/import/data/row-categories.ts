import type { CategoryIndex } from '@purveyor/client/catalog-file/category-index'
import { setCategories } from '@purveyor/client/catalog-file/item-categories'
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
  add(item: CatalogItem, mapping: Mapping): boolean {
    return setCategories(item, mapping, (written) => {
      const found = this.index.find(written)
      if (!found.ok) this.addUnknown(found, item.rows.length)
      return found
    })
  }

  /** Returns the categories that can't be used, those of the most rows first. */
  list(): UnknownCategory[] {
    return [...this.unknown.values()].sort((one, other) => other.rows - one.rows)
  }

  private addUnknown({ text, paths }: { text: string; paths: string[] }, rows: number): void {
    const known = this.unknown.get(text)
    if (known) known.rows += rows
    else if (this.unknown.size < maxUnknown) this.unknown.set(text, { text, rows, paths })
  }
}
