import { useMediaQuery } from '@mantine/hooks'
import type { ModerationEntry } from '@purveyor/client'
import { useEffect } from 'react'
import { useAddressState } from '../../ui/use-address-state.ts'
import { entryKey } from './entry.ts'
import { useEntry } from './use-queue.ts'

/** Returns the entry whose key is in the address. On wide screens, the first entry is opened if none is. */
export function useOpenEntry(entries: ModerationEntry[]) {
  const [params, change] = useAddressState()
  const openKey = params.get('entry') ?? undefined
  const index = entries.findIndex((entry) => entryKey(entry) === openKey)
  const listed = entries[index]
  const { data: read, error, isLoading } = useEntry(openKey, listed)
  const isWide = useMediaQuery('(min-width: 1200px)', undefined, { getInitialValueInEffect: false })
  const [first] = entries
  const firstKey = first && entryKey(first)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another function for each address
  useEffect(() => {
    if (isWide && openKey === undefined && firstKey) change({ entry: firstKey })
  }, [isWide, openKey, firstKey])

  function show(key: string | undefined) {
    change({ entry: key ?? null })
  }
  return {
    openKey,
    index,
    entry: listed ?? read ?? undefined,
    isGone: read === null,
    isReading: isLoading,
    error,
    show,
    go(target: number) {
      const entry = entries[target]
      if (entry) show(entryKey(entry))
    },
    hrefOf(key: string): string {
      const next = new URLSearchParams(params)
      next.set('entry', key)
      return `/queue?${next}`
    }
  }
}

export type OpenEntry = ReturnType<typeof useOpenEntry>
