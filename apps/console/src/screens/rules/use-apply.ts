import type { ApprovalRuleApplication, Purveyor } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { moderationKeys } from '../../ui/moderation-keys.ts'
import { useMutation } from '../../ui/use-mutation.ts'
import { addApplication } from './add-application.ts'
import { maxDurationMs } from './preview-rules.ts'

/** How often the number of waiting entries is read while rules are applied, in milliseconds. */
const progressMs = 1500

/** Applies the rules to everything that waits. The service takes several requests if there is much. */
export function useApply() {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const controller = useRef<AbortController>(undefined)
  const { error, ...apply } = useMutation({
    mutationFn: () => {
      controller.current = new AbortController()
      return applyAll(purveyor, controller.current.signal)
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: moderationKeys.all })
  })
  const isStopped = error !== null && controller.current?.signal.aborted === true
  return { ...apply, error: isStopped ? null : error, isStopped, stop: () => controller.current?.abort() }
}

async function applyAll(purveyor: Purveyor, signal: AbortSignal): Promise<ApprovalRuleApplication> {
  let total: ApprovalRuleApplication | undefined
  do {
    const result = await purveyor.platform.approvalRules.apply({ signal, timeoutMs: maxDurationMs })
    total = addApplication(total, result)
  } while (!total.isComplete)
  return total
}

/** Reads how many new products and staged edits wait for a decision. Changes of watched fields have no rules. */
export function useWaiting({ isOpen, isRunning }: { isOpen: boolean; isRunning: boolean }) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: moderationKeys.waiting,
    queryFn: async ({ signal }) => {
      const { waiting } = await purveyor.platform.moderation.statistics({ days: 1 }, { signal })
      const countOf = (kind: string) => waiting.find((one) => one.kind === kind)?.count ?? 0
      return { products: countOf('PRODUCT'), revisions: countOf('REVISION') }
    },
    enabled: isOpen,
    staleTime: 0,
    refetchInterval: isRunning && progressMs
  })
}
