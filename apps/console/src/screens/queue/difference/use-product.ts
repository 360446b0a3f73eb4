import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../session/session-context.tsx'

/** Reads the product of an entry. `version` is that of the entry, so that another version is read again. */
export function useProduct(id: string, version: number, isNeeded = true) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['entry-product', id, version],
    queryFn: ({ signal }) => purveyor.platform.products.get(id, { signal }),
    enabled: isNeeded,
    staleTime: 60_000
  })
}
