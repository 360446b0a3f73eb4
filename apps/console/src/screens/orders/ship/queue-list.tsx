import { Paper, Text, Title } from '@mantine/core'
import { ordersTexts, shippingTexts } from '../../../texts/orders.ts'
import { openUnits } from '../../../ui/orders/lines.ts'
import { Waiting } from '../../../ui/waiting.tsx'
import classes from './ship.module.css'
import type { ShipQueue } from './use-ship-queue.ts'
import { useShipmentFailures } from './use-shipping-outbox.ts'

/** More orders than these aren't listed. */
const maxListed = 12

/** The orders that follow. */
export function QueueList({ queue: { orders, current, show, left } }: { queue: ShipQueue }) {
  const failures = useShipmentFailures()
  const index = Math.max(
    0,
    orders.findIndex(({ id }) => id === current?.id)
  )
  // The order that is open stays in view, with some of those before it.
  const from = Math.max(0, Math.min(index - 2, orders.length - maxListed))
  return (
    <Paper withBorder radius="md" component="section" aria-label={shippingTexts.queue}>
      <div className={classes.listHead}>
        <Title order={2} fz="md">
          {shippingTexts.queue}
        </Title>
        <Text c="dimmed" fz="sm">
          {shippingTexts.left(left)}
        </Text>
      </div>
      <ol className={classes.list}>
        {orders.slice(from, from + maxListed).map((order) => (
          <li key={order.id}>
            <button
              type="button"
              className={classes.entry}
              aria-current={order.id === current?.id ? 'true' : undefined}
              onClick={() => show(order)}
            >
              <span className={classes.number}>{order.orderNumber}</span>
              <span className={classes.name}>{order.shipTo.name ?? order.shipTo.company}</span>
              <Text span fz="xs" c={failures.has(order.id) ? 'red' : 'dimmed'} className={classes.since}>
                {failures.has(order.id) ? (
                  shippingTexts.refused
                ) : (
                  <>
                    {ordersTexts.units(openUnits(order.items))} · <Waiting since={order.placedAt} />
                  </>
                )}
              </Text>
            </button>
          </li>
        ))}
      </ol>
    </Paper>
  )
}
