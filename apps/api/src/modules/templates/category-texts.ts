import { CategoryIndex } from '../../../../../packages/client/src/catalog-file/category-index.ts'
import { treeOf } from '../bulk-items/workbook/catalog.ts'
import type { CategoryRow } from '../bulk-items/workbook/catalog-queries.ts'

/** The texts by which cells name categories, so that an upload finds them. */
export class CategoryTexts {
  private readonly index: CategoryIndex
  private readonly slugs: Map<string, string>

  constructor(categories: CategoryRow[]) {
    this.slugs = new Map(categories.map(({ id, slug }) => [id, slug]))
    this.index = new CategoryIndex(treeOf(categories))
  }

  has(id: string): boolean {
    return this.slugs.has(id)
  }

  /** Returns the names of a category and its ancestors, from the top level, such as `Tools > Drills`. */
  pathOf(id: string): string {
    return this.index.pathOf(id).join(' > ')
  }

  /** Returns the path of a category, or its slug if the path could also mean others. */
  textOf(id: string): string {
    const path = this.pathOf(id)
    const found = this.index.find(path)
    const isClear = found.ok && found.ids.length === 1 && found.ids[0] === id && !/[;|\n]|\/{3}/.test(path)
    return isClear ? path : (this.slugs.get(id) ?? id)
  }
}
