import { useQueries, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

type NamedVendor = { id: string; name: string; isActive: boolean }

/** How long names of vendors are used before they are read again, in milliseconds. */
const staleTime = 10 * 60_000

/**
 * Returns the vendors with these ids as far as they are known. One request reads the first 100 vendors, which is all of
 * them in most marketplaces. The others are read one by one.
 */
export function useVendors(ids: readonly string[]): Map<string, NamedVendor> {
  const { purveyor } = useSignedIn()
  const first = useQuery({
    queryKey: ['vendors', 'first-100'],
    queryFn: ({ signal }) => purveyor.platform.vendors.list({ first: 100 }, { signal }).page(),
    enabled: ids.length > 0,
    staleTime
  })
  const known = new Map<string, NamedVendor>((first.data?.vendors ?? []).map((vendor) => [vendor.id, vendor]))
  const missing = first.isPending ? [] : ids.filter((id) => !known.has(id))
  const others = useQueries({
    queries: missing.map((id) => ({
      queryKey: ['vendors', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => purveyor.platform.vendors.get(id, { signal }),
      staleTime
    }))
  })
  for (const { data } of others) if (data) known.set(data.id, data)
  return known
}
