import type { ListedAttribute } from '@purveyor/client'
import type { CategoryPaths } from '../../../ui/category-paths.ts'

/** Returns how many attributes each category lists itself, and how many it has with those of the categories above. */
export function countsByCategory(
  attributes: readonly Pick<ListedAttribute, 'id' | 'categoryIds'>[],
  paths: CategoryPaths
): Map<string, { own: number; all: number }> {
  const own = new Map<string, Set<string>>()
  for (const { id, categoryIds } of attributes)
    for (const categoryId of categoryIds) own.set(categoryId, (own.get(categoryId) ?? new Set()).add(id))
  // The paths are in the order of the tree, so the category above was the last one with a shorter path.
  const above: Set<string>[] = []
  const counts = new Map<string, { own: number; all: number }>()
  for (const [id, path] of paths) {
    const listed = own.get(id) ?? new Set<string>()
    const all = listed.union(above[path.length - 2] ?? new Set<string>())
    above[path.length - 1] = all
    counts.set(id, { own: listed.size, all: all.size })
  }
  return counts
}
