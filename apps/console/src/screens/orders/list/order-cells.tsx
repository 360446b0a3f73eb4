import { Anchor, Checkbox, Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { placeOf } from '../../../ui/address.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { DueTime } from '../../../ui/orders/due-time.tsx'
import type { RowSelection } from '../../../ui/use-row-selection.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import classes from './order-list.module.css'

export type OrdersProps = { orders: Order[]; selection: RowSelection<Order> }

/** The number of an order, which opens it. The link covers the whole row. */
export function NumberLink({ order }: { order: Order }) {
  return (
    <>
      <Anchor component={Link} href={`/orders/${order.id}`} fw={600} inherit className={classes.link}>
        {order.orderNumber}
      </Anchor>
      <Text c="dimmed" fz="xs">
        {order.poNumber}
      </Text>
    </>
  )
}

export function Customer({ order: { shipTo } }: { order: Order }) {
  return (
    <>
      <Text inherit truncate>
        {shipTo.name ?? shipTo.company}
      </Text>
      <Text c="dimmed" fz="xs" truncate>
        {placeOf(shipTo)}
      </Text>
    </>
  )
}

/** The number of pieces, and the name of the only product or the number of lines. */
export function Items({ order: { items } }: { order: Order }) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <Text inherit>{t.orders.units(pieces)}</Text>
      <Text c="dimmed" fz="xs" truncate>
        {items.map(({ productName }) => productName).join(', ')}
      </Text>
    </>
  )
}

/** When an order is due. Without a deadline, how long it has waited for something that is left to do. */
export function Due({ order }: { order: Order }) {
  if (order.dueAt) return <DueTime order={order} />
  if (!order.allowedActions.includes('ship')) return <Text c="dimmed">–</Text>
  return (
    <Text inherit>
      {t.orders.waiting} <Waiting since={order.placedAt} />
    </Text>
  )
}

export function Total({ order }: { order: Order }) {
  return <>{formatMoney(String(order.total), order.currency)}</>
}

export function SelectOrder({ order, selection }: { order: Order; selection: RowSelection<Order> }) {
  return (
    <Checkbox
      size="xs"
      aria-label={t.orders.select(order.orderNumber)}
      checked={selection.has(order.id)}
      onChange={(event) => selection.set(order.id, event.currentTarget.checked)}
    />
  )
}
