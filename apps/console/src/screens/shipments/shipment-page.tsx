import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core'
import { BadRequest, NotFound, type Shipment } from '@purveyor/client'
import { IconTruckOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { ordersTexts, shipmentsTexts } from '../../texts/orders.ts'
import { AddressLines } from '../../ui/address.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Details } from '../../ui/details.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { unitsOf } from '../../ui/orders/lines.ts'
import classes from '../../ui/orders/order-page.module.css'
import { OrderProduct, TimelineOf, useLineImages } from '../../ui/orders/order-parts.tsx'
import { Section } from '../../ui/orders/section.tsx'
import { ShipmentBadge } from '../../ui/orders/status-badge.tsx'
import { TrackingLink } from '../../ui/orders/tracking-link.tsx'
import { useCarriers } from '../../ui/orders/use-carriers.ts'
import { useOrder } from '../../ui/orders/use-order.ts'
import { Page } from '../../ui/page.tsx'
import { ShipmentActions } from './shipment-actions.tsx'
import { useShipment } from './use-shipments.ts'

/** One shipment: its items and where it is. */
export function ShipmentPage({ id }: { id: string }) {
  const { data, error, refetch } = useShipment(id)
  if (data) return <Loaded shipment={data} />
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page title={shipmentsTexts.title}>
      {error ? <ErrorAlert error={error} onRetry={() => void refetch()} /> : <Skeleton h={320} radius="md" />}
    </Page>
  )
}

function Loaded({ shipment }: { shipment: Shipment }) {
  const { nameOf } = useCarriers()
  return (
    <Page
      title={`${nameOf(shipment.carrier)} ${shipment.trackingNumber}`}
      intro={
        <Group component="span" gap="sm" display="inline-flex">
          <BackLink href="/shipments">{shipmentsTexts.back}</BackLink>
          <ShipmentBadge status={shipment.status} />
        </Group>
      }
      actions={<ShipmentActions shipment={shipment} />}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <Items shipment={shipment} />
          <TimelineOf orderId={shipment.orderId} />
        </div>
        <div className={classes.column}>
          <Section title={shipmentsTexts.details}>
            <div className={classes.body}>
              <Details
                rows={[
                  [shipmentsTexts.tracking, <TrackingLink key="tracking" shipment={shipment} />],
                  [shipmentsTexts.carrier, nameOf(shipment.carrier)],
                  [shipmentsTexts.shippedAt, formatDateTime(shipment.shippedAt)],
                  [shipmentsTexts.deliveredAt, shipment.deliveredAt && formatDateTime(shipment.deliveredAt)],
                  [shipmentsTexts.order, toOrder(shipment, 'orders', shipment.orderNumber)],
                  [ordersTexts.purchaseOrder, toOrder(shipment, 'purchase-orders', shipment.poNumber)]
                ]}
              />
            </div>
          </Section>
          <ShipTo orderId={shipment.orderId} />
        </div>
      </div>
    </Page>
  )
}

function toOrder({ orderId }: Shipment, list: 'orders' | 'purchase-orders', number: string) {
  return (
    <Anchor component={Link} href={`/${list}/${orderId}`}>
      {number}
    </Anchor>
  )
}

function ShipTo({ orderId }: { orderId: string }) {
  const { data } = useOrder(orderId)
  if (!data) return null
  return (
    <Section title={ordersTexts.shipTo}>
      <div className={classes.body}>
        <AddressLines address={data.shipTo} />
      </div>
    </Section>
  )
}

function Items({ shipment: { items, orderId } }: { shipment: Shipment }) {
  const imageOf = useLineImages(orderId)
  return (
    <Section
      title={shipmentsTexts.items}
      aside={
        <Text c="dimmed" fz="sm">
          {ordersTexts.units(unitsOf(items))}
        </Text>
      }
    >
      <DataTable
        label={shipmentsTexts.items}
        columns={[
          {
            ...{ key: 'product', label: shipmentsTexts.product },
            cell: (item) => <OrderProduct item={item} imageUrl={imageOf(item.orderItemId)} />
          },
          {
            ...{ key: 'quantity', label: shipmentsTexts.quantity, isNumber: true },
            cell: ({ quantity }) => formatNumber(quantity)
          }
        ]}
        rows={items}
        keyOf={({ orderItemId }) => orderItemId}
      />
    </Section>
  )
}

function Missing() {
  return (
    <Page title={shipmentsTexts.title}>
      <Empty icon={IconTruckOff} title={shipmentsTexts.gone} text={shipmentsTexts.goneText}>
        <Button component={Link} href="/shipments" variant="default">
          {shipmentsTexts.back}
        </Button>
      </Empty>
    </Page>
  )
}
