import type { Fragment, Handle } from '../../../db/connect.ts'
import { countLimit } from '../../../db/estimate.ts'
import type { Page } from '../../../db/lists.ts'
import type { EntryFilters, EntryKindName, QueueSort } from '../schema.ts'
import { entryKindNames, entrySources } from './entry-kind-queries.ts'
import { type Candidates, candidates, checks } from './filter-queries.ts'

/** A page of the moderation queue: the filters that its entries match, and the order of the queue. */
export type QueuePage = { filters: EntryFilters; sort: QueueSort; page: Page }

/**
 * The size of the largest page plus one. Statements contain this number as a literal, from which the planner
 * sees that they return few rows.
 */
const maxRows = 101

const keys: Record<QueueSort, string[]> = {
  age: ['at', 'id', 'kind'],
  vendor: ['vendor_name', 'vendor_id', 'at', 'id', 'kind']
}

/**
 * Returns the names of the columns by which the queue is ordered, which are also the key of a page. An upload
 * has only products of one vendor, so the queue of a vendor or an upload is always ordered by age.
 */
export function keyOf({ filters, sort }: Pick<QueuePage, 'filters' | 'sort'>): string[] {
  return keys[isOfOneVendor(filters) ? 'age' : sort]
}

function isOfOneVendor({ vendorId, importJobId }: EntryFilters): boolean {
  return vendorId !== undefined || importJobId !== undefined
}

/** Returns the `order by` clause for these columns, in the direction of the page. */
export function ordered(sql: Handle, { backward }: Page, columns: string[]): Fragment {
  const direction = backward ? 'desc' : 'asc'
  return sql.unsafe(`order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`)
}

function kindsOf({ kind }: EntryFilters): EntryKindName[] {
  return kind === undefined ? entryKindNames : [kind]
}

/**
 * Returns a query for the entries on a page of the moderation queue, in order. Its columns are those of
 * `keyOf`. Values are wrapped in subselects, so that one generic plan fits all values.
 */
export function waiting(sql: Handle, given: QueuePage): Fragment {
  const { page } = given
  const key = keyOf(given)
  const all = kindsOf(given.filters)
    .map((kind) => sql`(${entriesOf(sql, runOf(kind, given))})`)
    .reduce((union, run) => sql`${union} union all ${run}`)
  return sql`
    select ${sql.unsafe(key.join(', '))} from (${all}) f ${ordered(sql, page, key)}
    limit (select ${page.limit + 1}::integer)`
}

/**
 * Returns a SQL expression for the number of entries of one kind in the moderation queue, at most
 * `countLimit`.
 */
export function countOf(sql: Handle, kind: EntryKindName, filters: EntryFilters): Fragment {
  if (!kindsOf(filters).includes(kind)) return sql`0`
  const page = { limit: countLimit, backward: false, key: undefined }
  const all = runOf(kind, { filters, sort: 'age', page }, countLimit)
  return sql`(select count(*)::integer from (${entriesOf(sql, all)}) w)`
}

/** The first `cap` entries of one kind on a page, and the names of the columns to select. */
type Run = {
  kind: EntryKindName
  filters: EntryFilters
  key: string[]
  page: Page
  /** The values of the page's key by the names of the columns. */
  after: Record<string, string> | undefined
  /** The operator for the keys of entries after the position of the page. */
  beyond: string
  cap: number
}

function runOf(kind: EntryKindName, { filters, sort, page }: QueuePage, cap = maxRows): Run {
  const key = keyOf({ filters, sort })
  const after = page.key && Object.fromEntries(key.map((name, index) => [name, page.key?.[index] ?? '']))
  // The kind is the last column of the key. It is constant here, so it only decides about entries with the
  // other values of the key.
  const isIncluded = after?.kind !== undefined && (page.backward ? kind < after.kind : kind > after.kind)
  const beyond = `${page.backward ? '<' : '>'}${isIncluded ? '=' : ''}`
  return { kind, filters, key, page, after, beyond, cap }
}

/**
 * Returns a query for the entries of a run, with the columns of the key. If a filter has candidates, these are
 * read and sorted. Otherwise, or if there are too many candidates, the entries are read in the order of the
 * queue.
 */
function entriesOf(sql: Handle, run: Run): Fragment {
  const given = candidates(sql, run.kind, run.filters)
  if (!given) return inOrder(sql, run)
  if (given.max === undefined) return sorted(sql, run, given)
  const max = sql.unsafe(String(given.max))
  const few = { ...given, ids: sql`select id from candidates` }
  return sql`
    with candidates as materialized (${given.ids}), size as materialized (select count(*) as n from candidates)
    select few.* from (${sorted(sql, run, few)}) few where (select n from size) < ${max}
    union all
    select many.* from (${inOrder(sql, run)}) many where (select n from size) >= ${max}`
}

/** Returns a query for the entries among the candidates. */
function sorted(sql: Handle, run: Run, { ids, observed }: Candidates): Fragment {
  const { kind, filters, key, page, after, beyond, cap } = run
  const { from, condition, at, id } = entrySources[kind]
  const columns = key.slice(0, -1)
  const byVendor = key.includes('vendor_name')
  const vendor = sql`and p.vendor_id = (select ${filters.vendorId ?? null}::uuid)`
  const position = after && columns.map((column) => keyValue(sql, column, after[column]))
  return sql`
    select ${sql.unsafe(`${columns.join(', ')}, '${kind}' as kind`)} from (
      select f.* ${byVendor ? sql`, (select v.name from vendors v where v.id = f.vendor_id) as vendor_name` : sql``}
      from (${ids}) c cross join lateral (
        select ${sql.unsafe(`${id} as id, ${at} as at, p.vendor_id from ${from}`)}
        where ${sql.unsafe(`${id} = c.id and (${condition}) is true`)}
          ${filters.vendorId === undefined ? sql`` : vendor}
          ${checks(sql, kind, { filters, except: [observed] })} offset 0) f) e
    ${position ? sql`where ${sql.unsafe(`(${columns.join(', ')}) ${beyond}`)} (${list(sql, position)})` : sql``}
    ${ordered(sql, page, columns)} limit ${sql.unsafe(String(cap))}`
}

/** Returns a query for the entries of a run that reads an index in the order of the queue. */
function inOrder(sql: Handle, run: Run): Fragment {
  const { kind, filters, key, page, after, beyond, cap } = run
  if (filters.vendorId !== undefined) {
    const position = after && { at: keyValue(sql, 'at', after.at), id: keyValue(sql, 'id', after.id) }
    return ofVendor(sql, run, { vendorId: sql`(select ${filters.vendorId}::uuid)`, position })
  }
  if (key.includes('vendor_name')) return byVendor(sql, run)
  const { from, condition, at, id } = entrySources[kind]
  const position = after && list(sql, [keyValue(sql, 'at', after.at), keyValue(sql, 'id', after.id)])
  return sql`
    select ${sql.unsafe(`${at} as at, ${id} as id, '${kind}' as kind from ${from} where ${condition}`)}
      ${position ? sql`and ${sql.unsafe(`(${at}, ${id}) ${beyond}`)} (${position})` : sql``}
      ${checks(sql, kind, { filters })}
    ${ordered(sql, page, [at, id])} limit ${sql.unsafe(String(cap))}`
}

const lowest = { at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
const highest = { at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/**
 * Returns a query for the entries of one vendor. It compares and orders by all columns of the index on the
 * vendor, so that the planner can use only this index. With an equality of the vendor alone, the planner might
 * read the entries of all vendors in the order of their age.
 */
function ofVendor(
  sql: Handle,
  { kind, filters, page, beyond, cap }: Run,
  { vendorId, position }: { vendorId: Fragment; position: Record<'at' | 'id', Fragment> | undefined }
): Fragment {
  const { from, condition, at, id, vendor } = entrySources[kind]
  const begin = position ?? beginOf(sql, page)
  const columns = [vendor, at, id]
  return sql`
    select ${sql.unsafe(`${at} as at, ${id} as id, '${kind}' as kind from ${from} where ${condition}`)}
      and ${sql.unsafe(`(${columns.join(', ')}) ${beyond}`)} (${vendorId}, ${begin.at}, ${begin.id})
      and ${sql.unsafe(`${vendor} ${page.backward ? '>=' : '<='}`)} ${vendorId}
      ${checks(sql, kind, { filters })}
    ${ordered(sql, page, columns)} limit ${sql.unsafe(String(cap))}`
}

/** Returns SQL for a timestamp and an id before which a page in this direction has no entries. */
function beginOf(sql: Handle, { backward }: Page): Record<'at' | 'id', Fragment> {
  const { at, id } = backward ? highest : lowest
  return { at: sql.unsafe(`'${at}'::timestamptz`), id: sql.unsafe(`'${id}'::uuid`) }
}

/**
 * Returns a query for the entries of all vendors, in the order of the vendors' names. It reads the vendors in
 * this order and the entries of each, until the page is full.
 */
function byVendor(sql: Handle, run: Run): Fragment {
  const { key, page, after } = run
  const begin = beginOf(sql, page)
  const vendor =
    after && list(sql, [keyValue(sql, 'name', after.vendor_name), keyValue(sql, 'id', after.vendor_id)])
  const isCurrent = sql`named.vendor_id = ${keyValue(sql, 'id', after?.vendor_id)}`
  const within = (column: 'at' | 'id') =>
    sql`case when ${isCurrent} then ${keyValue(sql, column, after?.[column])} else ${begin[column]} end`
  const position = after && { at: within('at'), id: within('id') }
  const columns = key.slice(0, -1)
  return sql`
    select ${sql.unsafe(key.join(', '))} from (
      select v.id, v.name from vendors v
      ${vendor ? sql`where (v.name, v.id) ${sql.unsafe(page.backward ? '<=' : '>=')} (${vendor})` : sql``}
      ${ordered(sql, page, ['v.name', 'v.id'])} offset 0) named (vendor_id, vendor_name)
    cross join lateral (
      select o.* from (${ofVendor(sql, run, { vendorId: sql`named.vendor_id`, position })}) o
      limit (select ${page.limit + 1}::integer)) e
    ${ordered(sql, page, columns)} limit ${sql.unsafe(String(run.cap))}`
}

function list(sql: Handle, [first, ...others]: Fragment[]): Fragment {
  return others.reduce((all, one) => sql`${all}, ${one}`, first ?? sql``)
}

/** Returns SQL for a value of a page's key. */
function keyValue(sql: Handle, column: string, value = ''): Fragment {
  if (column === 'at') return sql`(select ${value}::timestamptz)`
  return column === 'id' || column === 'vendor_id'
    ? sql`(select ${value}::uuid)`
    : sql`(select ${value}::text)`
}
