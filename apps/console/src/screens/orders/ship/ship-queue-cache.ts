import type { OrderPage } from '@purveyor/client'
import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query'

export const shipQueueKey = ['ship-queue']

/** Removes an order that was shipped from the lists of orders to ship. */
export function removeFromQueue(queries: QueryClient, orderId: string): void {
  // What is being read now can be older than the shipment, and would bring the order back.
  const predicate = ({ state }: Query) => state.data !== undefined
  void queries.cancelQueries({ queryKey: shipQueueKey, predicate })
  queries.setQueriesData<InfiniteData<OrderPage>>({ queryKey: shipQueueKey }, (data) => {
    if (!data) return data
    const isListed = data.pages.some(({ orders }) => orders.some(({ id }) => id === orderId))
    const pages = data.pages.map((page) => ({
      ...page,
      orders: page.orders.filter(({ id }) => id !== orderId),
      estimatedTotalCount: Math.max(0, (page.estimatedTotalCount ?? 0) - (isListed ? 1 : 0))
    }))
    return { ...data, pages }
  })
}
