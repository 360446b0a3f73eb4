import { Paper, Table, Text } from '@mantine/core'
import type { PurchaseOrder } from '@purveyor/client'
import { t } from '../../texts/texts.ts'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Amounts } from '../../ui/orders/amounts.tsx'
import classes from './purchase-orders.module.css'

/** The lines of a purchase order at cost, and their sum. */
export function PurchaseOrderLines({ order }: { order: PurchaseOrder }) {
  const money = (value: number) => formatMoney(String(value), order.currency)
  return (
    <Paper withBorder radius="md">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={t.orders.lines}>
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
                <Table.Th scope="row" fw={400} miw={180}>
                  <Text fw={600}>{item.productName}</Text>
                  <Text c="dimmed" fz="xs">
                    {item.sku}
                  </Text>
                </Table.Th>
                <Table.Td className={classes.number}>{formatNumber(item.quantity)}</Table.Td>
                <Table.Td className={classes.number}>{money(item.price)}</Table.Td>
                <Table.Td className={classes.number}>{money(item.subtotal)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <Amounts order={order} totalLabel={t.purchaseOrders.total} />
    </Paper>
  )
}
