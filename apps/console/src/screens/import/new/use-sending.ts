import { notifications } from '@mantine/notifications'
import { type ImportJob, ProblemError } from '@purveyor/client'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { SignedOut } from '../../../session/session.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { keyHasExpired, newKey } from '../../../ui/new-key.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import type { CheckResult } from '../data/file-types.ts'
import { saveMap } from '../data/saved-map.ts'
import { readMarket } from '../use-market.ts'
import { mappedColumns } from './import-draft.ts'
import { remainingDraft } from './remaining-rows.ts'
import {
  afterDryRun,
  afterUpdate,
  appliedRows,
  findFaults,
  sendImport,
  sendUpdate,
  waitForDryRun
} from './send-draft.ts'
import type { DraftState } from './use-import-draft.ts'

export type SendingState = {
  isSending: boolean
  /** The job of the dry run that is running. */
  job: ImportJob | undefined
  error: unknown
  /** True if the request was begun so long ago that it can't be repeated safely. */
  isExpired: boolean
  start(result: CheckResult, isDryRun: boolean): Promise<void>
  /** Tries again with the same key after an error. */
  retry(): void
  /** Gives up a request that has failed. */
  forget(): void
}

/**
 * Sends the items of a draft. The request is stored before it is sent, and is sent again with its key after a reload,
 * so that it takes effect exactly once.
 */
export function useSending({ draft, change, replace, isLatest }: DraftState): SendingState {
  const { purveyor, me } = useSignedIn()
  const [, navigate] = useLocation()
  const [job, setJob] = useState<ImportJob>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const isShown = useIsShown()
  const sending = draft?.sending
  const isExpired = sending !== undefined && !sending.jobId && keyHasExpired(sending)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is that with which the request was begun
  useEffect(() => {
    if (!draft || !sending || isExpired) return
    const stop = new AbortController()
    const run = async () => {
      if (draft.mode === 'update') {
        const answer = await sendUpdate(purveyor, sending)
        if (stop.signal.aborted) return
        const after = afterUpdate(draft, sending, answer)
        return replace(sending.isDryRun ? after : await remainingDraft(after, appliedRows(sending, answer)))
      }
      const jobId = sending.jobId ?? (await sendImport(purveyor, draft, sending))
      if (stop.signal.aborted) return
      if (!sending.isDryRun) {
        const rest = await remainingDraft({ ...draft, outcome: undefined }, sending.numbers)
        const isOpen = isShown.current
        await replace(rest.isDone ? null : rest)
        if (isOpen) navigate(`/imports/${jobId}`)
        return
      }
      if (!sending.jobId) return change((now) => ({ ...now, sending: { ...sending, jobId } }))
      const ended = await waitForDryRun(purveyor, jobId, { signal: stop.signal, onProgress: setJob })
      const faults = await findFaults(draft, ended.failed, () => readMarket(purveyor, stop.signal))
      if (stop.signal.aborted) return
      setJob(undefined)
      await change((now) => afterDryRun(now, ended.job, faults))
    }
    run().catch((problem: unknown) => {
      if (stop.signal.aborted || problem instanceof SignedOut) return
      setError(problem)
      // A request that was refused has no effect, so the next one gets another key.
      if (problem instanceof ProblemError && !problem.isRetryable)
        void change(({ sending: _, ...now }) => now)
    })
    return () => stop.abort()
  }, [sending?.key, sending?.jobId, isExpired, attempt])

  const start = useCallback(
    async ({ body, numbers }: CheckResult, isDryRun: boolean) => {
      setError(undefined)
      if (!(await isLatest()))
        return void notifications.show({ message: t.imports.send.otherTab, color: 'amber', autoClose: false })
      await change((now) => {
        const columns = Object.fromEntries(
          mappedColumns(now).flatMap(({ column, field }) => (column.startsWith('_') ? [] : [[column, field]]))
        )
        saveMap(me.vendor?.id ?? '', now.mode, { ...now.map, columns })
        const sent = { key: newKey(), isDryRun, body, numbers, startedAt: Date.now() }
        return { ...now, outcome: undefined, sending: sent }
      })
    },
    [change, isLatest, me]
  )
  const retry = () => {
    setError(undefined)
    setAttempt((count) => count + 1)
  }
  const forget = () => {
    setError(undefined)
    void change(({ sending: _, ...now }) => now)
  }
  const isSending = sending !== undefined && error === undefined && !isExpired
  return { isSending, job, error, isExpired, start, retry, forget }
}
