import { Anchor, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Shipment } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { formatDateTime } from '../../ui/format.ts'
import { unitsOf } from '../../ui/orders/lines.ts'
import { ShipmentBadge } from '../../ui/orders/status-badge.tsx'
import { TrackingLink } from '../../ui/orders/tracking-link.tsx'
import { useCarriers } from '../../ui/orders/use-carriers.ts'
import classes from './shipments.module.css'

type Props = { shipments: Shipment[] }

/** The shipments as a table, or as cards in a narrow window. */
export function ShipmentTable({ shipments }: Props) {
  const { nameOf } = useCarriers()
  const isWide = useMediaQuery('(min-width: 72em)', true, { getInitialValueInEffect: false })
  if (!isWide) return <Cards shipments={shipments} />
  return (
    <Paper withBorder className={classes.table}>
      <Table verticalSpacing={9} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.shipments.order}</Table.Th>
            <Table.Th scope="col">{t.shipments.shippedAt}</Table.Th>
            <Table.Th scope="col">{t.shipments.carrier}</Table.Th>
            <Table.Th scope="col">{t.shipments.tracking}</Table.Th>
            <Table.Th scope="col">{t.shipments.items}</Table.Th>
            <Table.Th scope="col">{t.shipments.status}</Table.Th>
            <Table.Th scope="col">{t.shipments.deliveredAt}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shipments.map((shipment) => (
            <Table.Tr key={shipment.id} className={classes.row}>
              <Table.Th scope="row" fw={400} className={classes.nowrap}>
                <OrderLink shipment={shipment} />
              </Table.Th>
              <Table.Td className={classes.nowrap}>{formatDateTime(shipment.shippedAt)}</Table.Td>
              <Table.Td className={classes.carrier}>{nameOf(shipment.carrier)}</Table.Td>
              <Table.Td className={classes.nowrap}>
                <TrackingLink shipment={shipment} />
              </Table.Td>
              <Table.Td className={classes.wide}>
                <Items shipment={shipment} />
              </Table.Td>
              <Table.Td>
                <ShipmentBadge status={shipment.status} />
              </Table.Td>
              <Table.Td className={classes.nowrap}>
                {shipment.deliveredAt ? formatDateTime(shipment.deliveredAt) : '–'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Cards({ shipments }: Props) {
  const { nameOf } = useCarriers()
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className={classes.cards}>
      {shipments.map((shipment) => (
        <Paper key={shipment.id} component="li" withBorder p="sm" className={classes.row}>
          <Group justify="space-between" wrap="nowrap">
            <OrderLink shipment={shipment} />
            <ShipmentBadge status={shipment.status} />
          </Group>
          <Text>
            {nameOf(shipment.carrier)} <TrackingLink shipment={shipment} isInText />
          </Text>
          <Items shipment={shipment} />
          <Text c="dimmed" fz="xs">
            {formatDateTime(shipment.shippedAt)}
          </Text>
        </Paper>
      ))}
    </Stack>
  )
}

/** The number of the order, which opens the shipment. The link covers the whole row. */
function OrderLink({ shipment: { id, orderNumber } }: { shipment: Shipment }) {
  return (
    <Anchor component={Link} href={`/shipments/${id}`} fw={600} inherit className={classes.link}>
      {orderNumber}
    </Anchor>
  )
}

function Items({ shipment: { items } }: { shipment: Shipment }) {
  return (
    <>
      <Text inherit>{t.orders.units(unitsOf(items))}</Text>
      <Text c="dimmed" fz="xs" truncate>
        {items.map(({ productName }) => productName).join(', ')}
      </Text>
    </>
  )
}
