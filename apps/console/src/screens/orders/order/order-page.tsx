import { Button, Group, Skeleton, Text } from '@mantine/core'
import { BadRequest, NotFound, type Order } from '@purveyor/client'
import { IconClipboardOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts } from '../../../texts/orders.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { nextDeadline } from '../../../ui/orders/due.ts'
import { TimeLeft } from '../../../ui/orders/due-time.tsx'
import classes from '../../../ui/orders/order-page.module.css'
import { OrderTimeline } from '../../../ui/orders/order-timeline.tsx'
import { OrderBadge } from '../../../ui/orders/status-badge.tsx'
import { useOrder } from '../../../ui/orders/use-order.ts'
import { Page } from '../../../ui/page.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { OrderActions } from './order-actions.tsx'
import { OrderItems } from './order-items.tsx'
import { OrderShipments } from './order-shipments.tsx'
import { OrderSide } from './order-side.tsx'
import { ShipDrawer } from './ship-drawer.tsx'

/** One order: its items, address, shipments and what has happened, and what can be done with it. */
export function OrderPage({ id }: { id: string }) {
  const { data, error, refetch } = useOrder(id)
  if (data) return <LoadedOrder order={data} />
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page title={ordersTexts.title} intro={<BackLink href="/orders">{ordersTexts.back}</BackLink>}>
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.columns} aria-busy>
          <Skeleton h={420} radius="md" />
          <Skeleton h={420} radius="md" />
        </div>
      )}
    </Page>
  )
}

function LoadedOrder({ order }: { order: Order }) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const open = canWrite ? params.get('do') : null
  const deadline = nextDeadline(order)
  const close = () => change({ do: null })
  return (
    <Page
      title={ordersTexts.orderTitle(order.orderNumber)}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/orders">{ordersTexts.back}</BackLink>
          <OrderBadge status={order.status} />
          {deadline && <TimeLeft deadline={deadline} />}
          <Text span inherit>
            {ordersTexts.placedAt(formatDateTime(order.placedAt))}
          </Text>
        </Group>
      }
      actions={<OrderActions order={order} onOpen={(action) => change({ do: action }, { push: true })} />}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <OrderItems order={order} />
          <OrderShipments order={order} />
          <OrderTimeline order={order} />
        </div>
        <div className={classes.column}>
          <OrderSide order={order} />
        </div>
      </div>
      <ShipDrawer order={order} isOpen={open === 'ship'} onClose={close} />
      <CancelDialog order={order} isOpen={open === 'cancel'} onClose={close} />
    </Page>
  )
}

function Missing() {
  return (
    <Page title={ordersTexts.title}>
      <Empty icon={IconClipboardOff} title={ordersTexts.gone} text={ordersTexts.goneText}>
        <Button component={Link} href="/orders" variant="default">
          {ordersTexts.back}
        </Button>
      </Empty>
    </Page>
  )
}
