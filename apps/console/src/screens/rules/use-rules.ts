import type { ApprovalRule } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

export const rulesKey = ['approval-rules', 'list'] as const
export const ruleKey = (id: string) => ['approval-rules', 'one', id] as const

/** Reads all approval rules. The list carries its ETag, so it must not be replaced by a copy. */
export function useRules() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: rulesKey,
    queryFn: ({ signal }) => purveyor.platform.approvalRules.list({ signal }),
    structuralSharing: false
  })
}

/** Reads one approval rule, with its ETag. */
export function useRule(id: string | undefined) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ruleKey(id ?? ''),
    queryFn: ({ signal }): Promise<ApprovalRule> => purveyor.platform.approvalRules.get(id ?? '', { signal }),
    enabled: id !== undefined,
    structuralSharing: false,
    // The rule is about to be changed, so an older one is of no use.
    staleTime: 0
  })
}
