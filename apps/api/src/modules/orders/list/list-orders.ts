import type { Static } from 'typebox'
import type { Fragment } from '../../../db/connect.ts'
import type { Deps } from '../../../deps.ts'
import { pageSchema, pagingQuery, readFilters, readList } from '../../../http/paging.ts'
import { Order, type OrderFilters, orderFilters, orderSort } from '../schema.ts'
import { listSuborders } from './list-queries.ts'

export const OrderPage = pageSchema('OrderPage', 'orders', Order)
export type OrderPage = Static<typeof OrderPage>

export const OrderListQuery = pagingQuery({ ...orderFilters, sort: orderSort })
export type OrderListQuery = Static<typeof OrderListQuery>

/**
 * Tests whether a search contains a word. The characters excluded here must be those that the SQL function
 * `search_words` removes.
 */
const hasWord = /[^\s!-/:-@[-`{-~]/

/** Returns the filters, without the search if it has no word. The list then contains all entries. */
export function withSearchOfWords<F extends { search?: string | undefined }>(filters: F): F {
  const { search, ...others } = filters
  return search === undefined || hasWord.test(search) ? filters : (others as F)
}

/** Returns the filters and the order of a list that a query of a request has. */
export function orderFiltersOf(query: OrderListQuery): OrderFilters {
  return withSearchOfWords(readFilters(query))
}

/**
 * Reads a page of the vendor's suborders as JSON text (contract 4.9), with the exact number of suborders. `name` is the name of the list in the JSON, and `columns` are the columns of each entry.
 */
export function readSuborderPage(
  { sql, secret }: Deps,
  list: { vendorId: string; query: OrderListQuery; name: string; columns: Fragment }
): Promise<string> {
  const { vendorId, query, name, columns } = list
  const filters = orderFiltersOf(query)
  return readList(secret, { name, binding: [name, vendorId, filters], query }, (page) =>
    listSuborders(sql, vendorId, { filters, page, columns })
  )
}
