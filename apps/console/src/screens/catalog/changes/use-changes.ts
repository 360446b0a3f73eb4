import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { ChangeSet } from './change-set.ts'
import { restoredChanges, type StoredChanges, storedChanges } from './stored-changes.ts'

/** How long after an edit the changes are stored, in milliseconds. Many edits are stored at once. */
const storeAfterMs = 300

type Draft = { since: string | undefined; rows: StoredChanges }

/** Returns the unsent changes, which survive a reload, and their version, which rises with each change. */
export function useChanges(): { changes: ChangeSet; version: number } {
  const key = draftKey(useSignedIn().me, 'catalog', 'changes')
  const [changes] = useState(() => {
    const draft = drafts.read<Draft>(key)
    return new ChangeSet(restoredChanges(draft?.rows ?? []), draft?.since)
  })
  const version = useSyncExternalStore(changes.subscribe, changes.version)
  useUnloadWarning(changes.rows.size > 0)

  useEffect(() => {
    const store = () => {
      if (changes.rows.size > 0)
        drafts.write(key, { since: changes.since, rows: storedChanges(changes.rows) } satisfies Draft)
      else drafts.delete(key)
    }
    const timer = setTimeout(store, storeAfterMs)
    window.addEventListener('pagehide', store)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('pagehide', store)
      // The screen was left, or there is a newer version, which is stored soon.
      if (changes.version() === version) store()
    }
  }, [key, changes, version])
  return { changes, version }
}
