import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

/** The keys of the queries that read templates of reasons. */
export const templateKeys = {
  all: ['reason-templates'],
  list: ['reason-templates', 'list'],
  one: (id: string | undefined) => ['reason-templates', 'one', id]
} as const

/** Reads all templates of reasons, of which there are at most 500. For operators. */
export function useReasonTemplates() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: templateKeys.list,
    queryFn: ({ signal }) => purveyor.platform.reasonTemplates.list({}, { signal }),
    select: ({ reasonTemplates }) => reasonTemplates,
    staleTime: 60_000
  })
}
