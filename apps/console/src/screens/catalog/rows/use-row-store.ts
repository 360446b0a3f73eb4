import type { ListProductsQuery } from '@purveyor/client'
import { useMemo, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { type Filters, queryOf } from '../../../ui/products/filters.ts'
import { RowStore } from '../../../ui/products/row-store.ts'

/** Returns the rows that match the filters. With another `generation`, they are read from the beginning again. */
export function useRowStore(filters: Filters, generation: number): { store: RowStore; version: number } {
  const { purveyor } = useSignedIn()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new generation needs a new store
  const store = useMemo(() => {
    const query = queryOf<ListProductsQuery>(filters)
    return new RowStore((page, signal) =>
      purveyor.products.list({ ...query, ...page, view: 'row' }, { signal }).page()
    )
  }, [purveyor, filters, generation])
  return { store, version: useSyncExternalStore(store.subscribe, store.version) }
}
