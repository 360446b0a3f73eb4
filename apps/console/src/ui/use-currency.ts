import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../session/session-context.tsx'

/** Reads the currency of the marketplace, on both sides. Returns undefined while it is read. */
export function useCurrency(): string | undefined {
  const { side, purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['currency'],
    queryFn: async ({ signal }) => {
      const { platform, profile } = purveyor
      const { currency } = await (side === 'platform' ? platform.settings : profile).get({ signal })
      return currency
    },
    staleTime: 300_000
  })
  return data
}
