import { type Static, Type } from 'typebox'
import { input, named, nullable, oneOf, optional, ref, Timestamp, Uuid } from '../../http/schema.ts'
import { Address } from '../vendors/schema.ts'
import { orderActions, orderStatuses } from './fulfil/fulfillment.ts'

export const cancelReasons = [
  'OUT_OF_STOCK',
  'DISCONTINUED',
  'PRICING_ERROR',
  'ADDRESS_NOT_SERVICEABLE',
  'CUSTOMER_REQUEST',
  'OTHER'
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** An amount of money in the marketplace's currency. */
export const amount = (description: string, example: number) =>
  Type.Number({ description, examples: [example] })
const pieces = (description: string) => Type.Integer({ minimum: 0, description })
export const text = (example: string) => Type.String({ examples: [example] })

/** A line as the purchase order and the order show it alike (contract 2.7). */
export const orderItemFields = {
  id: Uuid,
  productName: text('Hex bolt M8'),
  sku: text('HB-M8-100'),
  quantity: Type.Integer({ minimum: 1, examples: [3] }),
  price: amount('A piece', 12.5),
  subtotal: amount('price × quantity, half up to cents', 37.5)
}

/** What the purchase order and the order of the same id have in common (contract 2.7). */
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

/** By its name: the module of shipments, which builds on this one, describes it. */
const Shipment = Type.Unsafe<object>({ $ref: 'Shipment#' })

const OrderCancellation = named(
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
    shipments: Type.Array(Shipment),
    cancellations: Type.Array(ref(OrderCancellation)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  })
)
export type Order = Static<typeof Order>

const NewCancellationItem = named(
  'NewCancellationItem',
  input({
    orderItemId: Uuid,
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] })
  })
)

/** What is cancelled of an order and why, as it is sent. */
export const NewCancellation = named(
  'NewCancellation',
  input({
    reason: oneOf(cancelReasons),
    note: optional(Type.String({ maxLength: 1000, examples: ['The supplier has stopped making it.'] })),
    items: optional(
      Type.Array(ref(NewCancellationItem), {
        minItems: 1,
        maxItems: 200,
        description: 'All that is not shipped unless given'
      })
    )
  })
)
