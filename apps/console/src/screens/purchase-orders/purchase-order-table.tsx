import type { PurchaseOrderEntry } from '@purveyor/client'
import type { ReactNode } from 'react'
import { ordersTexts, purchaseOrdersTexts } from '../../texts/orders.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatMoney, formatShortDateTime } from '../../ui/format.ts'
import { OneLine, UnitsAndNames } from '../../ui/orders/order-parts.tsx'
import { OrderBadge } from '../../ui/orders/status-badge.tsx'
import { DocumentButton } from './document-button.tsx'

type Props = { orders: PurchaseOrderEntry[]; isLoading: boolean; empty: ReactNode }

/** The purchase orders, newest first. */
export function PurchaseOrderTable({ orders, isLoading, empty }: Props) {
  const texts = purchaseOrdersTexts
  return (
    <DataTable
      label={texts.title}
      columns={[
        { key: 'number', label: texts.number, cell: ({ poNumber }) => <OneLine>{poNumber}</OneLine> },
        { key: 'order', label: texts.order, cell: ({ orderNumber }) => orderNumber, from: 62 },
        {
          key: 'placed',
          label: ordersTexts.placed,
          cell: ({ placedAt }) => <OneLine>{formatShortDateTime(placedAt)}</OneLine>
        },
        { key: 'items', label: ordersTexts.items, width: '30%', cell: UnitsAndNames },
        { key: 'status', label: ordersTexts.status, cell: ({ status }) => <OrderBadge status={status} /> },
        {
          ...{ key: 'total', label: texts.total, isNumber: true },
          cell: ({ total, currency }) => formatMoney(String(total), currency)
        }
      ]}
      rows={orders}
      keyOf={({ id }) => id}
      href={({ id }) => `/purchase-orders/${id}`}
      actions={(order) => <DocumentButton order={order} />}
      isLoading={isLoading}
      empty={empty}
    />
  )
}
