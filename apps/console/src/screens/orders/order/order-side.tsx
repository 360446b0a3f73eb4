import { Anchor, Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { Link } from 'wouter'
import { t } from '../../../texts/texts.ts'
import { AddressLines } from '../../../ui/address.tsx'
import { Details } from '../../../ui/details.tsx'
import classes from './order-page.module.css'
import { Section } from './section.tsx'

/** The address, the customer's note, and how the order is paid and sent. */
export function OrderSide({ order }: { order: Order }) {
  const { shipTo, customerNote, shippingMethodName, paymentMethodName, poNumber, id } = order
  return (
    <>
      {customerNote && (
        <Section title={t.orders.note}>
          <Text className={`${classes.body} ${classes.note}`}>{customerNote}</Text>
        </Section>
      )}
      <Section title={t.orders.shipTo}>
        <div className={classes.body}>
          <AddressLines address={shipTo} />
        </div>
      </Section>
      <Section title={t.orders.details}>
        <div className={classes.body}>
          <Details
            rows={[
              [t.orders.method, shippingMethodName],
              [t.orders.payment, paymentMethodName],
              [
                t.orders.purchaseOrder,
                <Anchor key="po" component={Link} href={`/purchase-orders/${id}`}>
                  {poNumber}
                </Anchor>
              ]
            ]}
          />
        </div>
      </Section>
    </>
  )
}
