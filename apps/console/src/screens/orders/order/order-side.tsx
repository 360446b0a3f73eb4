import { Anchor, Group, Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { ordersTexts } from '../../../texts/orders.ts'
import { AddressLines } from '../../../ui/address.tsx'
import { Details } from '../../../ui/details.tsx'
import { formatDateTime } from '../../../ui/format.ts'
import { type Deadline, deadlinesOf, nextDeadline } from '../../../ui/orders/due.ts'
import { TimeLeft } from '../../../ui/orders/due-time.tsx'
import classes from '../../../ui/orders/order-page.module.css'
import { Section } from '../../../ui/orders/section.tsx'

/** The address, the customer's note, and how the order is paid and sent. */
export function OrderSide({ order }: { order: Order }) {
  const { shipTo, customerNote, shippingMethodName, paymentMethodName, poNumber, id } = order
  const deadlines = deadlinesOf(order).map((deadline): [string, ReactNode] => [
    ordersTexts.due[`${deadline.action}Label`],
    <DeadlineValue key={deadline.action} deadline={deadline} />
  ])
  const isDue = nextDeadline(order) !== undefined
  return (
    <>
      {customerNote && (
        <Section title={ordersTexts.note}>
          <Text className={`${classes.body} ${classes.note}`}>{customerNote}</Text>
        </Section>
      )}
      {isDue && (
        <Section title={ordersTexts.due.title}>
          <div className={classes.body}>
            <Details rows={deadlines} />
          </div>
        </Section>
      )}
      <Section title={ordersTexts.shipTo}>
        <div className={classes.body}>
          <AddressLines address={shipTo} />
        </div>
      </Section>
      <Section title={ordersTexts.details}>
        <div className={classes.body}>
          <Details
            rows={[
              [ordersTexts.method, shippingMethodName],
              [ordersTexts.payment, paymentMethodName],
              [
                ordersTexts.purchaseOrder,
                <Anchor key="po" component={Link} href={`/purchase-orders/${id}`}>
                  {poNumber}
                </Anchor>
              ],
              ...(isDue ? [] : deadlines)
            ]}
          />
        </div>
      </Section>
    </>
  )
}

/** A deadline and, while it counts, how much time is left. */
function DeadlineValue({ deadline }: { deadline: Deadline }) {
  return (
    <Group component="span" gap={8}>
      <Text component="time" dateTime={deadline.at} inherit>
        {formatDateTime(deadline.at)}
      </Text>
      {deadline.isOpen && <TimeLeft deadline={deadline} c="dimmed" fz="sm" />}
    </Group>
  )
}
