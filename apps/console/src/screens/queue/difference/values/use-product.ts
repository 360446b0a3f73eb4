import type { PlatformProduct } from '@purveyor/client'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../../../session/session-context.tsx'

/**
 * Returns the product of an entry, or undefined while it is read. `version` is that of the entry, so that another
 * version is read again.
 */
export function useProduct(
  id: string,
  version: number,
  isNeeded = true
): { product: PlatformProduct | undefined; isPending: boolean } {
  const { purveyor } = useSignedIn()
  const { data, isPending } = useQuery({
    queryKey: ['entry-product', id, version],
    queryFn: ({ signal }) => purveyor.platform.products.get(id, { signal }),
    enabled: isNeeded,
    staleTime: 60_000
  })
  return { product: data, isPending }
}

/** Returns the currency of all prices, or undefined while it is read. */
export function useCurrency(): string | undefined {
  const { purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => purveyor.platform.settings.get({ signal }),
    staleTime: 300_000
  })
  return data?.currency
}
