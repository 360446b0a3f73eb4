import type { ListOrdersQuery, ListShipmentsQuery } from '@purveyor/client'

/**
 * The filters of orders, purchase orders and shipments in the address. `from` and `to` are days, both included. `due`
 * and `sort` are only for orders: those that are late or due today, and those that are due first.
 */
export type OrderFilters = {
  status?: string
  search?: string
  from?: string
  to?: string
  due?: string
  sort?: string
}

const names = ['status', 'search', 'from', 'to', 'due', 'sort'] as const

/** Returns the filters of an address. */
export function filtersOf(params: URLSearchParams): OrderFilters {
  return Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])))
}

/** Returns the query of the API for the filters. The service explains a status that it doesn't know. */
export function queryOf(
  { status, search, due, sort, ...days }: OrderFilters,
  now = new Date()
): ListOrdersQuery {
  const { after, before } = limitsOf(days)
  return {
    ...(status && { status: status as ListOrdersQuery['status'] }),
    ...(search?.trim() && { search: search.trim() }),
    ...(after && { placedAfter: after }),
    ...(before && { placedBefore: before }),
    ...(due === 'late' && { late: true }),
    ...(due === 'today' && dueToday(now)),
    ...(sort === 'due' && { sort: 'dueAt' as const })
  }
}

/** Returns the query of the orders that are not late yet, and due until the end of the day in the browser's time zone. */
export function dueToday(now = new Date()) {
  const end = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return { late: false, dueBefore: end.toISOString() }
}

/** Like `queryOf`, for the list of shipments. The days are those of shipping. */
export function shipmentQueryOf({ status, search, from, to }: OrderFilters): ListShipmentsQuery {
  const { after, before } = limitsOf({ from, to })
  return {
    ...(status && { status: status as ListShipmentsQuery['status'] }),
    ...(search?.trim() && { search: search.trim() }),
    ...(after && { shippedAfter: after }),
    ...(before && { shippedBefore: before })
  }
}

/** Returns the times before the first and after the last day. Both limits of the API exclude the given time. */
function limitsOf({ from, to }: Pick<OrderFilters, 'from' | 'to'>): { after?: string; before?: string } {
  const first = from && startOf(from)
  const end = to && startOf(to, 1)
  return {
    ...(first && { after: new Date(first.getTime() - 1).toISOString() }),
    ...(end && { before: end.toISOString() })
  }
}

/** Returns the beginning of a day such as `2026-03-01` in the browser's time zone, some days later. */
function startOf(day: string, later = 0): Date | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)
  if (!parts) return undefined
  const [, year, month, date] = parts.map(Number) as [number, number, number, number]
  return new Date(year, month - 1, date + later)
}
