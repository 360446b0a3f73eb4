import { type Static, Type } from 'typebox'
import { pageSchema } from '../../http/paging.ts'
import {
  idFilter,
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
import { Address } from '../vendors/schema.ts'
import { orderStatuses } from './fulfil/fulfillment.ts'
import {
  amount,
  cancelReasons,
  dueFilters,
  NetAmounts,
  Order,
  OrderItem,
  orderFields,
  text
} from './schema.ts'

const { id, poNumber, status, subtotal, shipping, tax, discount, total, net, dueAt, isLate } = orderFields

const PlacedWarning = named(
  'PlacedWarning',
  Type.Object({
    pointer: Type.String({ examples: ['/vendors/0/items/2/variantId'] }),
    code: oneOf(['WEIGHT_UNKNOWN'], {
      description: 'The variant has no weight, so shipping was calculated with a weight of 0'
    }),
    message: text('HB-M8-100 has no weight, so shipping was calculated with a weight of 0')
  }),
  'A circumstance that did not prevent the order but may need attention'
)
export type PlacedWarning = Static<typeof PlacedWarning>

const PlacedSuborder = named(
  'PlacedSuborder',
  Type.Object({ id, vendorId: Uuid, poNumber, status, subtotal, shipping, tax, discount, total }),
  "One vendor's part of the placed order"
)

/** The response to a placed order: one suborder per vendor, in the same sequence as in the request. */
export const PlacedOrder = named(
  'PlacedOrder',
  Type.Object({
    id: Uuid,
    orderNumber: text('1000-0181'),
    placedAt: Timestamp,
    currency: text('USD'),
    suborders: Type.Array(ref(PlacedSuborder)),
    warnings: Type.Array(ref(PlacedWarning))
  }),
  'The order and its suborders'
)
export type PlacedOrder = Static<typeof PlacedOrder>

const headFields = {
  id: Uuid,
  orderNumber: text('1000-0181'),
  placedAt: Timestamp,
  paymentMethodName: text('Credit card'),
  customerNote: nullable(text('Leave at the door')),
  shipTo: ref(Address),
  currency: text('USD'),
  total: amount('The sum of the totals of all suborders', 49.5),
  netTotal: amount('The same without what was cancelled', 35.97)
}

const costs = {
  costSubtotal: amount('The sum of all lines at vendor cost', 30),
  netCost: ref(NetAmounts)
}

const OrderPart = named(
  'OrderPart',
  Type.Object({
    ...{
      id,
      vendorId: Uuid,
      vendorName: text('Acme Tools'),
      poNumber,
      status,
      total,
      shipping,
      ...costs,
      net
    },
    ...{ dueAt, isLate }
  }),
  "One vendor's part of an order, in short"
)

const OrderSummary = named(
  'OrderSummary',
  Type.Object({
    ...headFields,
    suborders: Type.Array(ref(OrderPart)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'An order with its suborders in short'
)

export const PlatformOrderPage = pageSchema('PlatformOrderPage', 'orders', OrderSummary)
export type PlatformOrderPage = Static<typeof PlatformOrderPage>

const SuborderItem = named(
  'SuborderItem',
  Type.Object({
    ...OrderItem.properties,
    cost: amount('The vendor cost per unit', 10),
    costSubtotal: amount('cost × quantity, rounded half up to cents', 30)
  }),
  'A line of a suborder, at retail price and at cost'
)

const Suborder = named(
  'Suborder',
  Type.Object({
    ...Order.properties,
    vendorId: Uuid,
    vendorName: text('Acme Tools'),
    ...costs,
    items: Type.Array(ref(SuborderItem))
  }),
  "One vendor's part of an order, at retail prices and at cost"
)

/** A customer's whole order as the operator sees it, at retail prices and at cost. */
export const PlatformOrder = named(
  'PlatformOrder',
  Type.Object({
    ...headFields,
    suborders: Type.Array(ref(Suborder)),
    createdAt: Timestamp,
    updatedAt: Timestamp
  }),
  'An order with its suborders'
)
export type PlatformOrder = Static<typeof PlatformOrder>

export const OrderCancelRequest = named(
  'OrderCancelRequest',
  input({
    reason: optional(oneOf(cancelReasons, { description: 'The reason. The default is CUSTOMER_REQUEST.' })),
    note: optional(Type.String({ maxLength: 2000 })),
    vendorId: optional(
      Type.String({ format: 'uuid', description: 'Cancels only the suborder of this vendor' })
    )
  }),
  'The reason for a cancellation, and optionally the only vendor whose suborder is cancelled'
)

export const platformOrderFilters = {
  search: Type.Optional(
    Type.String({
      trim: true,
      minLength: 1,
      maxLength: 255,
      description: 'An exact order number or PO number',
      examples: ['1000-0181']
    })
  ),
  vendorId: idFilter('Orders with a suborder of this vendor'),
  status: Type.Optional(oneOf(orderStatuses, { description: 'Orders with a suborder in this status' })),
  placedAfter: timeFilter('Orders placed after this time'),
  placedBefore: timeFilter('Orders placed before this time'),
  ...dueFilters
}
