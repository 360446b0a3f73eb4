import { queryOptions, useQuery } from '@tanstack/react-query'
import { type SignedIn, useSignedIn } from '../session/session-context.tsx'
import { categoryPaths } from './category-paths.ts'

/** Returns the query that reads the paths of all categories, on both sides. */
export function categoriesQuery({ side, purveyor }: Pick<SignedIn, 'side' | 'purveyor'>) {
  return queryOptions({
    queryKey: ['categories'],
    queryFn: async ({ signal }) => {
      const { categories } =
        side === 'platform'
          ? await purveyor.platform.categories.list({}, { signal })
          : await purveyor.categories.list({}, { signal })
      return categoryPaths(categories)
    },
    staleTime: 60_000
  })
}

/** Reads the paths of all categories. */
export function useCategories() {
  return useQuery(categoriesQuery(useSignedIn()))
}
