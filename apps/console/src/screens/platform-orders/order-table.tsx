import { Group, Text } from '@mantine/core'
import type { OrderSummary } from '@purveyor/client'
import type { ReactNode } from 'react'
import { operatorTexts } from '../../texts/operator.ts'
import { ordersTexts } from '../../texts/orders.ts'
import { placeOf } from '../../ui/address.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDateTime, formatMoney } from '../../ui/format.ts'
import { OrderBadge, orderStatuses } from '../../ui/orders/status-badge.tsx'
import { useAddressState } from '../../ui/use-address-state.ts'
import { PartDue } from './part-due.tsx'
import classes from './platform-orders.module.css'

type Part = OrderSummary['suborders'][number]

type Props = {
  orders: readonly OrderSummary[]
  /** Only the parts of this vendor are shown. */
  vendorId?: string | undefined
  isLoading?: boolean
  isRefreshing?: boolean
  empty?: ReactNode
}

/** Orders of customers. Those that are due first, or the newest first: the order of the list is in the address. */
export function OrderTable({ orders, vendorId, ...props }: Props) {
  const [params, change] = useAddressState()
  const partsOf = ({ suborders }: OrderSummary) =>
    vendorId ? suborders.filter((part) => part.vendorId === vendorId) : suborders
  const moneyOf = (order: OrderSummary, read: (part: Part) => number) =>
    formatMoney(
      String(
        partsOf(order)
          .reduce((sum, part) => sum + read(part), 0)
          .toFixed(2)
      ),
      order.currency
    )
  const columns: [Column<OrderSummary>, ...Column<OrderSummary>[]] = [
    {
      key: 'order',
      label: ordersTexts.order,
      cell: ({ orderNumber }) => <b className={classes.number}>{orderNumber}</b>
    },
    {
      key: 'placed',
      label: ordersTexts.placed,
      sorts: ['-placed'],
      cell: ({ placedAt }) => (
        <time dateTime={placedAt} className={classes.nowrap}>
          {formatDateTime(placedAt)}
        </time>
      )
    },
    { key: 'customer', label: ordersTexts.customer, cell: Customer, width: '20%', from: 62 },
    ...(vendorId
      ? []
      : [
          {
            key: 'vendors',
            label: operatorTexts.platformOrders.vendors,
            width: '18%',
            cell: (order: OrderSummary) => <Vendors parts={order.suborders} />
          }
        ]),
    { key: 'status', label: ordersTexts.status, cell: (order) => <Statuses parts={partsOf(order)} /> },
    {
      key: 'due',
      label: ordersTexts.due.title,
      sorts: ['due'],
      cell: (order) => <FirstDue parts={partsOf(order)} />
    },
    {
      key: 'cost',
      label: operatorTexts.platformOrders.cost,
      isNumber: true,
      from: 75,
      cell: (order) => moneyOf(order, ({ netCost }) => netCost.total)
    },
    {
      key: 'total',
      label: operatorTexts.platformOrders.charge,
      isNumber: true,
      cell: (order) => moneyOf(order, ({ net }) => net.total)
    }
  ]
  return (
    <DataTable
      label={operatorTexts.platformOrders.title}
      columns={columns}
      rows={orders}
      keyOf={({ id }) => id}
      href={({ id }) => `/orders/${id}`}
      sort={params.get('sort') === 'due' ? 'due' : '-placed'}
      onSort={(sort) => change({ sort: sort === 'due' ? sort : null })}
      {...props}
    />
  )
}

function Customer({ shipTo }: OrderSummary) {
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

function Vendors({ parts }: { parts: readonly Part[] }) {
  const [first, ...others] = parts
  return (
    <>
      <Text inherit truncate>
        {first?.vendorName}
      </Text>
      {others.length > 0 && (
        <Text c="dimmed" fz="xs" truncate title={others.map(({ vendorName }) => vendorName).join(', ')}>
          {others.map(({ vendorName }) => vendorName).join(', ')}
        </Text>
      )}
    </>
  )
}

/** The statuses of the parts, each once. */
function Statuses({ parts }: { parts: readonly Part[] }) {
  const shown = orderStatuses.filter((status) => parts.some((part) => part.status === status))
  return (
    <Group gap={4}>
      {shown.map((status) => (
        <OrderBadge key={status} status={status} />
      ))}
    </Group>
  )
}

/** When the part that is due first is due. */
function FirstDue({ parts }: { parts: readonly Part[] }) {
  const [first] = parts
    .filter(({ dueAt }) => dueAt)
    .toSorted((a, b) => (a.dueAt ?? '').localeCompare(b.dueAt ?? ''))
  if (!first)
    return (
      <Text c="dimmed" inherit>
        –
      </Text>
    )
  return <PartDue part={first} />
}
