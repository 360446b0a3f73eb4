import { Text } from '@mantine/core'
import type { PurchaseOrder } from '@purveyor/client'
import { ordersTexts, purchaseOrdersTexts } from '../../texts/orders.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { formatMoney, formatNumber } from '../../ui/format.ts'
import { Amounts } from '../../ui/orders/amounts.tsx'
import { unitsOf } from '../../ui/orders/lines.ts'
import { OrderProduct, useLineImages } from '../../ui/orders/order-parts.tsx'
import { Section } from '../../ui/orders/section.tsx'

/** The lines of a purchase order at cost, and their sum. */
export function PurchaseOrderLines({ order }: { order: PurchaseOrder }) {
  const imageOf = useLineImages(order.id)
  const money = (value: number) => formatMoney(String(value), order.currency)
  return (
    <Section
      title={ordersTexts.lines}
      aside={
        <Text c="dimmed" fz="sm">
          {ordersTexts.units(unitsOf(order.items))}
        </Text>
      }
    >
      <DataTable
        label={ordersTexts.lines}
        columns={[
          {
            ...{ key: 'product', label: ordersTexts.product },
            cell: (item) => <OrderProduct item={item} imageUrl={imageOf(item.id)} />
          },
          {
            ...{ key: 'quantity', label: ordersTexts.quantity, isNumber: true },
            cell: ({ quantity }) => formatNumber(quantity)
          },
          {
            ...{ key: 'cost', label: purchaseOrdersTexts.cost, isNumber: true },
            cell: ({ price }) => money(price)
          },
          { key: 'sum', label: ordersTexts.sum, isNumber: true, cell: ({ subtotal }) => money(subtotal) }
        ]}
        rows={order.items}
        keyOf={({ id }) => id}
      />
      <Amounts order={order} totalLabel={purchaseOrdersTexts.total} />
    </Section>
  )
}
