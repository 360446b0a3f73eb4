import type { Fragment, Handle } from '../../../db/connect.ts'
import {
  type Conditions,
  firstOf,
  type List,
  listOf,
  maxSorted,
  type Page,
  pageStatement,
  passing,
  readRows,
  run,
  sortedOrWalked
} from '../../../db/lists.ts'
import type { Listed } from '../../../http/paging.ts'
import type { OrderFilters } from '../schema.ts'
import { countFromTallies, vendorCondition } from './tally-queries.ts'

/** `columns` are the columns of each entry, as expressions on a row `s` of `suborders`. */
type PageInput = { filters: OrderFilters; page: Page; columns: Fragment }

/**
 * Reads one page, newest first, and the exact number of suborders that pass the filters, in one statement.
 */
export function listSuborders(sql: Handle, vendorId: string, input: PageInput): Promise<Listed> {
  return readRows(sql, orderPageQuery(sql, vendorId, input))
}

/** Returns the statement that `listSuborders` sends. */
export function orderPageQuery(
  sql: Handle,
  vendorId: string,
  { filters, page, columns }: PageInput
): Fragment {
  const { status, search, updatedAfter, placedAfter: after, placedBefore: before } = filters
  const list = listOf(sql, {
    ...{ from: 'suborders s', row: 's', key: orderKey, page, after, before },
    conditions: conditionsOf(sql, vendorId, { status, search, updatedAfter })
  })
  const walk = firstOf(list, vendorRun(list, { vendorId, status }), ['status'])
  const matches = matching(list, vendorId)
  return pageStatement(list, {
    rows: matches ? sortedOrWalked(list, { ...matches, walk }) : walk,
    json: sql`select to_json(shown) from (select ${columns} from suborders s where s.id = run.id) shown`,
    count: countSuborders(sql, vendorId, filters)
  })
}

/**
 * The sort key of lists of orders and suborders: the time when the order was placed, and the id of the row.
 */
export const orderKey = { placed_at: 'timestamptz', id: 'uuid' } as const

/**
 * Returns a query for the sort keys of the vendor's suborders, in the order of the list. If `status` is set,
 * only suborders with this status are included.
 */
export function vendorRun(
  list: List,
  { vendorId, status }: { vendorId: string; status: string | undefined }
): Fragment {
  const { sql } = list
  const lead: [string, Fragment][] = [['s.vendor_id', sql`(select ${vendorId}::uuid)`]]
  if (status !== undefined) lead.push(['s.status', sql`(select ${status}::text)`])
  return run(list, { from: 'suborders s', lead, columns: ['s.placed_at', 's.id'] })
}

/** Returns the filters as conditions on a row `s` of `suborders`. */
function conditionsOf(sql: Handle, vendorId: string, filters: OrderFilters): Conditions {
  const { status, search, updatedAfter, placedAfter, placedBefore } = filters
  return {
    search: search !== undefined && sql`s.search @@ (select product_query(${vendorId}, ${search}))`,
    updatedAfter: updatedAfter !== undefined && sql`s.updated_at > (select ${updatedAfter}::timestamptz)`,
    status: status !== undefined && sql`s.status = (select ${status}::text)`,
    placedAfter: placedAfter !== undefined && sql`s.placed_at > (select ${placedAfter}::timestamptz)`,
    placedBefore: placedBefore !== undefined && sql`s.placed_at < (select ${placedBefore}::timestamptz)`
  }
}

/**
 * Returns a query for the suborders that match the search or, if there is no search, for the suborders that
 * changed after `updatedAfter`. Returns undefined if neither filter is set. `observed` in the result names
 * the filter that the query already applies.
 */
function matching({ sql, conditions: { search, updatedAfter } }: List, vendorId: string) {
  const suborders = sql`select s.id, s.placed_at, s.status, s.updated_at from suborders s`
  const vendor = sql`s.vendor_id = (select ${vendorId}::uuid)`
  if (search)
    return { matches: sql`${suborders} where ${search} and (${vendor}) is true`, observed: ['search'] }
  if (!updatedAfter) return undefined
  const matches = sql`${suborders} where ${vendor} and ${updatedAfter} order by s.updated_at desc, s.id desc`
  return { matches, observed: ['updatedAfter'] }
}

/** An expression for the exact number of the vendor's suborders that pass the filters. */
function countSuborders(sql: Handle, vendorId: string, filters: OrderFilters): Fragment {
  const { search, updatedAfter, status, ...between } = filters
  const conditions = conditionsOf(sql, vendorId, filters)
  if (conditions.search) {
    return sql`(
      select count(*) from suborders s
      where ${conditions.search} and (s.vendor_id = (select ${vendorId}::uuid)) is true
        and ${passing({ sql, conditions }, ['search'])})`
  }
  const countAnyUpdate = countFromTallies(sql, {
    list: 'suborders',
    condition: vendorCondition(sql, { vendorId, status }),
    ...between
  })
  return updatedAfter === undefined
    ? countAnyUpdate
    : countUpdated(sql, vendorId, { updatedAfter, conditions, countAnyUpdate })
}

/**
 * Returns a SQL expression for the number of suborders that changed after `updatedAfter` and pass the other
 * filters. There are three cases. If few suborders (fewer than `maxSorted`) have changed, the expression
 * counts them. If few have not changed, as when a client reads everything for the first time, it counts the
 * unchanged suborders and subtracts them from `countAnyUpdate`, the count without the filter `updatedAfter`.
 * Otherwise it counts all matching rows.
 */
function countUpdated(
  sql: Handle,
  vendorId: string,
  {
    updatedAfter,
    conditions,
    countAnyUpdate
  }: { updatedAfter: string; conditions: Conditions; countAnyUpdate: Fragment }
): Fragment {
  const maxRows = sql.unsafe(String(maxSorted))
  const vendor = sql`s.vendor_id = (select ${vendorId}::uuid)`
  const timestamp = sql`(select ${updatedAfter}::timestamptz)`
  const counts = (comparison: Fragment, order: Fragment) => sql`
    select count(*) as seen, count(*) filter (where ${passing({ sql, conditions }, ['updatedAfter'])}) as passed
    from (
      select s.status, s.placed_at from suborders s
      where ${vendor} and s.updated_at ${comparison} ${timestamp} order by ${order} limit ${maxRows}) s`
  return sql`(
    with since as materialized (${counts(sql`>`, sql`s.updated_at desc, s.id desc`)})
    select case when since.seen < ${maxRows} then since.passed else (
      with until as materialized (${counts(sql`<=`, sql`s.updated_at, s.id`)})
      select case when until.seen < ${maxRows} then ${countAnyUpdate} - until.passed else (
        select count(*) from suborders s where ${vendor} and ${passing({ sql, conditions })}) end
      from until) end
    from since)`
}
