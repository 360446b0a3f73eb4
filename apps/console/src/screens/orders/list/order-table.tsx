import { Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { ordersTexts } from '../../../texts/orders.ts'
import { placeOf } from '../../../ui/address.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatDateTime, formatMoney } from '../../../ui/format.ts'
import { DueTime } from '../../../ui/orders/due-time.tsx'
import { unitsOf } from '../../../ui/orders/lines.ts'
import { OrderBadge } from '../../../ui/orders/status-badge.tsx'
import type { RowSelection } from '../../../ui/use-row-selection.ts'
import { Waiting } from '../../../ui/waiting.tsx'

const columns: [Column<Order>, ...Column<Order>[]] = [
  {
    key: 'order',
    label: ordersTexts.order,
    cell: ({ orderNumber }) => orderNumber,
    detail: ({ poNumber }) => poNumber
  },
  {
    key: 'placed',
    label: ordersTexts.placed,
    from: 72,
    cell: ({ placedAt }) => (
      <Text component="time" dateTime={placedAt} inherit style={{ whiteSpace: 'nowrap' }}>
        {formatDateTime(placedAt)}
      </Text>
    )
  },
  {
    key: 'customer',
    label: ordersTexts.customer,
    width: '50%',
    cell: ({ shipTo }) => (
      <Text inherit truncate>
        {shipTo.name ?? shipTo.company}
      </Text>
    ),
    detail: ({ shipTo }) => placeOf(shipTo)
  },
  {
    key: 'items',
    label: ordersTexts.items,
    width: '50%',
    from: 80,
    cell: ({ items }) => ordersTexts.units(unitsOf(items)),
    detail: ({ items }) => items.map(({ productName }) => productName).join(', ')
  },
  {
    key: 'method',
    label: ordersTexts.methodShort,
    from: 88,
    cell: ({ shippingMethodName }) => shippingMethodName
  },
  { key: 'status', label: ordersTexts.status, cell: ({ status }) => <OrderBadge status={status} /> },
  {
    key: 'due',
    label: ordersTexts.due.title,
    cell: (order) => (
      <div style={{ whiteSpace: 'nowrap' }}>
        <Due order={order} />
      </div>
    )
  },
  {
    key: 'total',
    label: ordersTexts.total,
    isNumber: true,
    cell: ({ total, currency }) => formatMoney(String(total), currency)
  }
]

type Props = { orders: Order[]; isLoading: boolean; selection: RowSelection<Order> }

/** The orders. Only those who can change them can select some. */
export function OrderTable({ orders, isLoading, selection }: Props) {
  const { canWrite } = useSignedIn()
  return (
    <DataTable
      label={ordersTexts.title}
      columns={columns}
      rows={orders}
      isLoading={isLoading}
      keyOf={({ id }) => id}
      href={({ id }) => `/orders/${id}`}
      selection={canWrite ? selection : undefined}
    />
  )
}

/** When an order is due. Without a deadline, how long it has waited for something that is left to do. */
function Due({ order }: { order: Order }) {
  if (order.dueAt) return <DueTime order={order} />
  if (!order.allowedActions.includes('ship')) return <Text c="dimmed">–</Text>
  return (
    <Text inherit>
      {ordersTexts.waiting} <Waiting since={order.placedAt} />
    </Text>
  )
}
