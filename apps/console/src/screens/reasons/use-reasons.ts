import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { moderationKeys } from '../../ui/moderation-keys.ts'
import { templateKeys } from '../../ui/use-reason-templates.ts'
import { type Use, usesOf } from './templates.ts'

/** Reads one template, with the ETag that changes of it need. */
export function useReason(id: string | undefined) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: templateKeys.one(id),
    queryFn: ({ signal }) => purveyor.platform.reasonTemplates.get(id ?? '', { signal }),
    enabled: id !== undefined,
    gcTime: 0,
    refetchOnWindowFocus: false
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
