import { useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { draftKey, drafts } from '../../../ui/drafts.ts'
import { useUnloadWarning } from '../../../ui/use-unload-warning.ts'
import { ChangeSet } from './change-set.ts'
import { restoredChanges, type StoredChanges, storedChanges } from './stored-changes.ts'

/** How long after an edit the changes are stored, in milliseconds. Many edits are stored at once. */
const storeAfterMs = 300

type Draft = { since: string | undefined; rows: StoredChanges }

/** The changes by the key of their draft. They can be sent after the screen was left, and the same ones are shown again. */
const changeSets = new Map<string, ChangeSet>()

/** Returns the unsent changes, which survive a reload, and their version, which rises with each change. */
export function useChanges(): { changes: ChangeSet; version: number } {
  const changes = changesOf(draftKey(useSignedIn().me, 'catalog', 'changes'))
  const version = useSyncExternalStore(changes.subscribe, changes.version)
  useUnloadWarning(changes.rows.size > 0)
  return { changes, version }
}

function changesOf(key: string): ChangeSet {
  const known = changeSets.get(key)
  if (known) return known
  const draft = drafts.read<Draft>(key)
  const changes = new ChangeSet(restoredChanges(draft?.rows ?? []), draft?.since)
  changeSets.set(key, changes)
  storeLater(key, changes)
  return changes
}

/** Stores changes as a draft a short time after each edit, and when the page is left. */
function storeLater(key: string, changes: ChangeSet): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const store = () => {
    clearTimeout(timer)
    timer = undefined
    const { since, rows } = changes
    if (rows.size > 0) drafts.write(key, { since, rows: storedChanges(rows) } satisfies Draft)
    else drafts.delete(key)
  }
  changes.subscribe(() => {
    timer ??= setTimeout(store, storeAfterMs)
  })
  window.addEventListener('pagehide', () => timer !== undefined && store())
}
