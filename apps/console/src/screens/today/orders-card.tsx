import { Button } from '@mantine/core'
import type { VendorStatistics } from '@purveyor/client'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { todayTexts } from '../../texts/today.ts'
import { useAcknowledge } from '../../ui/orders/use-acknowledge.ts'
import { OrderRow } from './order-row.tsx'
import { allLabel, TaskCard } from './task-card.tsx'
import { useOldestOrders } from './use-today.ts'

/** The orders to acknowledge that have waited longest. They can be acknowledged here, one by one or together. */
export function OrdersCard({ statistics }: { statistics: VendorStatistics | undefined }) {
  const { canWrite } = useSignedIn()
  const { data: orders = [], error, refetch, isPending } = useOldestOrders()
  const acknowledge = useAcknowledge()
  const sending = acknowledge.isPending ? acknowledge.variables : []
  const card = useFocusAfter(orders[0]?.id, acknowledge.isPending)
  const count = orders.length === 0 ? 0 : Math.max(statistics?.toAcknowledge.count ?? 0, orders.length)
  return (
    <div ref={card}>
      <TaskCard
        title={todayTexts.orders}
        count={isPending ? undefined : count}
        all={{
          href: '/orders?status=CONFIRMED',
          label: allLabel(count, orders.length, todayTexts.showOrders)
        }}
        none={todayTexts.noOrders}
        error={error}
        onRetry={() => void refetch()}
        isPending={isPending}
        actions={
          canWrite &&
          orders.length > 1 && (
            <Button
              size="xs"
              variant="default"
              loading={sending.length > 1}
              disabled={sending.length === 1}
              onClick={() => acknowledge.mutate(orders)}
            >
              {todayTexts.acknowledgeShown(orders.length)}
            </Button>
          )
        }
      >
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            isSending={sending.includes(order)}
            isDisabled={sending.length > 0}
            onAcknowledge={canWrite ? () => acknowledge.mutate([order]) : undefined}
          />
        ))}
      </TaskCard>
    </div>
  )
}

/**
 * Moves the focus to the first button of the card when the one that had it is gone, because its order is acknowledged.
 * `first` is the first order of the card, which is then another one. While `isBusy` is true, the buttons can't have the
 * focus. Returns the ref of the card.
 */
function useFocusAfter(first: string | undefined, isBusy: boolean) {
  const card = useRef<HTMLDivElement>(null)
  const before = useRef(first)
  useEffect(() => {
    if (isBusy) return
    const isGone = before.current !== undefined && before.current !== first
    before.current = first
    if (!isGone || (document.activeElement && document.activeElement !== document.body)) return
    const next = card.current?.querySelector<HTMLElement>('li button') ?? card.current?.querySelector('h3')
    next?.focus()
  }, [first, isBusy])
  return card
}
