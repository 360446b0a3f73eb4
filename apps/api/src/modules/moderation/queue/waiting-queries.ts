import type { Fragment, Handle } from '../../../db/connect.ts'
import { countLimit } from '../../../db/estimate.ts'
import {
  continuedIf,
  inRange,
  type List,
  listOf,
  ordered,
  type Page,
  passing,
  run
} from '../../../db/lists.ts'
import type { EntryFilters, EntryKindName, QueueSort } from '../schema.ts'
import { entryKindNames, entrySources } from './entry-kind-queries.ts'
import { type Candidates, entryCandidates, entryConditions, indexedConditions } from './filter-queries.ts'

/** A page of the moderation queue: the filters that its entries match, and the order of the queue. */
export type QueuePage = { filters: EntryFilters; sort: QueueSort; page: Page }

const types = { vendor_name: 'text', vendor_id: 'uuid', at: 'timestamptz', id: 'uuid', kind: 'text' } as const
type Column = keyof typeof types

const keys: Record<QueueSort, Column[]> = {
  age: ['at', 'id', 'kind'],
  vendor: ['vendor_name', 'vendor_id', 'at', 'id', 'kind']
}

/**
 * Returns the names of the columns by which the queue is ordered, which are also the key of a page. An upload or a
 * change set has only products of one vendor, so the queue of a vendor, an upload or a change set is always ordered by
 * age.
 */
export function keyOf({ filters, sort }: Pick<QueuePage, 'filters' | 'sort'>): Column[] {
  const { vendorId, importJobId, changeSetId } = filters
  return keys[(vendorId ?? importJobId ?? changeSetId) === undefined ? sort : 'age']
}

/** Returns the list of all entries, oldest first. */
export function queueList(sql: Handle, queue: QueuePage): List {
  return listBy(sql, keyOf(queue), { ...queue, cap: 101 })
}

/** Returns a query for the entries on a page of the moderation queue, in order. Its columns are those of `keyOf`. */
export function waiting(sql: Handle, queue: QueuePage): Fragment {
  const list = queueList(sql, queue)
  const [first, ...others] = kindsOf(queue.filters).map(
    (kind) => sql`(${entriesOf(sql, { ...queue, kind, cap: 101 })})`
  )
  const nothing = sql`select ${sql.unsafe(list.names.map((name) => `null::${types[name as Column]} as ${name}`).join(', '))} limit 0`
  const entries = others.reduce((union, ofKind) => sql`${union} union all ${ofKind}`, first ?? nothing)
  return sql`
    select ${sql.unsafe(list.names.join(', '))} from (${entries}) f ${ordered(list, list.names)} ${list.first}`
}

/**
 * Returns a SQL expression for the number of entries of one kind in the moderation queue, at most
 * `countLimit`.
 */
export function countOf(sql: Handle, kind: EntryKindName, filters: EntryFilters): Fragment {
  if (!kindsOf(filters).includes(kind)) return sql`0`
  const page = { limit: countLimit, backward: false, key: undefined }
  const entries = entriesOf(sql, { kind, filters, sort: 'age', page, cap: countLimit })
  return sql`(select count(*)::integer from (${entries}) w)`
}

function kindsOf({ kind, changeSetId, inChangeSet }: EntryFilters): EntryKindName[] {
  const isOfSets = changeSetId !== undefined || inChangeSet === true
  return entryKindNames.filter((one) => (kind ?? one) === one && (!isOfSets || one === 'CHANGE'))
}

/** The first `cap` entries of one kind on a page. */
type Part = QueuePage & { kind: EntryKindName; cap: 101 | typeof countLimit }

/** Returns the list of the entries of one kind that is ordered by these columns, which are columns of `keyOf`. */
function listBy(
  sql: Handle,
  columns: Column[],
  { page, cap, ...queue }: Omit<Part, 'kind'> & { kind?: EntryKindName }
) {
  const key = keyOf(queue)
  const textOf = (column: Column) => page.key?.[key.indexOf(column)] ?? ''
  const { kind } = queue
  const last = textOf('kind')
  return listOf(sql, {
    ...{ from: 'products p', row: 'p', order: 'asc', cap },
    key: Object.fromEntries(columns.map((column) => [column, types[column]])),
    page: { ...page, key: page.key && columns.map(textOf) },
    // The kind is the last column of the key. Among the entries of one kind, it only decides about the entry with the
    // other values of the key.
    includesKey: kind !== undefined && page.key !== undefined && (page.backward ? kind < last : kind > last),
    ...(kind && { conditions: entryConditions(sql, kind, queue.filters) })
  })
}

/**
 * Returns a query for the entries of one kind, with the columns of the key. If a filter has candidates, these are
 * read and sorted. Otherwise, or if there are too many candidates, the entries are read in the order of the
 * queue.
 */
function entriesOf(sql: Handle, part: Part): Fragment {
  const filtered = entryCandidates(sql, part.kind, part.filters)
  if (!filtered) return inOrder(sql, part)
  if (filtered.max === undefined) return sorted(sql, part, filtered)
  const max = sql.unsafe(String(filtered.max))
  const few = { ...filtered, ids: sql`select id from candidates` }
  return sql`
    with candidates as materialized (${filtered.ids}), size as materialized (select count(*) as n from candidates)
    select few.* from (${sorted(sql, part, few)}) few where (select n from size) < ${max}
    union all
    select many.* from (${inOrder(sql, part)}) many where (select n from size) >= ${max}`
}

/** Returns a query for the entries among the candidates. */
function sorted(sql: Handle, part: Part, { ids, observed }: Candidates): Fragment {
  const { kind, filters, page } = part
  const { from, condition, at, id } = entrySources[kind]
  const columns = keyOf(part).slice(0, -1)
  const list = listBy(sql, columns, part)
  const vendorName = sql`, (select v.name from vendors v where v.id = f.vendor_id) as vendor_name`
  return sql`
    select ${sql.unsafe(`${columns.join(', ')}, '${kind}' as kind`)} from (
      select f.* ${columns.includes('vendor_name') ? vendorName : sql``}
      from (${ids}) c cross join lateral (
        select ${sql.unsafe(`${id} as id, ${at} as at, p.vendor_id from ${from}`)}
        where ${sql.unsafe(`${id} = c.id and (${condition}) is true`)} and ${passing(list, [observed])}
          ${indexedConditions(sql, kind, filters)} offset 0) f) e
    ${page.key ? sql`where ${inRange(list, columns)}` : sql``}
    ${ordered(list, columns)} ${list.cap}`
}

/** Returns a query for the entries of one kind that reads an index in the order of the queue. */
function inOrder(sql: Handle, part: Part): Fragment {
  const { vendorId, changeSetId } = part.filters
  const list = listBy(sql, ['at', 'id'], part)
  if (changeSetId !== undefined) return ofChangeSet(list, part, sql`(select ${changeSetId}::uuid)`)
  if (vendorId !== undefined) return ofVendor(list, part, sql`(select ${vendorId}::uuid)`)
  return keyOf(part).includes('vendor_name') ? byVendor(sql, part) : ofVendor(list, part)
}

/** Returns a query for the entries of one vendor, or without `vendorId` of all vendors, in the order of their age. */
function ofVendor(list: List, part: Part, vendorId?: Fragment): Fragment {
  const { vendor } = entrySources[part.kind]
  return inIndex(list, part, { lead: vendorId ? [[vendor, vendorId]] : [], observed: 'vendorId' })
}

/** Returns a query for the entries of a change set, in the order of their age. */
function ofChangeSet(list: List, part: Part, changeSetId: Fragment): Fragment {
  return inIndex(list, part, { lead: [['w.change_set_id', changeSetId]], observed: 'changeSetId' })
}

/** Returns a query for the entries in a range of an index that begins with the columns `lead`. */
function inIndex(
  list: List,
  { kind, filters }: Part,
  { lead, observed }: { lead: [string, Fragment][]; observed: string }
): Fragment {
  const { from, condition, at, id } = entrySources[kind]
  const { sql, cap } = list
  const where = sql`${sql.unsafe(condition)} and ${passing(list, [observed])} ${indexedConditions(sql, kind, filters)}`
  return sql`
    select e.*, ${sql.unsafe(`'${kind}'`)} as kind
    from (${run(list, { from, lead, columns: [at, id], where, isUnbounded: lead.length === 0 })} ${cap}) e`
}

/**
 * Returns a query for the entries of all vendors, in the order of the vendors' names. It reads the vendors in
 * this order and the entries of each, until the page is full.
 */
function byVendor(sql: Handle, part: Part): Fragment {
  const columns = keyOf(part)
  const list = listBy(sql, columns.slice(0, -1), part)
  const vendors = {
    ...listBy(sql, ['vendor_name', 'vendor_id'], part),
    behind: list.direction === 'asc' ? '>=' : '<='
  }
  const [, current] = vendors.continued?.values ?? []
  const entries = listBy(sql, ['at', 'id'], part)
  const remaining = current ? continuedIf(entries, sql`named.vendor_id = ${current}`) : entries
  return sql`
    select ${sql.unsafe(columns.join(', '))} from (
      select v.id, v.name from vendors v
      ${current ? sql`where ${inRange(vendors, ['v.name', 'v.id'])}` : sql``}
      ${ordered(vendors, ['v.name', 'v.id'])} offset 0) named (vendor_id, vendor_name)
    cross join lateral (
      select o.* from (${ofVendor(remaining, part, sql`named.vendor_id`)}) o ${list.first}) e
    ${ordered(list, columns.slice(0, -1))} ${list.cap}`
}
