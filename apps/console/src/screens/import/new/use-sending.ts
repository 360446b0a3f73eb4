import { notifications } from '@mantine/notifications'
import {
  type BulkUpdateAnswer,
  type ImportItem,
  type ImportJob,
  ProblemError,
  type Purveyor
} from '@purveyor/client'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { SignedOut } from '../../../session/session.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { importsTexts } from '../../../texts/import.ts'
import { keyHasExpired, newKey } from '../../../ui/new-key.ts'
import { useIsShown } from '../../../ui/use-is-shown.ts'
import type { Draft, Sending } from './import-draft.ts'
import { waitForDryRun } from './send-draft.ts'
import type { DraftState } from './use-import-draft.ts'

type SendingOf<D extends Draft> = NonNullable<D['sending']>

/** The result of a dry run: the job, and its first failed items. */
export type DryRun = { job: ImportJob; failed: ImportItem[] }

/** How drafts of one kind are sent, and what becomes of them. */
export type Sender<D extends Draft> = {
  /** Sends an import. Returns the id of its job, and what the response adds to the draft. */
  upload(purveyor: Purveyor, draft: D, sending: SendingOf<D>): Promise<{ jobId: string; found?: Partial<D> }>
  /** Returns what is left to send after an upload. */
  afterUpload(draft: D, sending: SendingOf<D>): Promise<D>
  /** Returns a function that adds the result of a dry run to the draft. */
  afterDryRun(
    draft: D,
    dryRun: DryRun,
    options: { purveyor: Purveyor; signal: AbortSignal }
  ): Promise<(now: D) => D>
  update(purveyor: Purveyor, draft: D, sending: SendingOf<D>): Promise<BulkUpdateAnswer>
  /** Returns the draft with the result of an update or its dry run, and what is left to send. */
  afterUpdate(draft: D, sending: SendingOf<D>, answer: BulkUpdateAnswer): Promise<D>
}

export type SendingState<D extends Draft> = {
  isSending: boolean
  /** The job of the dry run that is running. */
  job: ImportJob | undefined
  error: unknown
  /** True if the request was begun so long ago that it can't be repeated safely. */
  isExpired: boolean
  /** Sends the draft that `withRequest` returns. */
  start(isDryRun: boolean, withRequest: (draft: D, request: Sending) => D): Promise<void>
  /** Tries again with the same key after an error. */
  retry(): void
  /** Gives up a request that has failed. */
  forget(): void
}

/**
 * Sends a draft. The request is stored before it is sent, and is sent again with its key after a reload, so that it takes
 * effect exactly once.
 */
export function useSending<D extends Draft>(
  { draft, change, replace, isLatest }: DraftState<D>,
  sender: Sender<D>
): SendingState<D> {
  const { purveyor } = useSignedIn()
  const [, navigate] = useLocation()
  const [job, setJob] = useState<ImportJob>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const isShown = useIsShown()
  const sending = (draft?.sending ?? undefined) as SendingOf<D> | undefined
  const isExpired = sending !== undefined && !sending.jobId && keyHasExpired(sending)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft is that with which the request was begun
  useEffect(() => {
    if (!draft || !sending || isExpired) return
    const stop = new AbortController()
    const run = async () => {
      if (draft.mode === 'update') {
        const answer = await sender.update(purveyor, draft, sending)
        if (stop.signal.aborted) return
        return replace(await sender.afterUpdate(draft, sending, answer))
      }
      const { jobId, found } = sending.jobId
        ? { jobId: sending.jobId, found: undefined }
        : await sender.upload(purveyor, draft, sending)
      if (stop.signal.aborted) return
      if (!sending.isDryRun) {
        const rest = await sender.afterUpload(draft, sending)
        const isOpen = isShown.current
        await replace(rest.isDone ? null : rest)
        if (isOpen) navigate(`/imports/${jobId}`)
        return
      }
      if (!sending.jobId) return change((now) => ({ ...now, ...found, sending: { ...sending, jobId } }))
      const ended = await waitForDryRun(purveyor, jobId, { signal: stop.signal, onProgress: setJob })
      const withResult = await sender.afterDryRun(draft, ended, { purveyor, signal: stop.signal })
      if (stop.signal.aborted) return
      setJob(undefined)
      await change(withResult)
    }
    run().catch((problem: unknown) => {
      if (stop.signal.aborted || problem instanceof SignedOut) return
      setError(problem)
      // A request that was refused has no effect, so the next one gets another key.
      if (problem instanceof ProblemError && !problem.isRetryable)
        void change((now) => ({ ...now, sending: undefined }))
    })
    return () => stop.abort()
  }, [sending?.key, sending?.jobId, isExpired, attempt])

  const start = useCallback(
    async (isDryRun: boolean, withRequest: (draft: D, request: Sending) => D) => {
      setError(undefined)
      if (!(await isLatest()))
        return void notifications.show({
          message: importsTexts.send.otherTab,
          color: 'amber',
          autoClose: false
        })
      await change((now) => withRequest(now, { key: newKey(), isDryRun, startedAt: Date.now() }))
    },
    [change, isLatest]
  )
  const retry = () => {
    setError(undefined)
    setAttempt((count) => count + 1)
  }
  const forget = () => {
    setError(undefined)
    void change((now) => ({ ...now, sending: undefined }))
  }
  const isSending = sending !== undefined && error === undefined && !isExpired
  return { isSending, job, error, isExpired, start, retry, forget }
}
