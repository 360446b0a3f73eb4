import { Group, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Order, OrderItem } from '@purveyor/client'
import { t } from '../../../texts/texts.ts'
import { formatMoney, formatNumber } from '../../../ui/format.ts'
import { Amounts } from '../../../ui/orders/amounts.tsx'
import { openQuantity, unitsOf } from '../../../ui/orders/lines.ts'
import { Thumbnail } from '../../../ui/thumbnail.tsx'
import classes from './order-page.module.css'
import { Section } from './section.tsx'

/** The lines of an order with their quantities, and the amounts. */
export function OrderItems({ order }: { order: Order }) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false })
  return (
    <Section
      title={t.orders.lines}
      aside={
        <Text c="dimmed" fz="sm">
          {t.orders.units(unitsOf(order.items))}
        </Text>
      }
    >
      {isWide ? <Lines order={order} /> : <LineList order={order} />}
      <Amounts order={order} totalLabel={t.orders.total} />
    </Section>
  )
}

function Lines({ order: { items, currency } }: { order: Order }) {
  const numbers = [t.orders.quantity, t.orders.shipped, t.orders.cancelled, t.orders.open]
  return (
    <div className={classes.scroll}>
      <Table verticalSpacing={9} className={classes.items}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t.orders.product}</Table.Th>
            {numbers.map((name) => (
              <Table.Th key={name} scope="col" className={classes.number}>
                {name}
              </Table.Th>
            ))}
            <Table.Th scope="col" className={classes.number}>
              {t.orders.price}
            </Table.Th>
            <Table.Th scope="col" className={classes.number}>
              {t.orders.sum}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Line key={item.id} item={item} currency={currency} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}

/** The lines without a table, for narrow windows. */
function LineList({ order: { items, currency } }: { order: Order }) {
  return (
    <ul className={classes.parcels}>
      {items.map((item) => (
        <li key={item.id}>
          <Product item={item} />
          <Group justify="space-between" align="flex-end" mt={6} gap="xs" wrap="nowrap">
            <Text c="dimmed" fz="sm">
              {quantitiesOf(item)}
            </Text>
            <Text span fz="sm" className={classes.number}>
              {formatMoney(String(item.subtotal), currency)}
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  )
}

/** Returns the quantities of a line that aren't 0, such as `Ordered 5 · Shipped 2 · To ship 3`. */
function quantitiesOf(item: OrderItem): string {
  const quantities: [string, number][] = [
    [t.orders.quantity, item.quantity],
    [t.orders.shipped, item.quantityShipped],
    [t.orders.cancelled, item.quantityCancelled],
    [t.orders.open, openQuantity(item)]
  ]
  return quantities
    .filter(([, value]) => value > 0)
    .map(([name, value]) => `${name} ${formatNumber(value)}`)
    .join(' · ')
}

function Line({ item, currency }: { item: OrderItem; currency: string }) {
  const open = openQuantity(item)
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Product item={item} />
      </Table.Th>
      <Quantity value={item.quantity} />
      <Quantity value={item.quantityShipped} />
      <Quantity value={item.quantityCancelled} />
      <Quantity value={open} isStrong />
      <Table.Td className={classes.number}>{formatMoney(String(item.price), currency)}</Table.Td>
      <Table.Td className={classes.number}>{formatMoney(String(item.subtotal), currency)}</Table.Td>
    </Table.Tr>
  )
}

function Product({ item }: { item: OrderItem }) {
  return (
    <div className={classes.product}>
      <Thumbnail url={item.imageUrl} />
      <div>
        <Text fw={600}>{item.productName}</Text>
        <Text c="dimmed" fz="xs">
          {item.sku}
        </Text>
      </div>
    </div>
  )
}

function Quantity({ value, isStrong = false }: { value: number; isStrong?: boolean }) {
  return (
    <Table.Td className={classes.number}>
      <Text span inherit c={value === 0 ? 'dimmed' : undefined} fw={isStrong && value > 0 ? 650 : 400}>
        {formatNumber(value)}
      </Text>
    </Table.Td>
  )
}
