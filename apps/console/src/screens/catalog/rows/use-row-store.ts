import { useMemo, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { type Filters, queryOf } from '../use-filters.ts'
import { RowStore } from './row-store.ts'

/** Returns the rows that match the filters. With another `generation`, they are read from the beginning again. */
export function useRowStore(filters: Filters, generation: number): { store: RowStore; version: number } {
  const { purveyor } = useSignedIn()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation needs a new store
  const store = useMemo(() => {
    const query = queryOf(filters)
    return new RowStore((cursor, signal) =>
      purveyor.products.list({ ...query, ...cursor, view: 'row' }, { signal }).page()
    )
  }, [purveyor, filters, generation])
  return { store, version: useSyncExternalStore(store.subscribe, store.version) }
}
