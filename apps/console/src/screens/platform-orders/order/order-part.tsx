import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import type { PlatformOrder } from '@purveyor/client'
import { useId } from 'react'
import { Link } from 'wouter'
import { operatorTexts } from '../../../texts/operator.ts'
import { ordersTexts } from '../../../texts/orders.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatDateTime, formatMoney, formatNumber } from '../../../ui/format.ts'
import { openQuantity, openUnits, unitsOf } from '../../../ui/orders/lines.ts'
import { OrderBadge, ShipmentBadge } from '../../../ui/orders/status-badge.tsx'
import { TrackingLink } from '../../../ui/orders/tracking-link.tsx'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import { PartDue } from '../part-due.tsx'
import classes from './order-page.module.css'

export type OrderPart = PlatformOrder['suborders'][number]
type Item = OrderPart['items'][number]

const texts = operatorTexts.platformOrders

/** What one vendor ships of an order: its lines at retail price and at cost, shipments and cancellations. */
export function OrderPartSection({ part, onCancel }: { part: OrderPart; onCancel?: () => void }) {
  const id = useId()
  const { vendorId, vendorName, poNumber, status, items, shipments, cancellations } = part
  return (
    <section aria-labelledby={id} className={classes.part}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="xs">
        <div>
          <Group gap="sm">
            <Title order={2} id={id}>
              <Anchor component={Link} href={`/vendors/${vendorId}`} inherit underline="hover">
                {vendorName}
              </Anchor>
            </Title>
            <OrderBadge status={status} />
          </Group>
          <Text c="dimmed" fz="sm">
            {[
              poNumber,
              part.shippingMethodName,
              part.acknowledgedAt && `${texts.acknowledgedAt} ${formatDateTime(part.acknowledgedAt)}`
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Group gap="md" align="flex-start">
          {part.dueAt && (
            <div>
              <PartDue part={part} />
            </div>
          )}
          {onCancel && openUnits(items) > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              onClick={onCancel}
              aria-label={texts.cancelPartOf(vendorName)}
            >
              {texts.cancelPart}
            </Button>
          )}
        </Group>
      </Group>
      <DataTable
        label={`${ordersTexts.lines}: ${vendorName}`}
        columns={columnsFor(part.currency)}
        rows={items}
        keyOf={(item) => item.id}
      />
      <Shipments shipments={shipments} />
      {cancellations.map((one) => (
        <Text key={one.id} fz="sm" mt="sm" className={classes.note}>
          {texts.cancelled(unitsOf(one.items))} {texts.cancelledBy[one.cancelledBy]},{' '}
          {formatDateTime(one.createdAt)}: {ordersTexts.reasons[one.reason]}
          {one.note && ` (${one.note})`}
        </Text>
      ))}
    </section>
  )
}

function columnsFor(currency: string): [Column<Item>, ...Column<Item>[]] {
  const count = (key: string, label: string, read: (item: Item) => number, from?: number): Column<Item> => ({
    ...{ key, label, isNumber: true, cell: (item) => formatNumber(read(item)) },
    ...(from && { from })
  })
  const money = (key: string, label: string, read: (item: Item) => number, from?: number): Column<Item> => ({
    ...{ key, label, isNumber: true, cell: (item) => formatMoney(String(read(item)), currency) },
    ...(from && { from })
  })
  return [
    { key: 'product', label: texts.item, cell: Product, width: '34%' },
    count('quantity', ordersTexts.quantity, ({ quantity }) => quantity),
    count('shipped', ordersTexts.shipped, ({ quantityShipped }) => quantityShipped),
    count('cancelled', ordersTexts.cancelled, ({ quantityCancelled }) => quantityCancelled, 62),
    count('open', ordersTexts.open, openQuantity),
    money('cost', texts.cost, ({ cost }) => cost, 70),
    money('price', ordersTexts.price, ({ price }) => price),
    money('amount', ordersTexts.sum, ({ subtotal }) => subtotal, 62)
  ]
}

function Product({ productId, productName, sku, imageUrl }: Item) {
  return (
    <span className={classes.product}>
      <Thumbnail url={imageUrl} />
      <span>
        <Anchor component={Link} href={`/products?product=${productId}`} inherit c="inherit">
          {productName}
        </Anchor>
        <Text c="dimmed" fz="xs" component="span" display="block">
          {sku}
        </Text>
      </span>
    </span>
  )
}

function Shipments({ shipments }: { shipments: OrderPart['shipments'] }) {
  if (shipments.length === 0)
    return (
      <Text c="dimmed" fz="sm" mt="sm">
        {ordersTexts.noShipments}
      </Text>
    )
  return (
    <ul className={classes.shipments} aria-label={ordersTexts.shipments}>
      {shipments.map((shipment) => (
        <li key={shipment.id}>
          <Group justify="space-between" gap="xs">
            <Text>
              {shipment.carrier} <TrackingLink shipment={shipment} isInText />
            </Text>
            <ShipmentBadge status={shipment.status} />
          </Group>
          <Text c="dimmed" fz="sm">
            {formatDateTime(shipment.shippedAt)} ·{' '}
            {shipment.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ')}
          </Text>
        </li>
      ))}
    </ul>
  )
}
