import { useDebouncedValue } from '@mantine/hooks'
import { NotFound, type Vendor } from '@purveyor/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

const maxFound = 20
const typingMs = 200

/** Finds vendors by a part of their name, when `minLength` characters have been typed. For operators. */
export function useVendorSearch(search: string, { minLength = 0, enabled = true } = {}) {
  const { purveyor } = useSignedIn()
  const [text] = useDebouncedValue(search.trim(), typingMs)
  return useQuery({
    queryKey: ['vendors', 'search', text],
    queryFn: ({ signal }) =>
      purveyor.platform.vendors.list({ first: maxFound, ...(text && { search: text }) }, { signal }).page(),
    select: ({ vendors }) => vendors,
    placeholderData: keepPreviousData,
    enabled: enabled && text.length >= minLength
  })
}

/** Reads a vendor. Returns null if it doesn't exist. For operators. */
export function useVendor(id: string | undefined) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['vendor', id],
    queryFn: ({ signal }): Promise<Vendor | null> =>
      purveyor.platform.vendors.get(id ?? '', { signal }).catch((error: unknown) => {
        if (error instanceof NotFound) return null
        throw error
      }),
    enabled: id !== undefined,
    staleTime: 60_000
  })
}
