import { Button, Text } from '@mantine/core'
import type { OrderPart, OrderSummary } from '@purveyor/client'
import { IconClipboardList } from '@tabler/icons-react'
import { Link } from 'wouter'
import { vendorTexts } from '../../../texts/vendors.ts'
import { placeOf } from '../../../ui/address.tsx'
import { Ago } from '../../../ui/ago.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { ErrorAlert } from '../../../ui/error-alert.tsx'
import { formatMoney, formatShortDateTime } from '../../../ui/format.ts'
import { OrderBadge } from '../../../ui/orders/status-badge.tsx'
import { useNewestOrders } from '../use-vendor-parts.ts'
import { NewestNote } from './newest-note.tsx'
import type { TabProps } from './vendor-page.tsx'

const texts = vendorTexts.orders

/** An order with the part of it that the vendor delivers. */
type Row = { order: OrderSummary; part: OrderPart }

/** The newest orders with products of the vendor. All of them are in the list of orders. */
export function OrdersTab({ vendor: { id }, page }: TabProps) {
  const { data, error, isPending, refetch } = useNewestOrders(id)
  const rows = (data ?? []).flatMap((order): Row[] =>
    order.suborders.filter(({ vendorId }) => vendorId === id).map((part) => ({ order, part }))
  )
  const all = (
    <Button component={Link} href={`/orders?vendorId=${id}`} variant="default">
      {texts.all}
    </Button>
  )
  return page(
    <>
      {error && <ErrorAlert error={error} onRetry={() => void refetch()} />}
      {rows.length > 0 && <NewestNote>{texts.newest}</NewestNote>}
      {!error && (
        <DataTable
          label={vendorTexts.tabs.orders}
          columns={[
            { key: 'number', label: texts.number, cell: ({ order }) => order.orderNumber },
            { key: 'status', label: texts.status, cell: ({ part }) => <OrderBadge status={part.status} /> },
            { key: 'placed', label: texts.placed, cell: ({ order }) => <Ago time={order.placedAt} /> },
            { key: 'due', label: texts.due, cell: ({ part }) => <Due part={part} /> },
            { key: 'to', label: texts.units, cell: ({ order }) => placeOf(order.shipTo), from: 62 },
            {
              key: 'total',
              label: texts.total,
              cell: ({ order, part }) => formatMoney(String(part.net.total), order.currency),
              isNumber: true
            }
          ]}
          rows={rows}
          keyOf={({ part }) => part.id}
          href={({ order }) => `/orders/${order.id}`}
          isLoading={isPending}
          empty={<Empty icon={IconClipboardList} title={texts.empty} text={texts.emptyText} />}
        />
      )}
    </>,
    all
  )
}

function Due({ part: { dueAt, isLate } }: { part: OrderPart }) {
  if (!dueAt) return null
  return (
    <Text span inherit {...(isLate && { c: 'red', fw: 600 })}>
      {isLate ? `${vendorTexts.lateShare}: ` : ''}
      {formatShortDateTime(dueAt)}
    </Text>
  )
}
