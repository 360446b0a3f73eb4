import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'

export const methodsKey = ['shipping-methods']
export const methodKey = (id: string) => [...methodsKey, id]

export function useShippingMethods() {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: [...methodsKey, 'list'],
    queryFn: async ({ signal }) => (await purveyor.shippingMethods.list({ signal })).shippingMethods
  })
}

/** Reads one shipping method, with the ETag that changes of it need. */
export function useShippingMethod(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: methodKey(id),
    queryFn: ({ signal }) => purveyor.shippingMethods.get(id, { signal }),
    gcTime: 0
  })
}
