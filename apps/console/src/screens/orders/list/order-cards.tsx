import { Group, Paper, Stack, Text } from '@mantine/core'
import { useSignedIn } from '../../../session/session-context.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { OrderBadge } from '../../../ui/orders/status-badge.tsx'
import { Customer, Due, Items, NumberLink, type OrdersProps, SelectOrder, Total } from './order-cells.tsx'
import classes from './order-list.module.css'

/** The orders as cards, for narrow windows. */
export function OrderCards({ orders, selection }: OrdersProps) {
  const { canWrite } = useSignedIn()
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className={classes.cards}>
      {orders.map((order) => (
        <Paper key={order.id} component="li" withBorder p="sm" className={classes.card}>
          <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
            {canWrite && (
              <div className={classes.check}>
                <SelectOrder order={order} selection={selection} />
              </div>
            )}
            <div style={{ flex: 1, minWidth: 0 }}>
              <NumberLink order={order} />
            </div>
            <OrderBadge status={order.status} />
          </Group>
          <Group justify="space-between" wrap="nowrap" align="flex-start" mt={6} gap="sm">
            <div style={{ minWidth: 0 }}>
              <Customer order={order} />
            </div>
            <div className={classes.number}>
              <Total order={order} />
            </div>
          </Group>
          <Group justify="space-between" wrap="nowrap" align="flex-end" mt={6} gap="sm">
            <div style={{ minWidth: 0 }}>
              <Items order={order} />
            </div>
            <Text component="div" c={order.dueAt ? undefined : 'dimmed'} fz="xs" className={classes.number}>
              {order.allowedActions.length > 0 ? <Due order={order} /> : formatDateTime(order.placedAt)}
            </Text>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
