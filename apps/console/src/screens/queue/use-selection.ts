import type { ModerationEntry } from '@purveyor/client'
import { useCallback, useMemo, useState } from 'react'
import { entryKey } from './entry.ts'

/** The entries that the person has selected for a decision on many. Entries that no longer wait are left out. */
export function useSelection(listed: ModerationEntry[]) {
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set())
  const entries = useMemo(() => listed.filter((entry) => keys.has(entryKey(entry))), [listed, keys])
  const set = useCallback((key: string, isSelected: boolean) => {
    setKeys((current) => {
      const next = new Set(current)
      if (isSelected) next.add(key)
      else next.delete(key)
      return next
    })
  }, [])
  return {
    keys,
    entries,
    set,
    toggle: (key: string) => set(key, !keys.has(key)),
    selectAll: () => setKeys(new Set(listed.map(entryKey))),
    isComplete: entries.length === listed.length,
    remove: (removed: ReadonlySet<string>) => setKeys((current) => current.difference(removed)),
    clear: () => setKeys(new Set())
  }
}

export type Selection = ReturnType<typeof useSelection>
