import { Button, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconLock } from '@tabler/icons-react'
import { type Ref, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts, shippingTexts } from '../../../texts/orders.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { useHrefWith } from '../../../ui/orders/order-filters.tsx'
import { Page } from '../../../ui/page.tsx'
import { type StateTab, StateTabs } from '../../../ui/state-tabs.tsx'
import { useOrderCounts } from '../list/use-orders.ts'
import { DoneList } from './done-list.tsx'
import { NextOrder } from './next-order.tsx'
import { QueueList } from './queue-list.tsx'
import classes from './ship.module.css'
import { ShipKeys } from './ship-keys.tsx'
import { type ShippableStatus, shippableStatuses, useShipQueue } from './use-ship-queue.ts'

type HrefOf = ReturnType<typeof useHrefWith>

/** Ships orders one after the other, the oldest first, by keyboard alone. */
export function ShipPage() {
  const { canWrite } = useSignedIn()
  return (
    <Page title={shippingTexts.title} intro={<BackLink href="/orders">{ordersTexts.back}</BackLink>}>
      {canWrite ? <Shipping /> : <Refused />}
    </Page>
  )
}

function Shipping() {
  const queue = useShipQueue()
  const counts = useOrderCounts({})
  const hrefOf = useHrefWith('status')
  const { current, orders } = queue
  const tabs = shippableStatuses.map((value) => ({
    value,
    label: ordersTexts.statuses[value],
    count: counts.of[value]
  }))
  return (
    <>
      <StateTabs label={shippingTexts.status} tabs={tabs} active={queue.status} hrefOf={hrefOf} />
      {queue.error && <ErrorAlert error={queue.error} onRetry={() => void queue.refetch()} />}
      <div className={classes.columns}>
        <div className={classes.column}>
          {queue.isPending && <Skeleton h={460} radius="md" />}
          {queue.isSuccess && !current && !queue.hasNextPage && (
            <NoneLeft
              status={queue.status}
              next={tabs.find(({ value, count }) => value !== queue.status && count)}
              hrefOf={hrefOf}
            />
          )}
          {current && <NextOrder key={current.id} order={current} queue={queue} />}
          <ShipKeys />
        </div>
        <div className={classes.column}>
          {orders.length > 0 && <QueueList queue={queue} />}
          <DoneList queue={queue} />
        </div>
      </div>
    </>
  )
}

function Refused() {
  return (
    <Empty icon={IconLock} title={shippingTexts.viewer}>
      <ToOrders />
    </Empty>
  )
}

type NoneLeftProps = { status: ShippableStatus; next: StateTab | undefined; hrefOf: HrefOf }

/** Leads on to orders with another status. The fields of the last order had the focus. */
function NoneLeft({ status, next, hrefOf }: NoneLeftProps) {
  const button = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  if (!next)
    return (
      <Empty icon={IconCircleCheck} title={shippingTexts.empty}>
        <ToOrders ref={button} />
      </Empty>
    )
  return (
    <Empty icon={IconCircleCheck} title={shippingTexts.emptyOf(ordersTexts.statuses[status])}>
      <Button ref={button} component={Link} href={hrefOf(next.value)}>
        {shippingTexts.goOn(next.label, next.count ?? 0)}
      </Button>
    </Empty>
  )
}

function ToOrders({ ref }: { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <Button ref={ref} component={Link} href="/orders" variant="default">
      {shippingTexts.toOrders}
    </Button>
  )
}
