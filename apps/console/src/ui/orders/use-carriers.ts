import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

/** Reads the carriers that the service knows, and returns how to name a carrier of a shipment. */
export function useCarriers() {
  const { purveyor } = useSignedIn()
  const { data } = useQuery({
    queryKey: ['carriers'],
    queryFn: ({ signal }) => purveyor.carriers.list({ signal }),
    select: ({ carriers }) => carriers,
    staleTime: Number.POSITIVE_INFINITY
  })
  const carriers = data ?? []
  return {
    names: carriers.map(({ name }) => name),
    nameOf: (carrier: string) => carriers.find(({ code }) => code === carrier)?.name ?? carrier
  }
}
