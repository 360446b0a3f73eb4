import { Text } from '@mantine/core'
import type { Order, OrderItem } from '@purveyor/client'
import { ordersTexts } from '../../../texts/orders.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import { Amounts } from '../../../ui/orders/amounts.tsx'
import { openQuantity, unitsOf } from '../../../ui/orders/lines.ts'
import { OrderProduct } from '../../../ui/orders/order-parts.tsx'
import { Section } from '../../../ui/orders/section.tsx'

const texts = ordersTexts

/** The lines of an order with their quantities, and the amounts. */
export function OrderItems({ order }: { order: Order }) {
  const { items, currency } = order
  const quantity = (
    key: string,
    label: string,
    read: (item: OrderItem) => number,
    isStrong = false
  ): Column<OrderItem> => ({
    ...{ key, label, isNumber: true },
    cell: (item) => <Quantity value={read(item)} isStrong={isStrong} />
  })
  return (
    <Section
      title={texts.lines}
      aside={
        <Text c="dimmed" fz="sm">
          {texts.units(unitsOf(items))}
        </Text>
      }
    >
      <DataTable
        label={texts.lines}
        rows={items}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'product',
            label: texts.product,
            cell: (item) => <OrderProduct item={item} imageUrl={item.imageUrl} />
          },
          quantity('quantity', texts.quantity, (item) => item.quantity),
          quantity('shipped', texts.shipped, (item) => item.quantityShipped),
          quantity('cancelled', texts.cancelled, (item) => item.quantityCancelled),
          quantity('open', texts.open, openQuantity, true),
          {
            ...{ key: 'price', label: texts.price, isNumber: true },
            cell: ({ price }) => formatMoney(String(price), currency)
          },
          {
            ...{ key: 'sum', label: texts.sum, isNumber: true },
            cell: ({ subtotal }) => formatMoney(String(subtotal), currency)
          }
        ]}
      />
      <Amounts order={order} totalLabel={texts.total} />
    </Section>
  )
}

function Quantity({ value, isStrong }: { value: number; isStrong: boolean }) {
  return (
    <Text span inherit c={value === 0 ? 'dimmed' : undefined} fw={isStrong && value > 0 ? 600 : 400}>
      {formatNumber(value)}
    </Text>
  )
}
