import type { Order } from '@purveyor/client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '../../session/session-context.tsx'
import { orderKeys } from './order-keys.ts'

/** Reads one order. */
export function useOrder(id: string) {
  const { purveyor } = useSignedIn()
  return useQuery({
    queryKey: orderKeys.one(id),
    queryFn: ({ signal }) => purveyor.orders.get(id, { signal })
  })
}

/** Returns a function that reads everything about orders again. An order that is known already is shown at once. */
export function useOrderChanged(): (order?: Order) => Promise<void> {
  const queries = useQueryClient()
  return (order) => {
    if (order) queries.setQueryData(orderKeys.one(order.id), order)
    return queries.invalidateQueries({ queryKey: orderKeys.all })
  }
}
