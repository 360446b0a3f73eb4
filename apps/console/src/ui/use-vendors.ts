import { useDebouncedValue } from '@mantine/hooks'
import { NotFound, type Purveyor, type Vendor } from '@purveyor/client'
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

const maxFound = 20
const typingMs = 200
/** Vendors change rarely, in milliseconds. */
const staleTime = 300_000

type VendorSearch = {
  found: Vendor[]
  /** True until `found` are the vendors of what has been typed. */
  isSearching: boolean
}

/** Finds vendors by a part of their name, when `minLength` characters have been typed. For operators. */
export function useVendorSearch(search: string, { minLength = 0, enabled = true } = {}): VendorSearch {
  const { purveyor } = useSignedIn()
  const typed = search.trim()
  const [text] = useDebouncedValue(typed, typingMs)
  const { data, isFetching } = useQuery({
    queryKey: ['vendors', 'search', text],
    queryFn: ({ signal }) =>
      purveyor.platform.vendors.list({ first: maxFound, ...(text && { search: text }) }, { signal }).page(),
    select: ({ vendors }) => vendors,
    placeholderData: keepPreviousData,
    enabled: enabled && text.length >= minLength
  })
  if (!enabled || typed.length < minLength) return { found: [], isSearching: false }
  return { found: data ?? [], isSearching: isFetching || text !== typed }
}

/** Returns the query that reads a vendor, or null if it doesn't exist. */
function vendorQuery(purveyor: Purveyor, id: string) {
  return queryOptions({
    queryKey: ['vendors', 'one', id],
    queryFn: async ({ signal }): Promise<Vendor | null> => {
      try {
        return await purveyor.platform.vendors.get(id, { signal })
      } catch (error) {
        if (error instanceof NotFound) return null
        throw error
      }
    },
    staleTime
  })
}

/** Reads a vendor. Returns null if it doesn't exist. For operators. */
export function useVendor(id: string | undefined) {
  const { purveyor } = useSignedIn()
  return useQuery({ ...vendorQuery(purveyor, id ?? ''), enabled: id !== undefined })
}

/**
 * Reads vendors by id, for operators. A vendor that doesn't exist is null, and one that is being read is missing. If
 * there are several, one request reads the first 100 vendors, which is all of them in most marketplaces. The others
 * are read one by one.
 */
export function useVendors(ids: readonly string[]): Map<string, Pick<Vendor, 'name' | 'isActive'> | null> {
  const { purveyor } = useSignedIn()
  const unique = [...new Set(ids)]
  const first = useQuery({
    queryKey: ['vendors', 'first'],
    queryFn: ({ signal }) => purveyor.platform.vendors.list({ first: 100 }, { signal }).page(),
    select: ({ vendors }) => vendors,
    enabled: unique.length > 1,
    staleTime
  })
  const listed = new Map((first.data ?? []).map((vendor) => [vendor.id, vendor]))
  const missing = unique.filter((id) => !listed.has(id))
  const enabled = !first.isLoading
  const others = useQueries({ queries: missing.map((id) => ({ ...vendorQuery(purveyor, id), enabled })) })
  const read = missing.map((id, index) => [id, others[index]?.data] as const)
  return new Map([
    ...listed,
    ...read.flatMap(([id, vendor]) => (vendor === undefined ? [] : [[id, vendor] as const]))
  ])
}

/** Reads the names of vendors by id, as `useVendors` does. */
export function useVendorNames(ids: readonly string[]): Map<string, string | null> {
  return new Map([...useVendors(ids)].map(([id, vendor]) => [id, vendor?.name ?? null]))
}
