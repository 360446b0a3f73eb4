import type { Tx } from '../db/connect.ts'
import type { Origin } from '../events.ts'
import type { Caller } from '../http/caller.ts'
import { acknowledgeOrder } from '../modules/orders/fulfil/acknowledge-order.ts'
import { cancelSuborder } from '../modules/orders/fulfil/cancel-suborder.ts'
import type { Shipment } from '../modules/orders/schema.ts'
import { createShipment } from '../modules/shipments/create-shipment.ts'
import { patchShipment } from '../modules/shipments/update-shipment.ts'
import type { DemoLine, DemoMoment } from './order-queries.ts'
import type { Step } from './stories.ts'
import { trackingOf } from './tracking.ts'

/** A vendor's part of an order that is placed, who works on it, and what is to happen to it. */
export type DemoSuborder = {
  id: string
  caller: Caller
  /** In milliseconds. */
  placed: number
  steps: readonly Step[]
  country: string
  method: string
}

type Telling = { suborder: DemoSuborder; lines: DemoLine[]; operator: Origin; n: number }

/** Does what the story says, step by step; the moments at which its events happened. */
export async function tellStory(tx: Tx, telling: Telling): Promise<DemoMoment[]> {
  const { suborder } = telling
  const moment = (type: string, subjectId: string, hours: number): DemoMoment => ({
    ...{ type, subjectId },
    at: new Date(suborder.placed + hours * 3_600_000).toISOString()
  })
  const moments = [moment('order.placed', suborder.id, 0)]
  const shipments: string[] = []
  for (const step of suborder.steps) {
    // The same hours every time would look made.
    const hours = step.hours * (0.9 + ((telling.n * 37) % 10) / 100)
    const { type, subjectId } = await take(tx, step, { ...telling, shipments })
    moments.push(moment(type, subjectId, hours))
  }
  return moments
}

/** Takes one step; which event tells of it. */
async function take(
  tx: Tx,
  step: Step,
  { suborder, lines, operator, shipments, n }: Telling & { shipments: string[] }
): Promise<{ type: string; subjectId: string }> {
  const { id, caller, country, method } = suborder
  const { vendorId } = caller
  const [first, last] = [lines[0], lines.at(-1)]
  switch (step.do) {
    case 'acknowledge':
      await acknowledgeOrder(tx, caller, { id, assetOrigin: '' })
      return { type: 'order.acknowledged', subjectId: id }
    case 'ship': {
      const items =
        step.firstLineOnly && first ? [{ orderItemId: first.id, quantity: first.quantity }] : undefined
      const parcel = trackingOf(country, method, n + 100 * shipments.length)
      const made: Shipment = JSON.parse(
        await createShipment(tx, caller, { orderId: id, ...parcel, ...(items && { items }) })
      )
      shipments.push(made.id)
      return { type: 'shipment.created', subjectId: made.id }
    }
    case 'move': {
      const shipment = shipments[step.shipment] ?? ''
      await patchShipment(tx, caller, { id: shipment, patch: { status: step.to } })
      return { type: eventOfMove[step.to], subjectId: shipment }
    }
    case 'cancel': {
      const items = step.onePiece && last ? [{ orderItemId: last.id, quantity: 1 }] : undefined
      const cancellation = {
        suborderId: id,
        reason: step.reason,
        note: step.note,
        cancelledBy: step.by,
        items
      }
      const origin = step.by === 'PLATFORM' ? operator : caller
      await cancelSuborder(tx, origin, { vendorId, cancellation })
      return { type: 'order.cancelled', subjectId: id }
    }
  }
}

const eventOfMove = {
  IN_TRANSIT: 'shipment.updated',
  DELIVERED: 'shipment.delivered',
  CANCELLED: 'shipment.cancelled'
}
