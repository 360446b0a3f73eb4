import { Anchor, Button, Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../texts/texts.ts'
import { placeOf } from '../../ui/address.tsx'
import { Ago } from '../../ui/ago.tsx'
import { formatMoney } from '../../ui/format.ts'
import classes from './today.module.css'

type Props = {
  order: Order
  isSending: boolean
  isDisabled: boolean
  /** Undefined for people who may not acknowledge orders. */
  onAcknowledge: (() => void) | undefined
}

/** After this time, an order is late. */
const lateMs = 24 * 3600 * 1000

/** An order that waits for an acknowledgement, with how long it has waited. */
export function OrderRow({ order, isSending, isDisabled, onAcknowledge }: Props) {
  const { id, orderNumber, placedAt, items, total, currency, shipTo } = order
  const pieces = items.reduce((sum, { quantity, quantityCancelled }) => sum + quantity - quantityCancelled, 0)
  const isLate = Date.now() - Date.parse(placedAt) > lateMs
  return (
    <li className={classes.order}>
      <div className={classes.number}>
        <Anchor component={Link} href={`/orders/${id}`} fw={600} aria-label={t.today.order(orderNumber)}>
          {orderNumber}
        </Anchor>
        <Text c="dimmed" fz="sm" truncate>
          <bdi>{[shipTo.company ?? shipTo.name, placeOf(shipTo)].filter(Boolean).join(', ')}</bdi>
        </Text>
      </div>
      <div className={classes.amount}>
        <Text>{formatMoney(total.toFixed(2), currency)}</Text>
        <Text c="dimmed" fz="sm">
          {t.today.pieces(pieces)}
        </Text>
      </div>
      <Text fz="sm" className={classes.waited} data-late={isLate || undefined}>
        {t.today.placed} <Ago time={placedAt} />
      </Text>
      {onAcknowledge && (
        <Button
          size="xs"
          variant="light"
          className={classes.action}
          loading={isSending}
          disabled={isDisabled && !isSending}
          onClick={onAcknowledge}
          aria-label={t.today.acknowledgeOne(orderNumber)}
        >
          {t.today.acknowledge}
        </Button>
      )}
    </li>
  )
}
