import { type PlatformCategory, type PlatformCategoryNode, ProblemError } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

/** Keys of queries. All begin as that of the paths of categories, so all are read again after a change. */
export const categoryKeys = {
  all: ['categories'],
  tree: ['categories', 'tree'],
  one: (id: string) => ['categories', 'one', id]
}

/** Reads the category tree with the numbers of products. */
export function useCategoryTree() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: categoryKeys.tree,
    queryFn: async ({ signal }) =>
      (await purveyor.platform.categories.list({ counts: true }, { signal })).categories
  })
}

/** Reads one category, as it is now. Changes compare its version. */
export function useCategory(id: string | undefined) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: categoryKeys.one(id ?? ''),
    queryFn: ({ signal }) => purveyor.platform.categories.get(id ?? '', { signal }),
    enabled: id !== undefined,
    gcTime: 0
  })
}

/** Returns a function that reads all categories again, and what the attributes of a category follow from. */
export function useReadAgain() {
  const queries = useQueryClient()
  return async (changed?: PlatformCategory) => {
    if (changed) queries.setQueryData(categoryKeys.one(changed.id), changed)
    await Promise.all([
      queries.invalidateQueries({ queryKey: categoryKeys.all }),
      queries.invalidateQueries({ queryKey: ['attributes'] })
    ])
  }
}

/** Returns a category of the tree with its parents, from the top level down, and its siblings. */
export function placeOf(nodes: readonly PlatformCategoryNode[], id: string): Place | undefined {
  for (const node of nodes) {
    if (node.id === id) return { node, above: [], siblings: nodes }
    const below = placeOf(node.children, id)
    if (below) return { ...below, above: [node, ...below.above] }
  }
}

export type Place = {
  node: PlatformCategoryNode
  above: readonly PlatformCategoryNode[]
  siblings: readonly PlatformCategoryNode[]
}

/** True if the service refuses something for reasons that it lists in its errors. */
export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.code === 'MERGE_REFUSED'
}
