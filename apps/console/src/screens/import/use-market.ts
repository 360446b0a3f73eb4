import type { Purveyor } from '@purveyor/client'
import type { Market } from '@purveyor/client/catalog-file/market'
import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

/** Reads the currency of prices and the unit of weights. */
export async function readMarket(purveyor: Purveyor, signal?: AbortSignal): Promise<Market> {
  const { currency, weightUnit } = await purveyor.profile.get(signal ? { signal } : {})
  return { currency, weightUnit }
}

/** Reads what the marketplace expects of the values of files. */
export function useMarket() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: ['import-market'],
    queryFn: ({ signal }) => readMarket(purveyor, signal),
    staleTime: 300_000
  })
}
