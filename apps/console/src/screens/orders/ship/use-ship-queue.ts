import type { Order, OrderPage } from '@purveyor/client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useSignedIn } from '../../../session/session-context.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { shipQueueKey } from './ship-queue-cache.ts'
import { useUnsentShipments } from './use-shipping-outbox.ts'

/** The statuses in which orders can be shipped. */
export const shippableStatuses = ['ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'CONFIRMED'] as const
export type ShippableStatus = (typeof shippableStatuses)[number]

const pageSize = 50
/** More orders are read when this number is left. */
const readAhead = 15

/** Reads the orders to ship, the oldest first, without those that are being sent. */
export function useShipQueue() {
  const { purveyor, canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const wanted = params.get('status')
  const status = shippableStatuses.find((one) => one === wanted) ?? 'ACKNOWLEDGED'
  const queue = useInfiniteQuery({
    queryKey: [...shipQueueKey, status],
    queryFn: ({ pageParam, signal }) =>
      purveyor.orders.list({ status, last: pageSize, ...pageParam }, { signal }).page(),
    initialPageParam: {} as { before?: string },
    // The API lists the newest first, so the oldest orders are on the last page.
    getNextPageParam: ({ pageInfo }: OrderPage) =>
      pageInfo.hasPreviousPage && pageInfo.startCursor ? { before: pageInfo.startCursor } : undefined,
    // The order that is shown changes only when the person goes on, so that no number gets to another order.
    refetchOnWindowFocus: false,
    enabled: canWrite
  })
  const unsent = useUnsentShipments()
  const pages = queue.data?.pages
  const { orders, sending } = useMemo(() => {
    const ids = new Set(unsent.map(({ body }) => body.orderId))
    const listed = (pages ?? []).flatMap((page) => page.orders.toReversed())
    const rest = listed.filter(({ id }) => !ids.has(id))
    return { orders: rest, sending: listed.length - rest.length }
  }, [pages, unsent])
  const { hasNextPage, isFetching, isError, fetchNextPage } = queue
  const isNearEnd = hasNextPage && !isFetching && !isError && orders.length < readAhead
  useEffect(() => {
    if (isNearEnd) void fetchNextPage()
  }, [isNearEnd, fetchNextPage])

  const found = orders.findIndex(({ id }) => id === params.get('order'))
  const index = Math.max(0, found)
  const current: Order | undefined = orders[index]
  const currentId = current?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` is another function for each address
  useEffect(() => {
    if (currentId && found < 0) change({ order: currentId })
  }, [currentId, found])
  const show = (order: Order | undefined) => change({ order: order?.id })
  return {
    ...queue,
    status,
    orders,
    current,
    left: Math.max(orders.length, (pages?.[0]?.estimatedTotalCount ?? 0) - sending),
    show,
    showId: (id: string) => change({ order: id }),
    /** Opens the next order. After the last one, it opens the first, which may have been skipped. */
    next: () => show(orders[index + 1] ?? orders[0]),
    previous: () => show(orders[index - 1] ?? orders.at(-1))
  }
}

export type ShipQueue = ReturnType<typeof useShipQueue>
