import { Table, Text, Title } from '@mantine/core'
import type { NetAmounts, PlatformOrder } from '@purveyor/client'
import { type ReactNode, useId } from 'react'
import { operatorTexts } from '../../../texts/operator.ts'
import { ordersTexts } from '../../../texts/orders.ts'
import { AddressLines } from '../../../ui/address.tsx'
import { formatMoney } from '../../../ui/format.ts'
import classes from './order-page.module.css'

const texts = operatorTexts.platformOrders

/** The amounts of the order, the customer, and how the order is paid. */
export function OrderSide({ order }: { order: PlatformOrder }) {
  return (
    <aside className={classes.side}>
      <Part title={texts.amounts}>
        <OrderAmounts order={order} />
      </Part>
      <Part title={texts.customer}>
        <AddressLines address={order.shipTo} />
      </Part>
      {order.customerNote && (
        <Part title={ordersTexts.note}>
          <Text className={classes.note}>{order.customerNote}</Text>
        </Part>
      )}
      <Part title={texts.payment}>
        <Text>{order.paymentMethodName}</Text>
      </Part>
    </aside>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Title order={2} fz="md" mb={6} id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}

type Row = [name: string, read: (amounts: NetAmounts) => number]

/** What the customer is charged and what the vendors are owed, without what was cancelled. */
function OrderAmounts({ order: { suborders, currency, total, netTotal } }: { order: PlatformOrder }) {
  const sum = (read: (part: PlatformOrder['suborders'][number]) => number) =>
    formatMoney(suborders.reduce((all, part) => all + read(part), 0).toFixed(2), currency)
  const rows: Row[] = [
    [ordersTexts.subtotal, ({ subtotal }) => subtotal],
    [ordersTexts.shipping, ({ shipping }) => shipping],
    [ordersTexts.tax, ({ tax }) => tax],
    [ordersTexts.discount, ({ discount }) => -discount]
  ]
  const shown = rows.filter(
    ([name, read]) => name === ordersTexts.subtotal || suborders.some(({ net }) => read(net) !== 0)
  )
  const asPlaced = formatMoney(String(total), currency)
  return (
    <Table className={classes.amounts} withRowBorders={false} verticalSpacing={3} aria-label={texts.amounts}>
      <Table.Tbody>
        {shown.map(([name, read]) => (
          <Amount key={name} name={name} value={sum(({ net }) => read(net))} />
        ))}
        <Amount name={texts.charge} value={sum(({ net }) => net.total)} isStrong />
        {total !== netTotal && <Amount name={ordersTexts.asPlaced} value={asPlaced} />}
        <Amount name={texts.cost} value={sum(({ netCost }) => netCost.total)} isStrong />
      </Table.Tbody>
    </Table>
  )
}

function Amount({ name, value, isStrong = false }: { name: string; value: string; isStrong?: boolean }) {
  return (
    <Table.Tr data-strong={isStrong || undefined}>
      <Table.Th scope="row">{name}</Table.Th>
      <Table.Td>{value}</Table.Td>
    </Table.Tr>
  )
}
