import type { Fragment, Handle } from '../../db/connect.ts'
import { countLimit } from '../../db/estimate.ts'
import type { Page } from '../../db/lists.ts'
import type { EntryKind, QueueFilters } from './schema.ts'

export type QueuePage = { filters: QueueFilters; page: Page }

/** The largest page and one more: written out, it tells the planner that few rows are wanted. */
const maxRows = 101

/**
 * What makes a row `p` of products an entry of that kind, and since when. The whole queue has partial indexes in its
 * order; what one vendor or one upload has in it is found by the vendor's or the upload's own index.
 */
function entering(sql: Handle, kind: EntryKind, filters: QueueFilters) {
  if (kind === 'PRODUCT') {
    return { kind: sql`'PRODUCT'`, at: sql`p.submitted_at`, waits: sql`p.status = 'PENDING_APPROVAL'` }
  }
  return {
    kind: sql`'REVISION'`,
    at: sql`p.pending_revision_submitted_at`,
    waits: isNarrowed(filters) ? sql`p.has_pending_revision` : sql`p.pending_revision is not null`
  }
}

function isNarrowed({ vendorId, importJobId }: QueueFilters): boolean {
  return vendorId !== undefined || importJobId !== undefined
}

function kindsOf({ kind }: QueueFilters): EntryKind[] {
  return kind === undefined ? ['PRODUCT', 'REVISION'] : [kind]
}

/** Kind, id and moment of what a page shows, in its order. Values are wrapped, so that one plan is kept for all. */
export function waiting(sql: Handle, { filters, page }: QueuePage): Fragment {
  const order = page.backward ? sql`desc` : sql`asc`
  const all = kindsOf(filters)
    .map((kind) => waitingOf(sql, kind, { filters, page }))
    .reduce((union, run) => sql`${union} union all ${run}`)
  return sql`
    select kind, id, at from (${all}) f order by at ${order}, id ${order} limit (select ${page.limit + 1}::integer)`
}

/**
 * Those of one kind. Of the whole queue the index is read no further than the page; what one vendor or one upload
 * has in it is gathered and sorted, so that nobody else's entries are gone through.
 */
function waitingOf(sql: Handle, one: EntryKind, { filters, page }: QueuePage): Fragment {
  const { kind, at, waits } = entering(sql, one, filters)
  const order = page.backward ? sql`desc` : sql`asc`
  const behind = page.backward ? sql`<` : sql`>`
  const [since, id] = page.key ?? []
  const past = (moment: Fragment) =>
    since && id
      ? sql`and (${moment}, p.id) ${behind} ((select ${since}::timestamptz), (select ${id}::uuid))`
      : sql``
  if (!isNarrowed(filters)) {
    return sql`(
      select ${kind} as kind, p.id, ${at} as at from products p where ${waits} ${past(at)}
      order by ${at} ${order}, p.id ${order} limit ${sql.unsafe(String(maxRows))})`
  }
  return sql`(
    with gathered as materialized (
      select p.id, ${at} as at from products p where ${waits} ${conditions(sql, filters)})
    select ${kind} as kind, p.id, p.at from gathered p where true ${past(sql`p.at`)}
    order by p.at ${order}, p.id ${order} limit ${sql.unsafe(String(maxRows))})`
}

/** The filters as conditions; the planner sees their values only where `seen`. */
function conditions(sql: Handle, { vendorId, importJobId }: QueueFilters, { seen = false } = {}): Fragment {
  const value = (id: string) => (seen ? sql`${id}::uuid` : sql`(select ${id}::uuid)`)
  return sql`
    ${vendorId === undefined ? sql`` : sql`and p.vendor_id = ${value(vendorId)}`}
    ${importJobId === undefined ? sql`` : sql`and p.bulk_import_job_id = ${value(importJobId)}`}`
}

/** All entries of one kind that pass the filters, in no order. */
export function everyOf(
  sql: Handle,
  kind: EntryKind,
  { filters, seen }: { filters: QueueFilters; seen: boolean }
): Fragment {
  return sql`
    select from products p where ${entering(sql, kind, filters).waits} ${conditions(sql, filters, { seen })}`
}

/** How many there are of one kind, `countLimit` at most. */
export function countOf(sql: Handle, kind: EntryKind, filters: QueueFilters): Fragment {
  if (!kindsOf(filters).includes(kind)) return sql`0`
  const every = everyOf(sql, kind, { filters, seen: false })
  return sql`(select count(*)::integer from (${every} limit ${sql.unsafe(String(countLimit))}) w)`
}
