import type { NewShipment, Order, Purveyor, Shipment } from '@purveyor/client'
import { newKey } from '../../../ui/new-key.ts'
import { itemsOf, type Quantities } from '../../../ui/orders/lines.ts'
import { Outbox, type Result, type SentRequest } from '../../../ui/outbox.ts'

/** What a person has entered for an order. */
export type ShipmentInput = { carrier: string; tracking: string; quantities: Quantities }

/** A shipment that is being sent. The key of its only entry is the id of the order. */
export type SentShipment = SentRequest & {
  entries: { key: string; orderNumber: string }[]
  body: NewShipment
  input: ShipmentInput
}

export type ShipmentResult = Result<SentShipment, Order>

/** A shipment that was created while the console is open. `sent` is what was sent for it. */
export type DoneShipment = { shipment: Shipment; sent: SentShipment; isUndone: boolean }

/** The number of shipments that can be undone from the list of those just made. */
const maxDone = 50

/** Sends shipments in the background. Each person has an outbox of their own. */
export class ShippingOutbox extends Outbox<SentShipment, Order> {
  #done: readonly DoneShipment[] = []

  constructor(userId: string, purveyor: Purveyor) {
    super(`purveyor-shipments ${userId}`, purveyor)
    this.onResult((result) => {
      if (!('response' in result)) return
      const shipment = result.response as Shipment
      const all = [{ shipment, sent: result.item, isUndone: false }, ...this.#done]
      // Responses can arrive in another order.
      this.#setDone(all.toSorted((a, b) => (b.sent.startedAt ?? 0) - (a.sent.startedAt ?? 0)))
    })
  }

  /** The shipments that were created, the one that was sent last first. */
  get done(): readonly DoneShipment[] {
    return this.#done
  }

  /** Ships quantities of an order. */
  ship(order: Order, input: ShipmentInput): void {
    const body: NewShipment = {
      orderId: order.id,
      carrier: input.carrier.trim(),
      trackingNumber: input.tracking.trim(),
      items: itemsOf(order.items, input.quantities)
    }
    const entries = [{ key: order.id, orderNumber: order.orderNumber }]
    this.send({ key: newKey(), entries, path: '/vendor/shipments', body, input }, order)
  }

  /** Returns the number of the order for which a tracking number was used a short time ago. */
  usedFor(tracking: string): string | undefined {
    const sent = this.items.find(({ body }) => body.trackingNumber === tracking)
    if (sent) return sent.entries[0]?.orderNumber
    return this.#done.find(({ shipment, isUndone }) => !isUndone && shipment.trackingNumber === tracking)
      ?.shipment.orderNumber
  }

  /** Records that a shipment was cancelled. */
  setUndone(shipmentId: string): void {
    this.#setDone(
      this.#done.map((one) => (one.shipment.id === shipmentId ? { ...one, isUndone: true } : one))
    )
  }

  #setDone(done: readonly DoneShipment[]): void {
    this.#done = done.slice(0, maxDone)
    this.notify()
  }
}
