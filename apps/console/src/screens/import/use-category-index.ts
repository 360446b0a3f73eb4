import { CategoryIndex, type CategoryNode } from '@purveyor/client/catalog-file/category-index'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'

const none: CategoryNode[] = []

/** Reads the categories of the marketplace as a tree. */
export function useCategoryTree() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['category-tree'],
    queryFn: async ({ signal }): Promise<CategoryNode[]> =>
      (await purveyor.categories.list({}, { signal })).categories,
    staleTime: 60_000
  })
}

/** Finds categories by what people call them. It is empty until the categories were read. */
export function useCategoryIndex(): CategoryIndex {
  const { data = none } = useCategoryTree()
  return useMemo(() => new CategoryIndex(data), [data])
}
