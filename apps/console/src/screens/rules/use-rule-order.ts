import { type ApprovalRule, type ApprovalRuleList, BadRequest, PreconditionFailed } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { inOrder } from '../../ui/reorder.ts'
import { rulesKey } from './use-rules.ts'

type Order = {
  /** The rules in the order that the person sees. */
  rules: ApprovalRule[]
  setOrder: (ids: string[]) => void
  /** The error of the last change, after which the order is as it was. */
  error: unknown
  /** True if the change was refused because someone else has changed the rules. */
  isOutdated: boolean
}

/**
 * Changes the order of the rules at once, and sends it. While a request is pending, only the newest order is sent
 * after it.
 */
export function useRuleOrder(list: ApprovalRuleList): Order {
  const { purveyor } = useSignedIn()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState<string[]>()
  const [error, setError] = useState<unknown>()
  const newest = useRef<string[]>(undefined)
  const isSending = useRef(false)

  // The order that was wanted is shown until the list arrives that has it, so that no row jumps back in between.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another list ends it
  useEffect(() => {
    if (!isSending.current) setWanted(undefined)
  }, [list])

  async function send() {
    try {
      // A list that was read before the change must not replace the changed one.
      await queries.cancelQueries({ queryKey: rulesKey })
      // The last change may have been answered, but not shown yet.
      let base = queries.getQueryData<ApprovalRuleList>(rulesKey) ?? list
      for (let ids = newest.current; ids; ids = newest.current === ids ? undefined : newest.current) {
        base = await purveyor.platform.approvalRules.order({ ids }, { ifMatch: base })
        queries.setQueryData(rulesKey, base)
      }
    } catch (failure) {
      setError(failure)
      await queries.invalidateQueries({ queryKey: rulesKey })
      setWanted(undefined)
    } finally {
      newest.current = undefined
      isSending.current = false
    }
  }

  function setOrder(ids: string[]) {
    setError(undefined)
    setWanted(ids)
    newest.current = ids
    if (isSending.current) return
    isSending.current = true
    void send()
  }

  const isOutdated = error instanceof PreconditionFailed || error instanceof BadRequest
  return { rules: wanted ? inOrder(list.rules, wanted) : list.rules, setOrder, error, isOutdated }
}
