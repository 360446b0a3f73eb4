import type { ApprovalRulePreviewApplication, Purveyor } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { moderationKeys } from '../../ui/moderation-keys.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { usePages } from '../../ui/use-pages.ts'
import { maxDurationMs } from './preview-rules.ts'

export type PlannedDecision = 'APPROVE' | 'REJECT' | 'QUEUE'

/** Makes the decisions of a preview. The service takes several requests if there are many. */
export function useApply() {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const controller = useRef<AbortController>(undefined)
  const { error, ...apply } = useMutation({
    mutationFn: (previewId: string) => {
      controller.current = new AbortController()
      return applyAll(purveyor, previewId, controller.current.signal)
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: moderationKeys.all })
  })
  const isStopped = error !== null && controller.current?.signal.aborted === true
  return { ...apply, error: isStopped ? null : error, isStopped, stop: () => controller.current?.abort() }
}

/** Each request continues where the last one ended, so the counts are added. */
async function applyAll(
  purveyor: Purveyor,
  previewId: string,
  signal: AbortSignal
): Promise<ApprovalRulePreviewApplication> {
  const total = { approved: 0, rejected: 0, queued: 0, samples: 0, changed: 0, evaluated: 0 }
  for (;;) {
    const options = { signal, timeoutMs: maxDurationMs }
    const { isComplete, ...counts } = await purveyor.platform.approvalRules.applyPreview(previewId, options)
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name]
    if (isComplete) return { ...total, isComplete }
  }
}

/** Reads what applying the rules would decide. Each time that the dialog opens, it is evaluated again. */
export function useApplicationPreview(isOpen: boolean) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['rule-application', 'preview'],
    queryFn: ({ signal }) =>
      purveyor.platform.approvalRules.previewApply({ signal, timeoutMs: maxDurationMs }),
    enabled: isOpen,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false
  })
}

/** Reads the entries of a preview with one decision, page by page. */
export function usePreviewEntries(previewId: string, decision: PlannedDecision) {
  const { purveyor } = useSignedIn()
  return usePages({
    queryKey: ['rule-application', previewId, decision],
    read: (cursor, signal) =>
      purveyor.platform.approvalRules.previewedEntries(previewId, { decision, ...cursor }, { signal }).page(),
    itemsOf: ({ entries }) => entries,
    refreshMs: Number.POSITIVE_INFINITY
  })
}
