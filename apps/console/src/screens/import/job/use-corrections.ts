import type { ImportJob, UploadItem } from '@purveyor/client'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { SignedOut } from '../../../session/session.ts'
import { useSignedIn } from '../../../session/session-context.tsx'
import { storage } from '../../../session/stored-files.ts'
import { draftKey } from '../../../ui/drafts.ts'
import { contentKey, keyHasExpired } from '../../../ui/new-key.ts'
import { importKeys, jobName } from '../jobs.ts'
import type { OnExisting } from '../new/import-draft.ts'
import type { ItemEdits } from './corrected-items.ts'

/** Items that are being sent again. They are stored until the service has accepted them. */
type Resending = {
  key: string
  startedAt: number
  indexes: number[]
  items: UploadItem[]
  onExisting: OnExisting
  retryOf: string | undefined
}

/** What a person has done with the failed items of an import. It is stored in the browser. */
type Corrections = {
  edits: ItemEdits
  /** The import with which each item was sent again, by its index. */
  sent: Readonly<Record<number, string>>
  resending?: Resending | undefined
}

const nothing: Corrections = { edits: {}, sent: {} }

/**
 * Stores the edits of failed items, and sends corrected items as a new import, exactly once. If another tab sends the same
 * ones too, both get the same import.
 */
export function useCorrections(job: ImportJob) {
  const { me, purveyor } = useSignedIn()
  const queries = useQueryClient()
  const key = draftKey(me, 'corrections', job.queue_id)
  const [state, setState] = useState<Corrections>()
  const current = useRef<Corrections>(nothing)
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const [isPreparing, setPreparing] = useState(false)
  useEffect(() => {
    let isCurrent = true
    void storage.read<Corrections>(key).then((stored = nothing) => {
      if (!isCurrent) return
      current.current = stored
      setState(stored)
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  const change = useCallback(
    async (update: (now: Corrections) => Corrections) => {
      current.current = update(current.current)
      setState(current.current)
      await storage.write(key, current.current)
    },
    [key]
  )

  const resending = state?.resending
  const isExpired = resending !== undefined && keyHasExpired(resending)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each request is sent once, and again after an error
  useEffect(() => {
    if (!resending || isExpired) return
    let isCurrent = true
    const { key: idempotencyKey, items, onExisting, retryOf, indexes } = resending
    const fileName = jobName(job)
    purveyor.products
      .upload(items, { idempotencyKey, onExisting, retryOf, ...(job.file_name && { fileName }) })
      .then(async ({ id }) => {
        if (!isCurrent) return
        const accepted = Object.fromEntries(indexes.map((index) => [index, id]))
        await change((now) => ({ ...now, sent: { ...now.sent, ...accepted }, resending: undefined }))
        await queries.invalidateQueries({ queryKey: importKeys.list })
      })
      .catch((problem: unknown) => {
        if (isCurrent && !(problem instanceof SignedOut)) setError(problem)
      })
    return () => {
      isCurrent = false
    }
  }, [resending?.key, isExpired, attempt])

  const edit = useCallback(
    (edits: readonly { index: number; field: string; text: string }[]) =>
      void change((now) => {
        const all: Record<number, Record<string, string>> = { ...now.edits }
        for (const { index, field, text } of edits) all[index] = { ...all[index], [field]: text }
        return { ...now, edits: all }
      }),
    [change]
  )
  const send = async (items: UploadItem[], indexes: number[], onExisting: OnExisting) => {
    setError(undefined)
    setPreparing(true)
    // Another tab may have sent some of the rows since.
    const stored = await storage.read<Corrections>(key)
    const sent = without({ ...stored?.sent, ...current.current.sent }, indexes)
    // The failed rows are no longer counted when the last of them are sent.
    const isLast = Object.keys(sent).length + indexes.length >= job.items_failed
    const request = { items, onExisting, retryOf: isLast ? job.queue_id : undefined }
    const idempotencyKey = await contentKey([job.queue_id, request])
    const isRepeated = current.current.resending?.key === idempotencyKey
    const resending = { ...request, key: idempotencyKey, startedAt: Date.now(), indexes }
    await change((now) => ({ ...now, sent, resending }))
    if (isRepeated) setAttempt((count) => count + 1)
    setPreparing(false)
  }
  const retry = () => {
    setError(undefined)
    setAttempt((count) => count + 1)
  }
  const forget = () => void change((now) => ({ ...now, resending: undefined }))
  const isSending = isPreparing || (resending !== undefined && error === undefined && !isExpired)
  return { state, edit, send, retry, error, isSending, isExpired, forget }
}

function without(sent: Corrections['sent'], indexes: readonly number[]): Corrections['sent'] {
  const left = new Set(indexes.map(String))
  return Object.fromEntries(Object.entries(sent).filter(([index]) => !left.has(index)))
}
