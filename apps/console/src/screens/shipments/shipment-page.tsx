import { Anchor, Button, Group, Paper, Skeleton, Table, Text } from '@mantine/core'
import { BadRequest, NotFound, type Shipment } from '@purveyor/client'
import { IconTruckOff } from '@tabler/icons-react'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Details } from '../../ui/details.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { formatDateTime, formatNumber } from '../../ui/format.ts'
import { ShipmentBadge } from '../../ui/orders/status-badge.tsx'
import { TrackingLink } from '../../ui/orders/tracking-link.tsx'
import { useCarriers } from '../../ui/orders/use-carriers.ts'
import { Page } from '../../ui/page.tsx'
import { ShipmentActions } from './shipment-actions.tsx'
import classes from './shipments.module.css'
import { useShipment } from './use-shipments.ts'

/** One shipment: its items and where it is. */
export function ShipmentPage({ id }: { id: string }) {
  const { data, error, refetch } = useShipment(id)
  if (data) return <Loaded shipment={data} />
  // An id that isn't a UUID is a bad request.
  if (error instanceof NotFound || error instanceof BadRequest) return <Missing />
  return (
    <Page title={t.shipments.title}>
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
          <BackLink href="/shipments">{t.shipments.back}</BackLink>
          <ShipmentBadge status={shipment.status} />
        </Group>
      }
      actions={<ShipmentActions shipment={shipment} />}
    >
      <div className={classes.columns}>
        <Items shipment={shipment} />
        <Paper withBorder radius="md" className={classes.side}>
          <Details
            rows={[
              [
                t.shipments.order,
                <Anchor key="order" component={Link} href={`/orders/${shipment.orderId}`}>
                  {shipment.orderNumber}
                </Anchor>
              ],
              [t.shipments.carrier, nameOf(shipment.carrier)],
              [t.shipments.tracking, <TrackingLink key="tracking" shipment={shipment} />],
              [t.shipments.shippedAt, formatDateTime(shipment.shippedAt)],
              [t.shipments.deliveredAt, shipment.deliveredAt && formatDateTime(shipment.deliveredAt)]
            ]}
          />
        </Paper>
      </div>
    </Page>
  )
}

function Items({ shipment: { items } }: { shipment: Shipment }) {
  return (
    <Paper withBorder radius="md">
      <Table verticalSpacing={9} className={classes.items}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.shipments.product}</Table.Th>
            <Table.Th scope="col">{t.shipments.quantity}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.orderItemId}>
              <Table.Th scope="row" fw={400}>
                <Text fw={600}>{item.productName}</Text>
                <Text c="dimmed" fz="xs">
                  {item.sku}
                </Text>
              </Table.Th>
              <Table.Td>{formatNumber(item.quantity)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Missing() {
  return (
    <Page title={t.shipments.title}>
      <Empty icon={IconTruckOff} title={t.shipments.gone} text={t.shipments.goneText}>
        <Button component={Link} href="/shipments" variant="default">
          {t.shipments.back}
        </Button>
      </Empty>
    </Page>
  )
}
