import { Button } from '@mantine/core'
import type { VendorStatistics } from '@purveyor/client'
import { useEffect, useRef } from 'react'
import { useSignedIn } from '../../session/session-context.tsx'
import { t } from '../../texts/texts.ts'
import { OrderRow } from './order-row.tsx'
import { allLabel, TaskCard } from './task-card.tsx'
import { useAcknowledge } from './use-acknowledge.ts'
import { useOldestOrders } from './use-today.ts'

/** The orders to acknowledge that have waited longest. They can be acknowledged here, one by one or together. */
export function OrdersCard({ statistics }: { statistics: VendorStatistics | undefined }) {
  const { canWrite } = useSignedIn()
  const { data: read, error, refetch, isPending } = useOldestOrders()
  const { sending, acknowledged, acknowledge } = useAcknowledge()
  const orders = read?.filter(({ id }) => !acknowledged.has(id)) ?? []
  const card = useFocusAfter(orders.length)
  const total = statistics?.toAcknowledge.count
  // All that were read are acknowledged, and the next ones are being read.
  const isWaiting = isPending || (read !== undefined && read.length > 0 && orders.length === 0)
  const count = read?.length === 0 ? 0 : Math.max(total ?? 0, orders.length)
  return (
    <div ref={card}>
      <TaskCard
        title={t.today.orders}
        count={isWaiting ? undefined : count}
        all={{
          href: '/orders?status=CONFIRMED',
          label: allLabel(count, orders.length, t.today.showOrders)
        }}
        none={t.today.noOrders}
        error={error}
        onRetry={() => void refetch()}
        isPending={isWaiting}
        actions={
          canWrite &&
          orders.length > 1 && (
            <Button
              size="xs"
              variant="default"
              loading={sending.size > 1}
              disabled={sending.size === 1}
              onClick={() => acknowledge(orders)}
            >
              {t.today.acknowledgeShown(orders.length)}
            </Button>
          )
        }
      >
        {orders.map((order) => (
          <OrderRow
            key={order.id}
            order={order}
            isSending={sending.has(order.id)}
            onAcknowledge={canWrite ? () => acknowledge([order]) : undefined}
          />
        ))}
      </TaskCard>
    </div>
  )
}

/**
 * Moves the focus to the next button of the card when the one that had it is gone, because its order is acknowledged.
 * Returns the ref of the card.
 */
function useFocusAfter(rows: number) {
  const card = useRef<HTMLDivElement>(null)
  const before = useRef(rows)
  useEffect(() => {
    const isFewer = rows < before.current
    before.current = rows
    if (!isFewer || (document.activeElement && document.activeElement !== document.body)) return
    const next = card.current?.querySelector<HTMLElement>('li button') ?? card.current?.querySelector('h3')
    next?.focus()
  }, [rows])
  return card
}
