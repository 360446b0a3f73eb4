import type { ListPlatformProductsQuery, PlatformProductRow } from '@purveyor/client'
import { useMemo, useSyncExternalStore } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { type Filters, queryOf } from '../filters.ts'
import type { ListedRows } from '../row-pages.ts'
import { type PageCursor, RowStore } from '../row-store.ts'

/** Returns the products of all vendors, or of one, that match the filters. For operators. */
export function usePlatformRows(
  filters: Filters,
  vendorId: string | undefined
): { store: RowStore<PlatformProductRow>; version: number } {
  const { purveyor } = useSignedIn()
  const store = useMemo(() => {
    const query = { ...queryOf<ListPlatformProductsQuery>(filters), ...(vendorId && { vendorId }) }
    const read = (page: PageCursor, signal: AbortSignal): Promise<ListedRows<PlatformProductRow>> =>
      purveyor.platform.products.list({ ...query, ...page, view: 'row' }, { signal }).page()
    return new RowStore(read)
  }, [purveyor, filters, vendorId])
  return { store, version: useSyncExternalStore(store.subscribe, store.version) }
}
