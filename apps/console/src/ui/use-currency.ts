import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

/** Reads the currency of the marketplace, on both sides. If it can't be read, amounts are shown without it. */
export function useCurrency(): { currency: string | undefined; isPending: boolean } {
  const { side, purveyor } = useSignedIn()
  const { data, isPending } = useQuery({
    queryKey: ['currency'],
    queryFn: async ({ signal }) => {
      const { platform, profile } = purveyor
      const { currency } = await (side === 'platform' ? platform.settings : profile).get({ signal })
      return currency
    },
    staleTime: 300_000
  })
  return { currency: data, isPending }
}
