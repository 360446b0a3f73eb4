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
import type { OrderFilters } from './list-orders.ts'
import { ofVendor, tallied } from './tally-queries.ts'

/** `columns` are those of a row `s` of suborders that an entry of the page shows. */
type PageInput = { filters: OrderFilters; page: Page; columns: Fragment }

/** One page, newest first, and how many suborders pass the filters, exactly, in one statement. */
export function listSuborders(sql: Handle, vendorId: string, input: PageInput): Promise<Listed> {
  return readRows(sql, pageQuery(sql, vendorId, input))
}

export function pageQuery(sql: Handle, vendorId: string, { filters, page, columns }: PageInput): Fragment {
  const { status, search, updatedAfter, placedAfter: after, placedBefore: before } = filters
  const list = listOf(sql, {
    ...{ from: 'suborders s', row: 's', key: orderKey, page, after, before },
    conditions: conditionsOf(sql, vendorId, { status, search, updatedAfter })
  })
  const walk = firstOf(list, vendorRun(list, { vendorId, status }), ['status'])
  const matches = matching(list, vendorId)
  return pageStatement(list, {
    rows: matches ? sortedOrWalked(list, { ...matches, walk, whole: true }) : walk,
    json: sql`select to_json(shown) from (select ${columns} from suborders s where s.id = run.id) shown`,
    count: countSuborders(sql, vendorId, filters)
  })
}

/** Orders and suborders are listed by when they were placed. */
export const orderKey = { placed_at: 'timestamptz', id: 'uuid' } as const

/** The vendor's suborders in the list's order, by status where one is asked for. */
export function vendorRun(
  list: List,
  { vendorId, status }: { vendorId: string; status: string | undefined }
): Fragment {
  const { sql } = list
  const lead: [string, Fragment][] = [['s.vendor_id', sql`(select ${vendorId}::uuid)`]]
  if (status !== undefined) lead.push(['s.status', sql`(select ${status}::text)`])
  return run(list, { from: 'suborders s', lead, columns: ['s.placed_at', 's.id'] })
}

/** What the filters ask of a row `s`. */
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

/** What the index of the search finds, else that of the moments of change; undefined without such a filter. */
function matching({ sql, conditions: { search, updatedAfter } }: List, vendorId: string) {
  const found = sql`select s.id, s.placed_at, s.status, s.updated_at from suborders s`
  const vendor = sql`s.vendor_id = (select ${vendorId}::uuid)`
  if (search) return { matches: sql`${found} where ${search} and (${vendor}) is true`, observed: ['search'] }
  if (!updatedAfter) return undefined
  const matches = sql`${found} where ${vendor} and ${updatedAfter} order by s.updated_at desc, s.id desc`
  return { matches, observed: ['updatedAfter'] }
}

/** How many of the vendor's suborders pass the filters, exactly, as an expression. */
function countSuborders(sql: Handle, vendorId: string, filters: OrderFilters): Fragment {
  const { search, updatedAfter, status, ...between } = filters
  const conditions = conditionsOf(sql, vendorId, filters)
  if (conditions.search) {
    return sql`(
      select count(*) from suborders s
      where ${conditions.search} and (s.vendor_id = (select ${vendorId}::uuid)) is true
        and ${passing({ sql, conditions }, ['search'])})`
  }
  const ofDays = tallied(sql, {
    list: 'suborders',
    condition: ofVendor(sql, { vendorId, status }),
    ...between
  })
  return updatedAfter === undefined
    ? ofDays
    : countUpdated(sql, vendorId, { updatedAfter, conditions, ofDays })
}

/**
 * Those changed since a moment are counted where they are few, and taken from the whole where those not changed since are
 * few, as in a first reading of everything. In between they are all counted.
 */
function countUpdated(
  sql: Handle,
  vendorId: string,
  { updatedAfter, conditions, ofDays }: { updatedAfter: string; conditions: Conditions; ofDays: Fragment }
): Fragment {
  const most = sql.unsafe(String(maxSorted))
  const vendor = sql`s.vendor_id = (select ${vendorId}::uuid)`
  const moment = sql`(select ${updatedAfter}::timestamptz)`
  const counts = (since: Fragment, order: Fragment) => sql`
    select count(*) as seen, count(*) filter (where ${passing({ sql, conditions }, ['updatedAfter'])}) as passed
    from (
      select s.status, s.placed_at from suborders s
      where ${vendor} and s.updated_at ${since} ${moment} order by ${order} limit ${most}) s`
  return sql`(
    with since as materialized (${counts(sql`>`, sql`s.updated_at desc, s.id desc`)})
    select case when since.seen < ${most} then since.passed else (
      with until as materialized (${counts(sql`<=`, sql`s.updated_at, s.id`)})
      select case when until.seen < ${most} then ${ofDays} - until.passed else (
        select count(*) from suborders s where ${vendor} and ${passing({ sql, conditions })}) end
      from until) end
    from since)`
}
