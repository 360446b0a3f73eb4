import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { draftKey } from '../../../ui/drafts.ts'
import { newKey } from '../../../ui/new-key.ts'
import type { ChosenReading } from '../data/file-types.ts'
import { readSavedMap } from '../data/saved-map.ts'
import { storage } from '../data/storage.ts'
import { describe } from '../data/worker-client.ts'
import { guessMode, type ImportDraft } from './import-draft.ts'

/** The key of the stored draft of the person. */
export function useDraftKey(): string {
  const { me } = useSignedIn()
  return draftKey(me, 'import', me.vendor?.id ?? '')
}

export type DraftState = {
  /** Undefined while the draft is being read; null if there is none. */
  draft: ImportDraft | null | undefined
  /** Changes the draft and stores it. The promise resolves when it is stored. */
  change(update: (draft: ImportDraft) => ImportDraft): Promise<void>
  replace(draft: ImportDraft | null): Promise<void>
  /** True if no other tab has changed or sent the draft. If one has, the draft becomes what that tab has stored. */
  isLatest(): Promise<boolean>
}

/** Reads and stores the import that is being prepared. */
export function useImportDraft(): DraftState {
  const key = useDraftKey()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<ImportDraft | null>()
  const current = useRef<ImportDraft | null>(null)
  useEffect(() => {
    let isCurrent = true
    void storage.read<ImportDraft>(key).then((stored) => {
      if (!isCurrent) return
      current.current = stored ?? null
      setDraft(stored ?? null)
    })
    return () => {
      isCurrent = false
    }
  }, [key])
  const replace = useCallback(
    async (changed: ImportDraft | null) => {
      const next = changed && { ...changed, revision: newKey() }
      current.current = next
      setDraft(next)
      await (next ? storage.write(key, next) : storage.delete(key))
      await queries.invalidateQueries({ queryKey: ['import-draft'] })
    },
    [key, queries]
  )
  const change = useCallback(
    async (update: (draft: ImportDraft) => ImportDraft) => {
      if (current.current) await replace(update(current.current))
    },
    [replace]
  )
  const isLatest = useCallback(async () => {
    const stored = (await storage.read<ImportDraft>(key)) ?? null
    if (stored?.revision === current.current?.revision) return true
    current.current = stored
    setDraft(stored)
    return false
  }, [key])
  return { draft, change, replace, isLatest }
}

/** Returns a function that begins a draft with a file. It rejects with a `FileProblem` if the file can't be read. */
export function useOpenFile(): (file: Blob, name: string, chosen?: ChosenReading) => Promise<ImportDraft> {
  const { me } = useSignedIn()
  const vendorId = me.vendor?.id ?? ''
  return useCallback(
    async (file, name, chosen = {}) => {
      const info = await describe(file, name, chosen)
      const mode = guessMode(info)
      const map = readSavedMap(vendorId, mode)
      return { file, name, chosen, info, mode, map, onExisting: 'fail', edits: {}, serviceFaults: {} }
    },
    [vendorId]
  )
}
