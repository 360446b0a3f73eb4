import type { PreviewedApprovalRule } from '@purveyor/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { previewRules } from './preview-rules.ts'

/** Reads what rules would have decided on the last 30 days. Without rules, nothing is read. */
export function usePreview(rules: PreviewedApprovalRule[] | undefined) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['approval-rules', 'preview', rules],
    queryFn: ({ signal }) => previewRules(purveyor, rules ?? [], signal),
    enabled: rules !== undefined && rules.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000
  })
}
