import { useDebouncedValue } from '@mantine/hooks'
import type { ListedVendor, VendorPage, VendorSort, VendorTrust } from '@purveyor/client'
import { useSignedIn } from '../../session/session-context.tsx'
import { usePages } from '../../ui/use-pages.ts'

const pageSize = 50
const typingMs = 250
/** The figures of a page of vendors are cheap, but not as cheap as other lists. */
const refreshMs = 60_000

export type VendorFilters = {
  search: string
  isActive: boolean | undefined
  trust: VendorTrust | undefined
  sort: VendorSort | undefined
}

/** Reads the vendors with their figures, page by page. */
export function useVendorList({ search, ...filters }: VendorFilters) {
  const { purveyor } = useSignedIn()
  const [typed] = useDebouncedValue(search.trim(), typingMs)
  const query = { ...filters, ...(typed && { search: typed }), view: 'figures' as const, first: pageSize }
  const list = usePages<VendorPage, ListedVendor>({
    queryKey: ['vendors', 'list', query],
    read: (cursor, signal) => purveyor.platform.vendors.list({ ...query, ...cursor }, { signal }).page(),
    itemsOf: ({ vendors }) => vendors,
    keepsPrevious: true,
    refreshMs
  })
  return { ...list, isRefreshing: list.isPlaceholderData || typed !== search.trim() }
}
