import type { CategoryNode, Product } from '@purveyor/client'
import { CategoryIndex } from '@purveyor/client/catalog-file/category-index'

/** Writes the categories of products as text that push finds again. */
export class CategoryCells {
  private readonly index: CategoryIndex
  private readonly paths: Map<string, string>

  constructor(tree: readonly CategoryNode[]) {
    this.index = new CategoryIndex(tree)
    this.paths = new Map(pathsOf(tree))
  }

  /**
   * Returns the paths of the categories, such as `Tools > Wrenches; Tools > Drills`. If push would understand them
   * differently, for example because two categories have the same path, returns the ids instead.
   */
  cellOf({ categories }: Product): string {
    const ids = categories.map(({ id }) => id)
    const text = ids.map((id) => this.paths.get(id) ?? id).join('; ')
    const found = ids.length > 0 ? this.index.find(text) : undefined
    const isFound = found?.ok && found.ids.length === ids.length && found.ids.every((id) => ids.includes(id))
    return isFound ? text : ids.join(',')
  }
}

/** Returns the ids of all categories, each with its path, such as `Tools > Wrenches`. */
export function pathsOf(tree: readonly CategoryNode[], above: string[] = []): [id: string, path: string][] {
  return tree.flatMap(({ id, name, children }) => {
    const path = [...above, name]
    return [[id, path.join(' > ')] as [string, string], ...pathsOf(children, path)]
  })
}
