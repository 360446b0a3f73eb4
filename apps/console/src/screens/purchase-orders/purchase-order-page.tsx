import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { BadRequest, NotFound, type PurchaseOrder } from '@purveyor/client'
import { IconDownload, IconFileOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useSignedIn } from '../../session/session-context.tsx'
import { ordersTexts, purchaseOrdersTexts } from '../../texts/orders.ts'
import { AddressLines } from '../../ui/address.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Details } from '../../ui/details.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDateTime } from '../../ui/format.ts'
import classes from '../../ui/orders/order-page.module.css'
import { TimelineOf } from '../../ui/orders/order-parts.tsx'
import { Section } from '../../ui/orders/section.tsx'
import { OrderBadge } from '../../ui/orders/status-badge.tsx'
import { Page } from '../../ui/page.tsx'
import { useDownload } from '../../ui/use-download.ts'
import { PurchaseOrderLines } from './purchase-order-lines.tsx'
import { documentOf, usePurchaseOrder } from './use-purchase-orders.ts'

/** One purchase order: its lines at cost, and what the marketplace owes. */
export function PurchaseOrderPage({ id }: { id: string }) {
  const { data, error, refetch } = usePurchaseOrder(id)
  if (data) return <Loaded order={data} />
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page title={purchaseOrdersTexts.title}>
      {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Skeleton h={420} radius="md" />}
    </Page>
  )
}

function Loaded({ order }: { order: PurchaseOrder }) {
  const { purveyor } = useSignedIn()
  const download = useDownload()
  return (
    <Page
      title={order.poNumber}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/purchase-orders">{purchaseOrdersTexts.back}</BackLink>
          <OrderBadge status={order.status} />
          <Text span inherit>
            {ordersTexts.placedAt(formatDateTime(order.placedAt))}
          </Text>
        </Group>
      }
      actions={
        <Button
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate([documentOf(purveyor, order)])}
        >
          {purchaseOrdersTexts.download}
        </Button>
      }
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <PurchaseOrderLines order={order} />
          <TimelineOf orderId={order.id} />
        </div>
        <div className={classes.column}>
          <Section title={ordersTexts.shipTo}>
            <div className={classes.body}>
              <AddressLines address={order.shipTo} />
            </div>
          </Section>
          <Section title={ordersTexts.billTo}>
            <div className={classes.body}>
              <AddressLines address={order.billTo} />
            </div>
          </Section>
          <Section title={ordersTexts.details}>
            <div className={classes.body}>
              <Details
                rows={[
                  [
                    ordersTexts.order,
                    <Anchor key="order" component={Link} href={`/orders/${order.id}`}>
                      {order.orderNumber}
                    </Anchor>
                  ],
                  [ordersTexts.method, order.shippingMethodName],
                  [ordersTexts.payment, order.paymentMethodName]
                ]}
              />
            </div>
          </Section>
        </div>
      </div>
    </Page>
  )
}

function Missing() {
  return (
    <Page title={purchaseOrdersTexts.title}>
      <Empty icon={IconFileOff} title={purchaseOrdersTexts.gone} text={purchaseOrdersTexts.goneText}>
        <Button component={Link} href="/purchase-orders" variant="default">
          {purchaseOrdersTexts.back}
        </Button>
      </Empty>
    </Page>
  )
}
