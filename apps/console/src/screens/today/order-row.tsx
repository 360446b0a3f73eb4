import { Anchor, Button, Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { Link } from 'wouter'
import { todayTexts } from '../../texts/today.ts'
import { placeOf } from '../../ui/address.tsx'
import { Ago } from '../../ui/ago.tsx'
import { formatMoney } from '../../ui/format.ts'
import { nextDeadline } from '../../ui/orders/due.ts'
import { TimeLeft } from '../../ui/orders/due-time.tsx'
import classes from './today.module.css'

type Props = {
  order: Order
  isSending: boolean
  isDisabled: boolean
  /** Undefined for people who may not acknowledge orders. */
  onAcknowledge: (() => void) | undefined
}

/** An order that waits for an acknowledgement, with when it is due and how long it has waited. */
export function OrderRow({ order, isSending, isDisabled, onAcknowledge }: Props) {
  const { id, orderNumber, placedAt, items, total, currency, shipTo } = order
  const pieces = items.reduce((sum, { quantity, quantityCancelled }) => sum + quantity - quantityCancelled, 0)
  const deadline = nextDeadline(order)
  return (
    <li className={classes.order}>
      <div className={classes.number}>
        <Anchor component={Link} href={`/orders/${id}`} fw={600} aria-label={todayTexts.order(orderNumber)}>
          {orderNumber}
        </Anchor>
        <Text c="dimmed" fz="sm" truncate>
          <bdi>{[shipTo.company ?? shipTo.name, placeOf(shipTo)].filter(Boolean).join(', ')}</bdi>
        </Text>
      </div>
      <div className={classes.amount}>
        <Text>{formatMoney(total.toFixed(2), currency)}</Text>
        <Text c="dimmed" fz="sm">
          {todayTexts.pieces(pieces)}
        </Text>
      </div>
      <Text fz="sm" component="div" className={classes.waited}>
        {deadline && <TimeLeft deadline={deadline} />}
        <Text fz="sm" c={deadline && 'dimmed'}>
          {todayTexts.placed} <Ago time={placedAt} />
        </Text>
      </Text>
      {onAcknowledge && (
        <Button
          size="xs"
          variant="light"
          className={classes.action}
          loading={isSending}
          disabled={isDisabled && !isSending}
          onClick={onAcknowledge}
          aria-label={todayTexts.acknowledgeOne(orderNumber)}
        >
          {todayTexts.acknowledge}
        </Button>
      )}
    </li>
  )
}
