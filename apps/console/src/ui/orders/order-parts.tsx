import { Skeleton, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { ordersTexts } from '../../texts/orders.ts'
import { Thumbnail } from '../thumbnail.tsx'
import { unitsOf } from './lines.ts'
import classes from './order-page.module.css'
import { OrderTimeline } from './order-timeline.tsx'
import { useOrder } from './use-order.ts'

/** A product of an order with its image and its SKU. */
export function OrderProduct({
  item: { productName, sku },
  imageUrl
}: {
  item: { productName: string; sku: string }
  imageUrl: string | null
}) {
  return (
    <div className={classes.product}>
      <Thumbnail url={imageUrl} />
      <div>
        <Text fw={600}>{productName}</Text>
        <Text c="dimmed" fz="xs">
          {sku}
        </Text>
      </div>
    </div>
  )
}

/** A number or a time of a list, which is on one line. */
export function OneLine({ children }: { children: ReactNode }) {
  return <span className={classes.oneLine}>{children}</span>
}

/** The number of units in a list, and the names of their products. */
export function UnitsAndNames({ items }: { items: readonly { quantity: number; productName: string }[] }) {
  return (
    <>
      <Text inherit>{ordersTexts.units(unitsOf(items))}</Text>
      <Text c="dimmed" fz="xs" truncate>
        {items.map(({ productName }) => productName).join(', ')}
      </Text>
    </>
  )
}

/** What has happened to the order of another document, such as a shipment. Empty if the order can't be read. */
export function TimelineOf({ orderId }: { orderId: string }) {
  const { data, error } = useOrder(orderId)
  if (error) return null
  return data ? <OrderTimeline order={data} /> : <Skeleton h={220} radius="md" />
}

/** Returns the images of the products of an order, by the ids of its lines. */
export function useLineImages(orderId: string): (lineId: string) => string | null {
  const { data } = useOrder(orderId)
  return (lineId) => data?.items.find(({ id }) => id === lineId)?.imageUrl ?? null
}
