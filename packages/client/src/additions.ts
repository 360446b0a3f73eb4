import type { NewShipment, Shipment } from './generated/schemas.ts'
import type { Send } from './resources.ts'
import type { CallOptions, Ref } from './types.ts'

/** The methods that combine operations, beside those of the table of operations. */
export interface Additions {
  readonly orders: {
    /** Ships an order, whole or in part: `shipments.create` for this order. */
    ship(order: Ref, shipment: Omit<NewShipment, 'orderId'>, options?: CallOptions): Promise<Shipment>
  }
}

/** Adds these methods to a client. */
export function addAdditions(target: { orders: object }, send: Send): void {
  const ship: Additions['orders']['ship'] = async (order, shipment, options) => {
    const orderId = typeof order === 'string' ? order : order.id
    return (await send('POST', '/vendor/shipments', {
      ...options,
      body: { ...shipment, orderId }
    })) as Shipment
  }
  Object.assign(target.orders, { ship })
}
