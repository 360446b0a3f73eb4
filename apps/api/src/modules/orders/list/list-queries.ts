import type { Fragment, Handle } from '../../../db/connect.ts'
import {
  type Conditions,
  firstOf,
  type List,
  type ListDefinition,
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
import { dueAt, dueConditions, dueKey, dueRange, dueRun, needsDeadline } from './due-queries.ts'
import { countFromTallies, vendorCondition } from './tally-queries.ts'

/** `columns` are the columns of each entry, as expressions on a row `s` of `suborders`. */
type PageInput = { filters: OrderFilters; page: Page; columns: Fragment }

/**
 * Reads one page and the exact number of suborders that pass the filters, in one statement.
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
  const list = listOf(sql, { ...suborderList(sql, vendorId, filters), page })
  return pageStatement(list, {
    rows: suborderRows(list, vendorId, filters),
    json: sql`select to_json(shown) from (select ${columns} from suborders s where s.id = run.id) shown`,
    count: countSuborders(sql, vendorId, filters)
  })
}

/** Returns what a list of the vendor's suborders consists of: the newest first, or what is due first. */
export function suborderList(sql: Handle, vendorId: string, filters: OrderFilters): ListDefinition {
  const { placedAfter, placedBefore, ...others } = filters
  return filters.sort === 'dueAt'
    ? {
        ...{ from: 'suborders s', row: 's', key: dueKey, order: 'asc', ...dueRange(filters) },
        conditions: conditionsOf(sql, vendorId, filters)
      }
    : {
        ...{ from: 'suborders s', row: 's', key: orderKey, after: placedAfter, before: placedBefore },
        conditions: conditionsOf(sql, vendorId, others)
      }
}

/** Returns a query for the sort keys of the vendor's suborders that pass the filters. */
export function suborderRows(list: List, vendorId: string, filters: OrderFilters): Fragment {
  const matches = matching(list, vendorId, filters)
  const walk =
    filters.sort === 'dueAt'
      ? firstOf(list, dueRun(list, vendorId), ['late', 'dueBefore'])
      : firstOf(list, vendorRun(list, { vendorId, status: filters.status }), ['status'])
  return matches ? sortedOrWalked(list, { ...matches, walk }) : walk
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
export function conditionsOf(sql: Handle, vendorId: string, filters: OrderFilters): Conditions {
  const { status, search, updatedAfter, placedAfter, placedBefore } = filters
  return {
    search: search !== undefined && sql`s.search @@ (select product_query(${vendorId}, ${search}))`,
    updatedAfter: updatedAfter !== undefined && sql`s.updated_at > (select ${updatedAfter}::timestamptz)`,
    status: status !== undefined && sql`s.status = (select ${status}::text)`,
    placedAfter: placedAfter !== undefined && sql`s.placed_at > (select ${placedAfter}::timestamptz)`,
    placedBefore: placedBefore !== undefined && sql`s.placed_at < (select ${placedBefore}::timestamptz)`,
    ...dueConditions(sql, filters)
  }
}

/**
 * Returns a query for the suborders that match the search or, if there is no search, for the suborders with a deadline
 * that the filters select, or else for those that changed after `updatedAfter`. Returns undefined if none of these filters
 * is set, or if the list has the order of the deadlines, which an index has. `observed` in the result names the filters
 * that the query already applies.
 */
function matching({ sql, conditions }: List, vendorId: string, { sort, ...filters }: OrderFilters) {
  const { search, updatedAfter, late, dueBefore } = conditions
  const due = sql.unsafe(dueAt)
  const suborders = sql`
    select s.id, s.placed_at, s.status, s.updated_at, s.acknowledge_by, s.ship_by, ${due} as due_at from suborders s`
  const vendor = sql`s.vendor_id = (select ${vendorId}::uuid)`
  if (search)
    return { matches: sql`${suborders} where ${search} and (${vendor}) is true`, observed: ['search'] }
  if (sort === 'dueAt') return undefined
  if (needsDeadline(filters)) {
    const where = sql`${vendor} and ${late || sql`true`} and ${dueBefore || sql`true`} and ${due} is not null`
    return {
      matches: sql`${suborders} where ${where} order by ${due}, s.id`,
      observed: ['late', 'dueBefore']
    }
  }
  if (!updatedAfter) return undefined
  const matches = sql`${suborders} where ${vendor} and ${updatedAfter} order by s.updated_at desc, s.id desc`
  return { matches, observed: ['updatedAfter'] }
}

/** An expression for the exact number of the vendor's suborders that pass the filters. */
function countSuborders(sql: Handle, vendorId: string, filters: OrderFilters): Fragment {
  const { search, updatedAfter, status, late, dueBefore, sort, ...between } = filters
  const conditions = conditionsOf(sql, vendorId, filters)
  const due = sql.unsafe(dueAt)
  if (conditions.search) {
    return sql`(
      select count(*) from suborders s
      where ${conditions.search} and (s.vendor_id = (select ${vendorId}::uuid)) is true
        and ${passing({ sql, conditions }, ['search'])} and ${sort === 'dueAt' ? sql`${due} is not null` : sql`true`})`
  }
  if (needsDeadline(filters)) {
    return sql`(
      select count(*) from suborders s
      where s.vendor_id = (select ${vendorId}::uuid) and ${due} is not null and ${conditions.late || sql`true`}
        and ${conditions.dueBefore || sql`true`} and ${passing({ sql, conditions }, ['late', 'dueBefore'])})`
  }
  if (late === false) {
    const { late: _, ...others } = filters
    const [all, notWanted] = [others, { ...others, late: true }].map((f) => countSuborders(sql, vendorId, f))
    return sql`(${all ?? sql`0`} - ${notWanted ?? sql`0`})`
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
