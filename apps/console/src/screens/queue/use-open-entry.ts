import { useMediaQuery } from '@mantine/hooks'
import type { ChangeSet, ModerationEntry } from '@purveyor/client'
import { useEffect, useMemo } from 'react'
import { useAddressState } from '../../ui/use-address-state.ts'
import { entryKey, setKey } from './entry.ts'
import { useEntry } from './use-queue.ts'

/**
 * Returns the entry or the change set whose key is in the address. Sets come before entries. On wide screens, the first
 * one is opened if none is.
 */
export function useOpenEntry({ sets, entries, isPending }: Shown) {
  const [params, change] = useAddressState()
  const openKey = params.get('entry') ?? undefined
  const keys = useMemo(() => [...sets.map(setKey), ...entries.map(entryKey)], [sets, entries])
  const index = openKey === undefined ? -1 : keys.indexOf(openKey)
  const listed = entries[index - sets.length]
  const { data: read, error, isLoading } = useEntry(openKey, listed)
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const firstKey = isPending ? undefined : keys[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another function for each address
  useEffect(() => {
    if (isWide && openKey === undefined && firstKey) change({ entry: firstKey })
  }, [isWide, openKey, firstKey])

  function show(key: string | undefined) {
    change({ entry: key ?? null, step: null })
  }
  return {
    openKey,
    index,
    keys,
    setId: openKey?.startsWith('SET.') ? openKey.slice('SET.'.length) : undefined,
    entry: listed ?? read ?? undefined,
    isGone: read === null,
    isReading: isLoading,
    error,
    show,
    go(target: number) {
      const key = keys[target]
      if (key) show(key)
    },
    hrefOf(key: string): string {
      const next = new URLSearchParams(params)
      next.set('entry', key)
      next.delete('step')
      return `/queue?${next}`
    }
  }
}

type Shown = { sets: ChangeSet[]; entries: ModerationEntry[]; isPending: boolean }

export type OpenEntry = ReturnType<typeof useOpenEntry>
