import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { storage } from '../../../session/stored-files.ts'
import { draftKey } from '../../../ui/drafts.ts'
import { newKey } from '../../../ui/new-key.ts'
import { useAddressState } from '../../../ui/use-address-state.ts'
import type { ChosenReading } from '../data/file-types.ts'
import { readSavedMap } from '../data/saved-map.ts'
import { openWorkbook } from '../data/workbook-file.ts'
import { describe } from '../data/worker-client.ts'
import { type Draft, guessMode, type ImportDraft, type WorkbookDraft } from './import-draft.ts'

/** The key of the stored draft of the person. */
export function useDraftKey(): string {
  const { me } = useSignedIn()
  return draftKey(me, 'import', me.vendor?.id ?? '')
}

export type DraftState<D extends Draft> = {
  /** Undefined while the draft is being read; null if there is none. */
  draft: D | null | undefined
  /** Changes the draft and stores it. The promise resolves when it is stored. */
  change(update: (draft: D) => D): Promise<void>
  replace(draft: D | null): Promise<void>
  /** True if no other tab has changed or sent the draft. If one has, the draft becomes what that tab has stored. */
  isLatest(): Promise<boolean>
}

/** An import of any file. */
export type AnyDraft = ImportDraft | WorkbookDraft

/** Reads and stores the import that is being prepared. */
export function useImportDraft(): DraftState<AnyDraft> {
  const key = useDraftKey()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<AnyDraft | null>()
  const current = useRef<AnyDraft | null>(null)
  useEffect(() => {
    let isCurrent = true
    void storage.read<AnyDraft>(key).then((stored) => {
      if (!isCurrent) return
      current.current = stored ?? null
      setDraft(stored ?? null)
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  const replace = useCallback(
    async (changed: AnyDraft | null) => {
      const next = changed && { ...changed, revision: newKey() }
      current.current = next
      setDraft(next)
      await (next ? storage.write(key, next) : storage.delete(key))
      await queries.invalidateQueries({ queryKey: ['import-draft'] })
    },
    [key, queries]
  )
  const change = useCallback(
    async (update: (draft: AnyDraft) => AnyDraft) => {
      if (current.current) await replace(update(current.current))
    },
    [replace]
  )
  const isLatest = useCallback(async () => {
    const stored = (await storage.read<AnyDraft>(key)) ?? null
    if (stored?.revision === current.current?.revision) return true
    current.current = stored
    setDraft(stored)
    return false
  }, [key])
  return { draft, change, replace, isLatest }
}

/** Returns the state of a draft of one kind. `isOf` must always be the same function. */
export function useStateOf<D extends AnyDraft>(
  { change, replace, isLatest }: DraftState<AnyDraft>,
  draft: D,
  isOf: (draft: AnyDraft) => draft is D
): DraftState<D> {
  const changeOwn = useCallback(
    (update: (draft: D) => D) => change((now) => (isOf(now) ? update(now) : now)),
    [change, isOf]
  )
  return { draft, change: changeOwn, replace, isLatest }
}

/** Returns a function that begins a draft with a file. It rejects with a `FileProblem` if the file can't be read. */
export function useOpenFile(): (file: Blob, name: string, chosen?: ChosenReading) => Promise<ImportDraft> {
  const { me, purveyor } = useSignedIn()
  const vendorId = me.vendor?.id ?? ''
  return useCallback(
    async (file, name, chosen = {}) => {
      const [described, { attributes }] = await Promise.all([
        describe(file, name, chosen),
        purveyor.attributes.list()
      ])
      const info = { ...described, attributes }
      const mode = guessMode(info)
      const map = readSavedMap(vendorId, mode)
      return { file, name, chosen, info, mode, map, onExisting: 'fail', edits: {}, serviceFaults: {} }
    },
    [vendorId, purveyor]
  )
}

/**
 * Returns a function that begins a draft with any file, also a workbook. Rejects as `useOpenFile`. The parameter `retryOf` of
 * the address is the import whose failed rows a workbook has.
 */
export function useOpenAnyFile(): (file: Blob, name: string) => Promise<AnyDraft> {
  const openFile = useOpenFile()
  const [params] = useAddressState()
  const retryOf = params.get('retryOf') ?? undefined
  return useCallback(
    async (file, name) => {
      const workbook = await openWorkbook(file, name)
      return workbook
        ? { ...workbook, name, retryOf, mode: 'create', onExisting: 'fail' }
        : openFile(file, name)
    },
    [openFile, retryOf]
  )
}
