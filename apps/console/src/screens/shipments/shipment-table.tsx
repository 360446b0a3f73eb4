import type { Shipment } from '@purveyor/client'
import type { ReactNode } from 'react'
import { shipmentsTexts } from '../../texts/orders.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatShortDateTime } from '../../ui/format.ts'
import { OneLine, UnitsAndNames } from '../../ui/orders/order-parts.tsx'
import { ShipmentBadge } from '../../ui/orders/status-badge.tsx'
import { TrackingLink } from '../../ui/orders/tracking-link.tsx'
import { useCarriers } from '../../ui/orders/use-carriers.ts'

type Props = { shipments: Shipment[]; isLoading: boolean; empty: ReactNode }

/** The shipments, newest first. */
export function ShipmentTable({ shipments, isLoading, empty }: Props) {
  const { nameOf } = useCarriers()
  const texts = shipmentsTexts
  return (
    <DataTable
      label={texts.title}
      columns={[
        { key: 'order', label: texts.order, cell: ({ orderNumber }) => <OneLine>{orderNumber}</OneLine> },
        {
          key: 'shippedAt',
          label: texts.shippedAt,
          cell: ({ shippedAt }) => <OneLine>{formatShortDateTime(shippedAt)}</OneLine>
        },
        { key: 'carrier', label: texts.carrier, cell: ({ carrier }) => nameOf(carrier) },
        {
          key: 'tracking',
          label: texts.tracking,
          cell: (shipment) => (
            <OneLine>
              <TrackingLink shipment={shipment} />
            </OneLine>
          )
        },
        { key: 'items', label: texts.items, width: '26%', cell: UnitsAndNames },
        { key: 'status', label: texts.status, cell: ({ status }) => <ShipmentBadge status={status} /> },
        {
          ...{ key: 'deliveredAt', label: texts.deliveredAt, from: 84 },
          cell: ({ deliveredAt }) =>
            deliveredAt ? <OneLine>{formatShortDateTime(deliveredAt)}</OneLine> : '–'
        }
      ]}
      rows={shipments}
      keyOf={({ id }) => id}
      href={({ id }) => `/shipments/${id}`}
      isLoading={isLoading}
      empty={empty}
    />
  )
}
