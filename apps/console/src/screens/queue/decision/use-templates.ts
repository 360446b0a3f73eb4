import type { ReasonTemplate } from '@purveyor/client'
import { useReasonTemplates } from '../../../ui/use-reason-templates.ts'
import { sortTemplates } from './templates.ts'
import type { Review } from './use-review.tsx'

/** The number of templates that can be chosen by a digit. */
export const numbered = 9

/** Reads the templates of reasons, and sorts them for what a review rejects. */
export function useTemplates(review: Pick<Review, 'entry' | 'state'>): {
  sorted: ReasonTemplate[]
  isLoading: boolean
  error: unknown
  retry: () => void
} {
  const query = useReasonTemplates()
  return {
    sorted: sortTemplates(query.data ?? [], review.entry, review.state.draft),
    isLoading: query.isPending,
    error: query.error,
    retry: () => void query.refetch()
  }
}
