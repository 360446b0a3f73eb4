import { type Static, Type } from 'typebox'
import { itemResults } from '../../http/item-results.ts'
import {
  input,
  named,
  nullable,
  oneOf,
  optional,
  ref,
  Timestamp,
  timeFilter,
  Uuid
} from '../../http/schema.ts'
import { enumeration } from '../../lib/enumerations.ts'
import { Address } from '../vendors/schema.ts'
import { orderActions, orderStatuses } from './fulfil/fulfillment.ts'

/** The reasons that a cancellation of an order can give (contract 4.8). */
export const cancelReasons = enumeration(
  'CancelReason',
  ['OUT_OF_STOCK', 'DISCONTINUED', 'PRICING_ERROR', 'ADDRESS_NOT_SERVICEABLE', 'CUSTOMER_REQUEST', 'OTHER'],
  'The reason for the cancellation of an order'
)
export type CancelReason = (typeof cancelReasons)[number]

/** An amount of money in the marketplace's currency. */
export const amount = (description: string, example: number) =>
  Type.Number({ description, examples: [example] })
const count = (description: string) => Type.Integer({ minimum: 0, description })
/** The schema of a text in a response, with an example. */
export const text = (example: string) => Type.String({ examples: [example] })

/** The fields of a line that orders and purchase orders share (contract 2.7). */
export const orderItemFields = {
  id: Uuid,
  productName: text('Hex bolt M8'),
  sku: text('HB-M8-100'),
  quantity: Type.Integer({ minimum: 1, examples: [3] }),
  price: amount('The retail price per unit', 12.5),
  subtotal: amount('price × quantity, rounded half up to cents', 37.5)
}

/** The deadlines of an order. */
export const deadlineFields = {
  acknowledgeBy: nullable({
    ...Timestamp,
    description:
      'The time by which the vendor should acknowledge the order, or null if there is no such deadline'
  }),
  shipBy: nullable({
    ...Timestamp,
    description: 'The time by which the vendor should ship the order, or null if there is no such deadline'
  }),
  dueAt: nullable({
    ...Timestamp,
    description:
      'The deadline that counts in the current status: of a CONFIRMED order the earlier one of both, and until ' +
      'everything is shipped `shipBy`. Null if none counts.'
  }),
  isLate: Type.Boolean({ description: 'True if `dueAt` has passed' })
}

/** The amounts of an order without what was cancelled. */
export const NetAmounts = named(
  'NetAmounts',
  Type.Object({
    subtotal: amount('The sum of the prices of the pieces that are not cancelled', 25),
    shipping: amount('The charge of the shipping method, or 0 if everything is cancelled', 8.9),
    tax: amount('The part of the tax for these pieces', 2.07),
    discount: amount('The part of the discount for these pieces', 0),
    total: amount('subtotal + shipping + tax - discount', 35.97)
  }),
  'The amounts of an order without what was cancelled'
)

/** The fields that an order and the purchase order with the same id share (contract 2.7). */
export const orderFields = {
  id: Uuid,
  orderNumber: text('1000-0181'),
  status: oneOf(orderStatuses),
  placedAt: Timestamp,
  poNumber: text('PO-2000-0180'),
  vendor: ref(Address),
  billTo: ref(Address),
  shipTo: ref(Address),
  subtotal: amount('The sum of all lines', 37.5),
  shipping: amount('The charge of the shipping method', 8.9),
  tax: amount('The tax that the customer paid', 3.1),
  discount: amount('The discount that the customer got', 0),
  total: amount('subtotal + shipping + tax - discount', 49.5),
  net: ref(NetAmounts),
  currency: text('USD'),
  ...deadlineFields
}

/** The names of the payment and shipping methods when the order was placed. */
export const methodNames = {
  paymentMethodName: text('Credit card'),
  shippingMethodName: text('Ground')
}

/** A line of an order, with the quantities that are shipped and cancelled. */
export const OrderItem = named(
  'OrderItem',
  Type.Object({
    ...orderItemFields,
    variantId: Uuid,
    productId: Uuid,
    imageUrl: nullable(Type.String({ description: 'The image of the product at the time of the order' })),
    quantityShipped: count('The quantity in shipments that are not cancelled'),
    quantityCancelled: count('The cancelled quantity, which is never shipped')
  }),
  'A line of an order, with its shipped and cancelled quantities'
)

/**
 * A reference to the component `Shipment` by its name. The schema can't be imported here, because it is
 * defined in the module `shipments`, which imports this module.
 */
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
  }),
  'A cancellation of an order, in whole or in part'
)

/**
 * A vendor's part of a customer's order (a suborder) at retail prices. Its purchase order has the same id.
 */
export const Order = named(
  'Order',
  Type.Object({
    ...orderFields,
    ...methodNames,
    customerNote: nullable(Type.String()),
    items: Type.Array(ref(OrderItem)),
    acknowledgedAt: nullable(Timestamp),
    allowedActions: Type.Array(oneOf(orderActions), {
      description: 'The actions that the current status allows'
    }),
    shipments: Type.Array(Shipment),
    cancellations: Type.Array(ref(OrderCancellation)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'An order for one vendor'
)
export type Order = Static<typeof Order>

const NewCancellationItem = named(
  'NewCancellationItem',
  input({
    orderItemId: Uuid,
    quantity: Type.Integer({ minimum: 1, maximum: 1_000_000, examples: [1] })
  }),
  'A line of the order and the quantity to cancel'
)

/** The body that cancels an order, whole or in part. */
export const NewCancellation = named(
  'NewCancellation',
  input({
    reason: oneOf(cancelReasons),
    note: optional(Type.String({ maxLength: 1000, examples: ['The supplier has stopped making it.'] })),
    items: optional(
      Type.Array(ref(NewCancellationItem), {
        minItems: 1,
        maxItems: 200,
        description: 'The quantities to cancel. The default is all quantities that are not shipped yet.'
      })
    )
  }),
  'The reason for a cancellation, and the quantities to cancel'
)

/** The maximum number of orders that one request can acknowledge. */
const maxAcknowledgements = 500

/** The body that acknowledges several orders. */
export const Acknowledgements = named(
  'Acknowledgements',
  input({
    ids: Type.Array(Uuid, {
      minItems: 1,
      maxItems: maxAcknowledgements,
      description: 'The ids of the orders to acknowledge. No id may be repeated.'
    })
  }),
  'The orders to acknowledge'
)

/** The result of each order of `Acknowledgements`. */
export const AcknowledgementResults = itemResults('Acknowledgement', {
  list: 'ids',
  id: { ...Uuid, description: "The order's id, as in the request" },
  description: 'The result of each acknowledgement'
})

/** The maximum number of orders whose packing slips fit into one PDF. */
export const maxPackingSlips = 100

/** The query of the PDF with several packing slips. */
export const PackingSlipQuery = Type.Object(
  {
    ids: Type.Array(Uuid, {
      minItems: 1,
      maxItems: maxPackingSlips,
      description:
        `The ids of 1 to ${maxPackingSlips} orders, in the order of the pages. Separate them by commas, or repeat the ` +
        'parameter. No id may be repeated.'
    })
  },
  { additionalProperties: false }
)

/** The filters by deadline. They match orders whose `dueAt` isn't null. */
export const dueFilters = {
  late: Type.Optional(
    Type.Boolean({
      description: 'Only orders that are late (`isLate`), or with false only orders that are not'
    })
  ),
  dueBefore: timeFilter('Orders with a `dueAt` before this time')
}

const orderSorts = enumeration('OrderSort', ['placedAt', 'dueAt'], 'The order of a list of orders')

/** The order of lists of orders. */
export const orderSort = Type.Optional(
  oneOf(orderSorts, {
    description:
      'With `dueAt`, the list has only orders whose `dueAt` is not null, and those that are due first come first. The ' +
      'default is `placedAt`, newest first.'
  })
)

/** The filters of orders and purchase orders. An order must pass all given filters. */
export const orderFilters = {
  status: Type.Optional(oneOf(orderStatuses, { description: 'Orders in this status' })),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'Matches words, or their beginnings, in the order number, the PO number and the SKUs. All words must match.',
      examples: ['PO-2000']
    })
  ),
  placedAfter: timeFilter('Orders placed after this time'),
  placedBefore: timeFilter('Orders placed before this time'),
  updatedAfter: timeFilter('Orders changed after this time'),
  ...dueFilters
}
export type OrderFilters = {
  [name in keyof typeof orderFilters]?: Static<(typeof orderFilters)[name]> | undefined
} & { sort?: Static<typeof orderSort> | undefined }
