import { type Static, Type } from 'typebox'
import { EstimatedTotalCount, PageInfo, pagingQuery } from '../../../http/paging.ts'
import { input, named, oneOf, optional, ref, Uuid } from '../../../http/schema.ts'
import { orderStatuses } from '../fulfil/transitions.ts'
import { cancelReasons, Order } from '../schema.ts'

export const OrderPage = named(
  'OrderPage',
  Type.Object({
    orders: Type.Array(ref(Order)),
    pageInfo: ref(PageInfo),
    estimatedTotalCount: EstimatedTotalCount
  })
)
export type OrderPage = Static<typeof OrderPage>

const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

/** The filters of orders and purchase orders; those given must all hold. */
export const orderFilters = {
  status: Type.Optional(oneOf(orderStatuses)),
  search: Type.Optional(
    Type.String({
      maxLength: 255,
      description: 'Words of order number, PO number and SKUs, each as a prefix; all of them must match',
      examples: ['PO-2000']
    })
  ),
  placedAfter: moment('Placed after this moment'),
  placedBefore: moment('Placed before this moment'),
  updatedAfter: moment('Changed after this moment')
}

export const OrderListQuery = pagingQuery(orderFilters)
export type OrderListQuery = Static<typeof OrderListQuery>
export type OrderFilters = Pick<OrderListQuery, keyof typeof orderFilters>

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
export type NewCancellation = Static<typeof NewCancellation>
