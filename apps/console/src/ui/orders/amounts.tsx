import { Text } from '@mantine/core'
import type { Order, PurchaseOrder } from '@purveyor/client'
import { Fragment } from 'react'
import { t } from '../../texts/texts.ts'
import { formatMoney } from '../format.ts'
import classes from './amounts.module.css'

type Props = { order: Order | PurchaseOrder; totalLabel: string }

/** The amounts of an order or of a purchase order, without those that are zero. */
export function Amounts({ order, totalLabel }: Props) {
  const money = (value: number) => formatMoney(String(value), order.currency)
  const rows: [string, number][] = [
    [t.orders.subtotal, order.subtotal],
    [t.orders.shipping, order.shipping],
    [t.orders.tax, order.tax],
    [t.orders.discount, -order.discount]
  ]
  return (
    <dl className={classes.amounts}>
      {rows
        .filter(([name, value]) => value !== 0 || name === t.orders.subtotal)
        .map(([name, value]) => (
          <Fragment key={name}>
            <Text component="dt" c="dimmed">
              {name}
            </Text>
            <dd>{money(value)}</dd>
          </Fragment>
        ))}
      <dt className={classes.total}>{totalLabel}</dt>
      <dd className={classes.total}>{money(order.total)}</dd>
    </dl>
  )
}
