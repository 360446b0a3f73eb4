import type { Purveyor, ReasonTemplate } from '@purveyor/client'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'
import { sortTemplates } from './templates.ts'
import type { Review } from './use-review.tsx'

/** The number of templates that can be chosen by a digit. */
export const numbered = 9

/** Returns the query that reads all templates of reasons. */
export function templatesQuery(purveyor: Purveyor) {
  return queryOptions({
    queryKey: ['reason-templates'],
    queryFn: ({ signal }) => purveyor.platform.reasonTemplates.list({}, { signal }),
    staleTime: 60_000
  })
}

/** Reads the templates of reasons, and sorts them for what a review rejects. */
export function useTemplates(review: Pick<Review, 'entry' | 'state'>): {
  sorted: ReasonTemplate[]
  isLoading: boolean
  error: unknown
  retry: () => void
} {
  const { purveyor } = useSignedIn()
  const query = useQuery(templatesQuery(purveyor))
  return {
    sorted: sortTemplates(query.data?.reasonTemplates ?? [], review.entry, review.state.draft),
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch()
  }
}
