import { Checkbox, Paper, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Order } from '@purveyor/client'
import { useSignedIn } from '../../../session/session-context.tsx'
import { t } from '../../../texts/texts.ts'
import { formatDateTime } from '../../../ui/format.ts'
import { OrderBadge } from '../../../ui/orders/status-badge.tsx'
import type { RowSelection } from '../../../ui/use-row-selection.ts'
import { OrderCards } from './order-cards.tsx'
import { Customer, Due, Items, NumberLink, type OrdersProps, SelectOrder, Total } from './order-cells.tsx'
import classes from './order-list.module.css'

/** The orders as a table, or as cards in a narrow window. */
export function OrderTable(props: OrdersProps) {
  const { canWrite } = useSignedIn()
  const isWide = useMediaQuery('(min-width: 72em)', true, { getInitialValueInEffect: false })
  if (!isWide) return <OrderCards {...props} />
  const { orders, selection } = props
  return (
    <Paper withBorder className={classes.table}>
      <Table verticalSpacing={9} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {canWrite && (
              <Table.Th className={classes.check}>
                <Checkbox
                  size="xs"
                  aria-label={t.lists.selectAll}
                  checked={selection.isAll}
                  indeterminate={selection.isSome}
                  onChange={(event) => selection.setAll(event.currentTarget.checked)}
                />
              </Table.Th>
            )}
            <Table.Th scope="col">{t.orders.order}</Table.Th>
            <Table.Th scope="col">{t.orders.placed}</Table.Th>
            <Table.Th scope="col">{t.orders.customer}</Table.Th>
            <Table.Th scope="col">{t.orders.items}</Table.Th>
            <Table.Th scope="col">{t.orders.methodShort}</Table.Th>
            <Table.Th scope="col">{t.orders.status}</Table.Th>
            <Table.Th scope="col">{t.orders.due.title}</Table.Th>
            <Table.Th scope="col">{t.orders.total}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {orders.map((order) => (
            <Row key={order.id} order={order} selection={selection} />
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}

function Row({ order, selection }: { order: Order; selection: RowSelection<Order> }) {
  const { canWrite } = useSignedIn()
  return (
    <Table.Tr className={classes.row} data-selected={selection.has(order.id) || undefined}>
      {canWrite && (
        <Table.Td className={classes.check}>
          <SelectOrder order={order} selection={selection} />
        </Table.Td>
      )}
      <Table.Th scope="row" fw={400} className={classes.nowrap}>
        <NumberLink order={order} />
      </Table.Th>
      <Table.Td className={classes.nowrap}>
        <Text component="time" dateTime={order.placedAt} inherit>
          {formatDateTime(order.placedAt)}
        </Text>
      </Table.Td>
      <Table.Td className={classes.wide}>
        <Customer order={order} />
      </Table.Td>
      <Table.Td className={classes.wide}>
        <Items order={order} />
      </Table.Td>
      <Table.Td>{order.shippingMethodName}</Table.Td>
      <Table.Td>
        <OrderBadge status={order.status} />
      </Table.Td>
      <Table.Td className={classes.nowrap}>
        <Due order={order} />
      </Table.Td>
      <Table.Td>
        <Total order={order} />
      </Table.Td>
    </Table.Tr>
  )
}

/** The size of the list while it is loaded. */
export function OrderListSkeleton() {
  return (
    <Stack aria-busy>
      <Skeleton h={640} radius="md" />
    </Stack>
  )
}
