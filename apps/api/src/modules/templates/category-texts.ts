import {
  CategoryIndex,
  type CategoryNode
} from '../../../../../packages/client/src/catalog-file/category-index.ts'

/** A category with what its text in a cell depends on. */
export type Category = { id: string; parentId: string | null; name: string; slug: string }

/** The texts by which cells name categories, so that an upload finds them. */
export class CategoryTexts {
  private readonly index: CategoryIndex
  private readonly slugs: Map<string, string>

  constructor(categories: readonly Category[]) {
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

function treeOf(categories: readonly Category[]): CategoryNode[] {
  const nodes = new Map(
    categories.map(({ id, name, slug }) => [id, { id, name, slug, children: [] as CategoryNode[] }])
  )
  const roots: CategoryNode[] = []
  for (const { id, parentId } of categories) {
    const node = nodes.get(id)
    const siblings = parentId === null ? roots : nodes.get(parentId)?.children
    if (node) siblings?.push(node)
  }
  return roots
}
