import { type Static, Type } from 'typebox'
import type { Fragment } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import { pageSchema, pagingQuery, readFilters, readList } from '../../../http/paging.ts'
import { oneOf } from '../../../http/schema.ts'
import { orderStatuses } from '../fulfil/fulfillment.ts'
import { Order } from '../schema.ts'
import { listSuborders } from './list-queries.ts'

export const OrderPage = pageSchema('OrderPage', 'orders', Order)
export type OrderPage = Static<typeof OrderPage>

const moment = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }))

/** The filters of orders and purchase orders; those given must all hold. */
const orderFilters = {
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
export type OrderFilters = {
  [name in keyof typeof orderFilters]?: Static<(typeof orderFilters)[name]> | undefined
}

/** A search without a word finds everything: see `search_words` of the migrations. */
const hasWord = /[^\s!-/:-@[-`{-~]/

/**
 * A page of the vendor's suborders as JSON text (contract 4.9), newest first, exactly counted: `name` is the list's,
 * `columns` what it shows of each.
 */
export function readSuborderPage(
  { sql, secret }: Deps,
  list: { vendorId: string; query: OrderListQuery; name: string; columns: Fragment }
): Promise<string> {
  const { vendorId, query, name, columns } = list
  const { search, ...others } = readFilters(query)
  const filters = { ...others, ...(search !== undefined && hasWord.test(search) && { search }) }
  return readList(secret, { name, binding: [name, vendorId, filters], query }, (page) =>
    listSuborders(sql, vendorId, { filters, page, columns })
  )
}
