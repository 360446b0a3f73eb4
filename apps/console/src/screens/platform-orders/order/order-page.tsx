import { Button, Group, Skeleton, Text } from '@mantine/core'
import { BadRequest, NotFound, type PlatformOrder } from '@purveyor/client'
import { IconBan, IconClipboardOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../../session/session-context.tsx'
import { operatorTexts } from '../../../texts/operator.ts'
import { ordersTexts } from '../../../texts/orders.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { openUnits } from '../../../ui/orders/lines.ts'
import { Page } from '../../../ui/page.tsx'
import { useAddressState } from '../../../ui/use-address-state.ts'
import { usePlatformOrder } from '../use-platform-orders.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import classes from './order-page.module.css'
import { OrderPartSection } from './order-part.tsx'
import { OrderSide } from './order-side.tsx'

const texts = operatorTexts.platformOrders

/** One order of a customer with the parts of its vendors. */
export function OrderPage({ id }: { id: string }) {
  const { data, error, refetch } = usePlatformOrder(id)
  if (data) return <LoadedOrder order={data} />
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page title={texts.title} intro={<BackLink href="/orders">{ordersTexts.back}</BackLink>}>
      {error ? (
        <ErrorAlert error={error} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.columns} aria-busy>
          <Skeleton h={520} radius="md" />
          <Skeleton h={420} radius="md" />
        </div>
      )}
    </Page>
  )
}

function LoadedOrder({ order }: { order: PlatformOrder }) {
  const { canWrite } = useSignedIn()
  const [params, change] = useAddressState()
  const open = canWrite ? params.get('cancel') : null
  const hasOpen = order.suborders.some(({ items }) => openUnits(items) > 0)
  return (
    <Page
      title={ordersTexts.orderTitle(order.orderNumber)}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/orders">{ordersTexts.back}</BackLink>
          <Text span inherit>
            {ordersTexts.placedAt(formatDateTime(order.placedAt))}
          </Text>
        </Group>
      }
      actions={
        canWrite &&
        hasOpen && (
          <Button
            variant="default"
            leftSection={<IconBan size={16} />}
            onClick={() => change({ cancel: 'all' }, { push: true })}
          >
            {texts.cancelOrder}
          </Button>
        )
      }
    >
      <div className={classes.columns}>
        <div className={classes.parts}>
          {order.suborders.map((part) => (
            <OrderPartSection
              key={part.id}
              part={part}
              // With a single part, the button of the page does the same.
              {...(canWrite &&
                order.suborders.length > 1 && {
                  onCancel: () => change({ cancel: part.vendorId }, { push: true })
                })}
            />
          ))}
        </div>
        <OrderSide order={order} />
      </div>
      {open !== null && (
        <CancelDialog
          order={order}
          vendorId={open === 'all' ? undefined : open}
          onClose={() => change({ cancel: null })}
        />
      )}
    </Page>
  )
}

function Missing() {
  return (
    <Page title={texts.title}>
      <Empty icon={IconClipboardOff} title={texts.gone} text={texts.goneText}>
        <Button component={Link} href="/orders" variant="default">
          {ordersTexts.back}
        </Button>
      </Empty>
    </Page>
  )
}
