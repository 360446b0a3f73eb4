import type { CategoryText } from '@purveyor/client/catalog-file/catalog-rows'
import { CategoryIndex, type CategoryNode } from '@purveyor/client/catalog-file/category-index'

/** A category to create. Its parent may be one that is created before it. */
export type NewPath = { id: string; name: string; parentId: string | null; path: string[] }

const separators = [/\s*>+\s*/, /\s*»\s*/, /\s*→\s*/, /\s*::\s*/, /\s*\\\s*/, /\s*\/\s*/]
const maxLevels = 12

/**
 * The categories that have to be created so that all added texts name one. A path that exists, also without its
 * first categories as in `purveyor push`, is left as it is.
 */
export class CategoryPlan {
  /** In the order in which they have to be created. */
  readonly created: NewPath[] = []
  /** The texts that can't be categories, each with the reason. */
  readonly problems = new Map<string, string>()
  private readonly index: CategoryIndex

  /** `mapped` is the part `categories` of a map file. */
  constructor(tree: readonly CategoryNode[], mapped: Record<string, string | null> = {}) {
    this.index = new CategoryIndex(tree, mapped)
  }

  /** Adds the category that a path names, or all that a cell of a catalog file names. */
  add(written: CategoryText): void {
    for (const tried = new Set<string>(); ; ) {
      const found = this.index.find(written)
      if (found.ok) return
      const { text } = found
      const problem = tried.has(text) ? 'is mapped to a category that does not exist' : this.solve(found)
      if (problem) this.problems.set(text, problem)
      if (this.problems.has(text)) return
      tried.add(text)
    }
  }

  /** Returns the problem if the category can't be created. */
  private solve({ text, paths }: { text: string; paths: string[] }): string | undefined {
    return paths.length > 0 ? `could be ${paths.join(' or ')}; write the whole path` : this.create(text)
  }

  /** Plans the missing categories of a path. Returns the problem if it can't be one. */
  private create(text: string): string | undefined {
    const isRooted = text.startsWith('/')
    const names = split(text.replace(/^\//, ''))
    if (names.length === 0) return 'is not a path'
    const parent = this.parentOf(names, isRooted)
    if ('problem' in parent) return parent.problem
    if (parent.path.length + names.length - parent.known > maxLevels)
      return `has more than ${maxLevels} levels`
    let { id: parentId, path } = parent
    for (const name of names.slice(parent.known)) {
      const id = `new-${this.created.length + 1}`
      this.index.addAll([{ id, name, slug: id, children: [] }], path)
      path = [...path, name]
      this.created.push({ id, name, parentId, path })
      parentId = id
    }
    return undefined
  }

  /** Returns the category that has the longest beginning of the path. `known` is the number of its names. */
  private parentOf(names: string[], isRooted: boolean) {
    for (let known = names.length - 1; known > 0; known--) {
      const beginning = names.slice(0, known)
      const exact = this.index.atPath(beginning)
      if (exact !== undefined) return { id: exact, path: this.index.pathOf(exact), known }
      const found = isRooted ? undefined : this.index.find(beginning.join(' > '))
      if (found?.ok && found.ids.length === 1 && found.ids[0] !== undefined)
        return { id: found.ids[0], path: this.index.pathOf(found.ids[0]), known }
      if (found && !found.ok && found.paths.length > 0)
        return { problem: `begins with a category that could be ${found.paths.join(' or ')}` }
    }
    return { id: null, path: [], known: 0 }
  }
}

/** Splits a path at the first kind of separator that it contains, so that `Cables > AC/DC` has two names. */
function split(text: string): string[] {
  const separator = separators.find((one) => one.test(text))
  const names = separator ? text.split(separator) : [text]
  return names.map((name) => name.replace(/\s+/g, ' ').trim()).filter((name) => name !== '')
}
