import { Anchor, Group, Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { Link } from 'wouter'
import { ordersTexts } from '../../../texts/orders.ts'
import { formatDateTime } from '../../../ui/format.ts'
import classes from '../../../ui/orders/order-page.module.css'
import { Section } from '../../../ui/orders/section.tsx'
import { ShipmentBadge } from '../../../ui/orders/status-badge.tsx'
import { TrackingLink } from '../../../ui/orders/tracking-link.tsx'
import { useCarriers } from '../../../ui/orders/use-carriers.ts'

/** The parcels of an order. */
export function OrderShipments({ order: { shipments } }: { order: Order }) {
  const { nameOf } = useCarriers()
  return (
    <Section title={ordersTexts.shipments}>
      {shipments.length === 0 ? (
        <Text c="dimmed" className={classes.body}>
          {ordersTexts.noShipments}
        </Text>
      ) : (
        <ul className={classes.parcels}>
          {shipments.map((shipment) => (
            <li key={shipment.id}>
              <Group justify="space-between" gap="xs">
                <Text fw={600}>
                  {nameOf(shipment.carrier)} <TrackingLink shipment={shipment} isInText />
                </Text>
                <Group gap="sm">
                  <ShipmentBadge status={shipment.status} />
                  <Anchor
                    component={Link}
                    href={`/shipments/${shipment.id}`}
                    fz="sm"
                    aria-label={ordersTexts.openShipmentOf(shipment.trackingNumber)}
                  >
                    {ordersTexts.openShipment}
                  </Anchor>
                </Group>
              </Group>
              <Text c="dimmed" fz="sm">
                {formatDateTime(shipment.shippedAt)} ·{' '}
                {shipment.items.map(({ quantity, productName }) => `${quantity} × ${productName}`).join(', ')}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
