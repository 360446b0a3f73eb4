import { Anchor, Group, Paper, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { PurchaseOrderEntry } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { formatDateTime, formatMoney } from '../../ui/format.ts'
import { unitsOf } from '../../ui/orders/lines.ts'
import { OrderBadge } from '../../ui/orders/status-badge.tsx'
import { DocumentButton } from './document-button.tsx'
import classes from './purchase-orders.module.css'

type Props = { orders: PurchaseOrderEntry[] }

/** The purchase orders as a table, or as cards in a narrow window. */
export function PurchaseOrderTable({ orders }: Props) {
  const isWide = useMediaQuery('(min-width: 72em)', true, { getInitialValueInEffect: false })
  if (!isWide) return <Cards orders={orders} />
  return (
    <Paper withBorder className={classes.table}>
      <Table verticalSpacing={9} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.purchaseOrders.number}</Table.Th>
            <Table.Th scope="col">{t.purchaseOrders.order}</Table.Th>
            <Table.Th scope="col">{t.orders.placed}</Table.Th>
            <Table.Th scope="col">{t.orders.items}</Table.Th>
            <Table.Th scope="col">{t.orders.status}</Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t.purchaseOrders.total}
            </Table.Th>
            <Table.Th scope="col">{t.purchaseOrders.document}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order) => (
            <Table.Tr key={order.id} className={classes.row}>
              <Table.Th scope="row" fw={400}>
                <NumberLink order={order} />
              </Table.Th>
              <Table.Td>{order.orderNumber}</Table.Td>
              <Table.Td>{formatDateTime(order.placedAt)}</Table.Td>
              <Table.Td>
                <Items order={order} />
              </Table.Td>
              <Table.Td>
                <OrderBadge status={order.status} />
              </Table.Td>
              <Table.Td className={classes.number}>{totalOf(order)}</Table.Td>
              <Table.Td className={classes.document}>
                <DocumentButton order={order} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Cards({ orders }: Props) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className={classes.cards}>
      {orders.map((order) => (
        <Paper key={order.id} component="li" withBorder p="sm" className={classes.row}>
          <Group justify="space-between" wrap="nowrap">
            <NumberLink order={order} />
            <OrderBadge status={order.status} />
          </Group>
          <Group justify="space-between" wrap="nowrap" align="flex-end" gap="sm">
            <div className={classes.text}>
              <Items order={order} />
              <Text c="dimmed" fz="xs">
                {formatDateTime(order.placedAt)}
              </Text>
            </div>
            <Group gap={4} wrap="nowrap" className={classes.document}>
              <Text span className={classes.number}>
                {totalOf(order)}
              </Text>
              <DocumentButton order={order} />
            </Group>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}

type OrderProps = { order: PurchaseOrderEntry }

/** The number of a purchase order, which opens it. The link covers the whole row. */
function NumberLink({ order }: OrderProps) {
  return (
    <Anchor component={Link} href={`/purchase-orders/${order.id}`} fw={600} inherit className={classes.link}>
      {order.poNumber}
    </Anchor>
  )
}

function Items({ order: { items } }: OrderProps) {
  return (
    <>
      <Text inherit>{t.orders.units(unitsOf(items))}</Text>
      <Text c="dimmed" fz="xs" truncate maw={320}>
        {items.map(({ productName }) => productName).join(', ')}
      </Text>
    </>
  )
}

function totalOf({ total, currency }: PurchaseOrderEntry): string {
  return formatMoney(String(total), currency)
}
