import type { PlatformCategoryNode } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

/** A category with the names of the categories above it, from the top. */
export type CategoryPath = { id: string; name: string; path: string[] }

/** Reads all categories in the order of the tree. For operators. */
export function useCategories() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['categories'],
    queryFn: ({ signal }) => purveyor.platform.categories.list({ signal }),
    select: ({ categories }) => flatten(categories),
    staleTime: 60_000
  })
}

function flatten(nodes: PlatformCategoryNode[], above: string[] = []): CategoryPath[] {
  return nodes.flatMap(({ id, name, children }) => {
    const path = [...above, name]
    return [{ id, name, path }, ...flatten(children, path)]
  })
}
