import { Table } from '@mantine/core'
import type { NetAmounts, Order, PurchaseOrder } from '@purveyor/client'
import { ordersTexts } from '../../texts/orders.ts'
import { formatMoney } from '../format.ts'
import classes from './amounts.module.css'

type Props = { order: Order | PurchaseOrder; totalLabel: string }

/**
 * The amounts of an order or of a purchase order, without those that are zero. If something was cancelled, those without
 * it are beside them.
 */
export function Amounts({ order, totalLabel }: Props) {
  const columns: NetAmounts[] = hasCancelled(order) ? [order, order.net] : [order]
  const rows: [string, (amounts: NetAmounts) => number][] = [
    [ordersTexts.subtotal, ({ subtotal }) => subtotal],
    [ordersTexts.shipping, ({ shipping }) => shipping],
    [ordersTexts.tax, ({ tax }) => tax],
    [ordersTexts.discount, ({ discount }) => -discount]
  ]
  const shown = rows.filter(([name, read]) => read(order) !== 0 || name === ordersTexts.subtotal)
  shown.push([totalLabel, ({ total }) => total])
  return (
    <Table
      className={classes.amounts}
      withRowBorders={false}
      verticalSpacing={2}
      aria-label={ordersTexts.amounts}
    >
      {columns.length > 1 && (
        <Table.Thead>
          <Table.Tr>
            <Table.Td />
            <Table.Th scope="col">{ordersTexts.asPlaced}</Table.Th>
            <Table.Th scope="col">{ordersTexts.net}</Table.Th>
          </Table.Tr>
        </Table.Thead>
      )}
      <Table.Tbody>
        {shown.map(([name, read]) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            {columns.map((amounts, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns have no other names
              <Table.Td key={index}>{formatMoney(String(read(amounts)), order.currency)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

function hasCancelled({ total, net, status }: Order | PurchaseOrder): boolean {
  return net.total !== total || status === 'CANCELLED'
}
