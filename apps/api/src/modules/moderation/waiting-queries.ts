import type { Fragment, Handle } from '../../db/connect.ts'
import { countLimit } from '../../db/estimate.ts'
import type { Page } from '../../db/lists.ts'
import type { EntryKind, QueueFilters } from './schema.ts'

/** A page of the moderation queue, and the filters that its entries match. */
export type QueuePage = { filters: QueueFilters; page: Page }

/**
 * The size of the largest page plus one. Statements contain this number as a literal, from which the planner
 * sees that they return few rows.
 */
const maxRows = 101

/**
 * Returns the condition under which a row `p` of `products` is an entry of the given kind, and the column by
 * which entries of this kind are sorted. They are chosen so that the whole queue can be read in order from
 * partial indexes, and that the entries of one vendor or upload can be found with the index on the vendor or
 * the upload.
 */
function entryOf(sql: Handle, kind: EntryKind, filters: QueueFilters) {
  if (kind === 'PRODUCT') {
    return { kind: sql`'PRODUCT'`, at: sql`p.submitted_at`, condition: sql`p.status = 'PENDING_APPROVAL'` }
  }
  return {
    kind: sql`'REVISION'`,
    at: sql`p.pending_revision_submitted_at`,
    condition: isNarrowed(filters) ? sql`p.has_pending_revision` : sql`p.pending_revision is not null`
  }
}

function isNarrowed({ vendorId, importJobId }: QueueFilters): boolean {
  return vendorId !== undefined || importJobId !== undefined
}

function kindsOf({ kind }: QueueFilters): EntryKind[] {
  return kind === undefined ? ['PRODUCT', 'REVISION'] : [kind]
}

/**
 * Returns a query for the kind, id and timestamp of the entries on a page of the moderation queue, in order.
 * Values are wrapped in subselects, so that one generic plan fits all values.
 */
export function waiting(sql: Handle, { filters, page }: QueuePage): Fragment {
  const order = page.backward ? sql`desc` : sql`asc`
  const all = kindsOf(filters)
    .map((kind) => waitingOf(sql, kind, { filters, page }))
    .reduce((union, run) => sql`${union} union all ${run}`)
  return sql`
    select kind, id, at from (${all}) f order by at ${order}, id ${order} limit (select ${page.limit + 1}::integer)`
}

/**
 * Returns a query for the entries of one kind. For the whole queue, the index is read only as far as the page
 * reaches. With a filter by vendor or upload, the matching entries are collected first and then sorted, so
 * that entries of other vendors or uploads aren't read.
 */
function waitingOf(sql: Handle, one: EntryKind, { filters, page }: QueuePage): Fragment {
  const { kind, at, condition } = entryOf(sql, one, filters)
  const order = page.backward ? sql`desc` : sql`asc`
  const comparison = page.backward ? sql`<` : sql`>`
  const [since, id] = page.key ?? []
  const afterKey = (timestamp: Fragment) =>
    since && id
      ? sql`and (${timestamp}, p.id) ${comparison} ((select ${since}::timestamptz), (select ${id}::uuid))`
      : sql``
  if (!isNarrowed(filters)) {
    return sql`(
      select ${kind} as kind, p.id, ${at} as at from products p where ${condition} ${afterKey(at)}
      order by ${at} ${order}, p.id ${order} limit ${sql.unsafe(String(maxRows))})`
  }
  return sql`(
    with gathered as materialized (
      select p.id, ${at} as at from products p where ${condition} ${conditions(sql, filters)})
    select ${kind} as kind, p.id, p.at from gathered p where true ${afterKey(sql`p.at`)}
    order by p.at ${order}, p.id ${order} limit ${sql.unsafe(String(maxRows))})`
}

/**
 * Returns the filters as SQL conditions. With `exposeValues`, the planner sees the values of the filters and
 * can estimate the number of rows.
 */
function conditions(
  sql: Handle,
  { vendorId, importJobId }: QueueFilters,
  { exposeValues = false } = {}
): Fragment {
  const value = (id: string) => (exposeValues ? sql`${id}::uuid` : sql`(select ${id}::uuid)`)
  return sql`
    ${vendorId === undefined ? sql`` : sql`and p.vendor_id = ${value(vendorId)}`}
    ${importJobId === undefined ? sql`` : sql`and p.bulk_import_job_id = ${value(importJobId)}`}`
}

/**
 * Returns a query for all entries of one kind in the moderation queue that match the filters, in no
 * particular order.
 */
export function everyOf(
  sql: Handle,
  kind: EntryKind,
  { filters, exposeValues }: { filters: QueueFilters; exposeValues: boolean }
): Fragment {
  return sql`
    select from products p where ${entryOf(sql, kind, filters).condition} ${conditions(sql, filters, { exposeValues })}`
}

/**
 * Returns a SQL expression for the number of entries of one kind in the moderation queue, at most
 * `countLimit`.
 */
export function countOf(sql: Handle, kind: EntryKind, filters: QueueFilters): Fragment {
  if (!kindsOf(filters).includes(kind)) return sql`0`
  const every = everyOf(sql, kind, { filters, exposeValues: false })
  return sql`(select count(*)::integer from (${every} limit ${sql.unsafe(String(countLimit))}) w)`
}
