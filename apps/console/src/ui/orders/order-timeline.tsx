import { Text } from '@mantine/core'
import type { Order } from '@purveyor/client'
import { ordersTexts } from '../../texts/orders.ts'
import { formatDateTime } from '../format.ts'
import { unitsOf } from './lines.ts'
import classes from './order-page.module.css'
import { Section } from './section.tsx'
import { type Step, stepsOf } from './timeline.ts'
import { useCarriers } from './use-carriers.ts'

/** What has happened to an order, the latest first. */
export function OrderTimeline({ order }: { order: Order }) {
  const { nameOf } = useCarriers()
  return (
    <Section title={ordersTexts.timeline}>
      <div className={classes.body}>
        <ol className={classes.steps} reversed>
          {stepsOf(order).map((step) => (
            <li key={keyOf(step)} className={classes.step} data-type={step.type}>
              <Text>{textOf(step, nameOf)}</Text>
              {step.type === 'cancelled' && (
                <Text c="dimmed" fz="sm" className={classes.note}>
                  {ordersTexts.reasons[step.cancellation.reason]}
                  {step.cancellation.note && `: ${step.cancellation.note}`}
                </Text>
              )}
              <Text component="time" display="block" dateTime={step.time} c="dimmed" fz="xs">
                {formatDateTime(step.time)}
              </Text>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  )
}

function keyOf(step: Step): string {
  if ('shipment' in step) return `${step.type} ${step.shipment.id}`
  return 'cancellation' in step ? step.cancellation.id : step.type
}

function textOf(step: Step, nameOf: (carrier: string) => string): string {
  const { steps } = ordersTexts
  switch (step.type) {
    case 'placed':
    case 'acknowledged':
      return steps[step.type]
    case 'shipped':
      return steps.shipped(unitsOf(step.shipment.items), nameOf(step.shipment.carrier))
    case 'delivered':
      return steps.delivered(unitsOf(step.shipment.items))
    case 'shipment-cancelled':
      return steps.shipmentCancelled(unitsOf(step.shipment.items))
    case 'cancelled':
      return steps.cancelled(unitsOf(step.cancellation.items), step.cancellation.cancelledBy)
  }
}
