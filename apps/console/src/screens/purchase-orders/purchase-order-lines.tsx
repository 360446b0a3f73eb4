import { Group, Paper, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { PurchaseOrder } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Amounts } from '../../ui/orders/amounts.tsx'
import classes from './purchase-orders.module.css'

type Props = { order: PurchaseOrder }
type Line = PurchaseOrder['items'][number]

/** The lines of a purchase order at cost, as a table or, in a narrow window, as a list, and their sum. */
export function PurchaseOrderLines({ order }: Props) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  return (
    <Paper withBorder radius="md">
      {isWide ? <LineTable order={order} /> : <LineList order={order} />}
      <Amounts order={order} totalLabel={t.purchaseOrders.total} />
    </Paper>
  )
}

function LineTable({ order }: Props) {
  const money = moneyOf(order)
  return (
    <Table verticalSpacing={9} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t.orders.product}</Table.Th>
          <Table.Th scope="col" className={classes.number}>
            {t.orders.quantity}
          </Table.Th>
          <Table.Th scope="col" className={classes.number}>
            {t.purchaseOrders.cost}
          </Table.Th>
          <Table.Th scope="col" className={classes.number}>
            {t.orders.sum}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.items.map((item) => (
          <Table.Tr key={item.id}>
            <Table.Th scope="row" fw={400}>
              <Product item={item} />
            </Table.Th>
            <Table.Td className={classes.number}>{formatNumber(item.quantity)}</Table.Td>
            <Table.Td className={classes.number}>{money(item.price)}</Table.Td>
            <Table.Td className={classes.number}>{money(item.subtotal)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function LineList({ order }: Props) {
  const money = moneyOf(order)
  return (
    <ul className={classes.lines} aria-label={t.orders.lines}>
      {order.items.map((item) => (
        <li key={item.id}>
          <Product item={item} />
          <Group justify="space-between" mt={6} gap="xs" wrap="nowrap">
            <Text c="dimmed" fz="sm">
              {formatNumber(item.quantity)} × {money(item.price)}
            </Text>
            <Text span fz="sm" className={classes.number}>
              {money(item.subtotal)}
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  )
}

function Product({ item }: { item: Line }) {
  return (
    <>
      <Text fw={600}>{item.productName}</Text>
      <Text c="dimmed" fz="xs">
        {item.sku}
      </Text>
    </>
  )
}

function moneyOf({ currency }: PurchaseOrder) {
  return (value: number) => formatMoney(String(value), currency)
}
