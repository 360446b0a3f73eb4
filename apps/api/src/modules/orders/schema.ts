import { type Static, Type } from 'typebox'
import { named, nullable, oneOf, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { Address } from '../vendors/schema.ts'
import { orderActions, orderStatuses } from './fulfil/transitions.ts'

export const cancelReasons = [
  'OUT_OF_STOCK',
  'DISCONTINUED',
  'PRICING_ERROR',
  'ADDRESS_NOT_SERVICEABLE',
  'CUSTOMER_REQUEST',
  'OTHER'
] as const
export type CancelReason = (typeof cancelReasons)[number]

export const shipmentStatuses = ['SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

const amount = (description: string, example: number) => Type.Number({ description, examples: [example] })
const pieces = (description: string) => Type.Integer({ minimum: 0, description })
const text = (example: string) => Type.String({ examples: [example] })

/** A line as the purchase order and the order show it alike (specification 2.7). */
export const orderItemFields = {
  id: Uuid,
  productName: text('Hex bolt M8'),
  sku: text('HB-M8-100'),
  quantity: Type.Integer({ minimum: 1, examples: [3] }),
  price: amount('A piece', 12.5),
  subtotal: amount('price × quantity, half up to cents', 37.5)
}

/** What the purchase order and the order of the same id have in common (specification 2.7). */
export const orderFields = {
  id: Uuid,
  orderNumber: text('1000-0181'),
  status: oneOf(orderStatuses),
  placedAt: Timestamp,
  poNumber: text('PO-2000-0180'),
  vendor: ref(Address),
  billTo: ref(Address),
  shipTo: ref(Address),
  subtotal: amount('Of all lines', 37.5),
  shipping: amount('What the vendor’s method charged', 8.9),
  tax: amount('Of the customer', 3.1),
  discount: amount('Of the customer', 0),
  total: amount('subtotal + shipping + tax - discount', 49.5),
  currency: text('USD')
}

export const methodNames = {
  paymentMethodName: text('Credit card'),
  shippingMethodName: text('Ground')
}

export const OrderItem = named(
  'OrderItem',
  Type.Object({
    ...orderItemFields,
    variantId: Uuid,
    productId: Uuid,
    imageUrl: nullable(Type.String({ description: 'The picture at the time of ordering' })),
    quantityShipped: pieces('In shipments that are not cancelled'),
    quantityCancelled: pieces('Never to be shipped')
  })
)

export const ShipmentItem = named(
  'ShipmentItem',
  Type.Object({
    orderItemId: Uuid,
    productName: text('Hex bolt M8'),
    sku: text('HB-M8-100'),
    quantity: Type.Integer({ minimum: 1, examples: [2] })
  })
)

export const Shipment = named(
  'Shipment',
  Type.Object({
    id: Uuid,
    orderId: Uuid,
    orderNumber: text('1000-0181'),
    poNumber: text('PO-2000-0180'),
    carrier: text('UPS'),
    trackingNumber: text('1Z999AA10123456784'),
    trackingUrl: nullable(
      Type.String({ examples: ['https://www.ups.com/track?tracknum=1Z999AA10123456784'] })
    ),
    status: oneOf(shipmentStatuses),
    shippedAt: Timestamp,
    deliveredAt: nullable(Timestamp),
    items: Type.Array(ref(ShipmentItem)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  })
)
export type Shipment = Static<typeof Shipment>

export const OrderCancellation = named(
  'OrderCancellation',
  Type.Object({
    id: Uuid,
    reason: oneOf(cancelReasons),
    note: nullable(Type.String()),
    cancelledBy: oneOf(['VENDOR', 'PLATFORM']),
    items: Type.Array(Type.Object({ orderItemId: Uuid, quantity: Type.Integer({ minimum: 1 }) })),
    createdAt: Timestamp
  })
)

/** A vendor's part of a customer's order at retail prices; its purchase order has the same id. */
export const Order = named(
  'Order',
  Type.Object({
    ...orderFields,
    ...methodNames,
    customerNote: nullable(Type.String()),
    items: Type.Array(ref(OrderItem)),
    acknowledgedAt: nullable(Timestamp),
    allowedActions: Type.Array(oneOf(orderActions), {
      description: 'What can be done with the order in its status'
    }),
    shipments: Type.Array(ref(Shipment)),
    cancellations: Type.Array(ref(OrderCancellation)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  })
)
export type Order = Static<typeof Order>
