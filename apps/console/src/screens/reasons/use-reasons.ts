import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { moderationKeys } from '../../ui/moderation-keys.ts'
import { type Use, usesOf } from './templates.ts'

/** The key of all queries that read templates of reasons. */
export const reasonsKey = ['reason-templates']

/** Reads all templates of reasons. There are at most 500. */
export function useReasons() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: reasonsKey,
    queryFn: ({ signal }) => purveyor.platform.reasonTemplates.list({}, { signal })
  })
}

/** Reads one template, with the ETag that changes of it need. */
export function useReason(id: string | undefined) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...reasonsKey, id],
    queryFn: ({ signal }) => purveyor.platform.reasonTemplates.get(id ?? '', { signal }),
    enabled: id !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false,
    // A copy of what was read would have no ETag.
    structuralSharing: false
  })
}

const usedDays = 30

/** Returns a function that returns how often a code was used in the last 30 days, or undefined if that isn't known. */
export function useUses(): (code: string) => Use | undefined {
  const { purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: moderationKeys.statistics(usedDays),
    queryFn: ({ signal }) => purveyor.platform.moderation.statistics({ days: usedDays }, { signal })
  })
  return (code) => data && usesOf(code, data.rejections.byReason)
}
