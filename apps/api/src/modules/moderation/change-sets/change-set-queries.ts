import type { Fragment, Handle } from '../../../db/connect.ts'
import { listOf, type Page, pageStatement, readRows } from '../../../db/lists.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { Listed } from '../../../http/paging.ts'
import type { ChangeSet, ChangeSetFilters } from './change-set-schema.ts'

/** The maximum number of products of a set that the list reads, and that a read of one set reads. */
const maxRead = { list: 1000, one: 100_000 }

/**
 * Lists a page of the change sets, in the order of their ids. These are UUIDv7, so the oldest bulk update or upload is
 * first.
 */
export function listChangeSets(
  sql: Handle,
  page: { filters: ChangeSetFilters; page: Page }
): Promise<Listed> {
  return readRows(sql, changeSetPageQuery(sql, page))
}

/**
 * Returns the statement of `listChangeSets`. It finds each set by one search in the index of sets, from the id of the
 * set before, and doesn't read the entries between them. With the filter of a vendor, it passes the sets of other
 * vendors in the same way.
 */
export function changeSetPageQuery(
  sql: Handle,
  { filters: { vendorId }, page }: { filters: ChangeSetFilters; page: Page }
): Fragment {
  const list = listOf(sql, { from: 'watched_changes w', row: 'w', key: { id: 'uuid' }, order: 'asc', page })
  const { direction, behind, first } = list
  const order = sql.unsafe(
    ['w.change_set_id', 'w.submitted_at', 'w.product_id'].map((column) => `${column} ${direction}`).join(', ')
  )
  const next = (id: Fragment) => sql`
    select w.change_set_id as id, w.vendor_id from watched_changes w
    where w.is_waiting and ${sql.unsafe(`w.change_set_id ${behind}`)} ${id}
    order by ${order} limit 1`
  return pageStatement(list, {
    rows: sql`
      with recursive sets as (
        (${next(list.position)})
        union all
        select n.* from sets s cross join lateral (${next(sql`s.id`)}) n
      )
      select id from sets
      ${vendorId === undefined ? sql`` : sql`where vendor_id = (select ${vendorId}::uuid)`} ${first}`,
    json: summary(sql, sql`run.id`, maxRead.list)
  })
}

/** Returns a change set as JSON text, or undefined if none of its entries waits. */
export async function findChangeSet(sql: Handle, id: string): Promise<JsonText<ChangeSet> | undefined> {
  const [row] = await sql<{ json: string | null }[]>`
    select (${summary(sql, sql`(select ${id}::uuid)`, maxRead.one)})::text as json`
  return row?.json ?? undefined
}

/**
 * Returns a query for the JSON of a change set, computed from its `max` products that have waited longest. Its
 * `version` is the snapshot of the statement.
 */
function summary(sql: Handle, id: Fragment, max: number): Fragment {
  return sql`
    with entry as materialized (
      select w.* from watched_changes w
      where w.is_waiting and w.change_set_id = ${id}
      order by w.change_set_id, w.submitted_at, w.product_id limit ${sql.unsafe(String(max))}
    ), change as materialized (
      select e.product_id, c.change, c.change ->> 'field' as field, p.percent
      from entry e cross join lateral jsonb_array_elements(e.shown) as c (change)
        cross join lateral (
          select case when c.change ->> 'field' in ('vendorPrice', 'listPrice')
            then round(100 * ((c.change ->> 'proposed')::numeric / nullif((c.change ->> 'live')::numeric, 0) - 1), 1)
            end as percent) p
    ), example as materialized (
      select * from change order by abs(percent) desc nulls last, product_id limit 3
    )
    select to_json(s) from (
      select ${id} as id, max(e.change_source) as source,
        case max(e.change_source) when 'IMPORT_JOB' then ${id} end as "importJobId",
        (select j.file_name from import_jobs j where j.id = ${id}) as "fileName", max(e.request_id) as "requestId",
        (select json_build_object('id', v.id, 'name', v.name, 'slug', v.slug) from vendors v
          where v.id = (select vendor_id from entry limit 1)) as vendor,
        iso_text(max(e.submitted_at)) as "submittedAt", count(*) as "productCount",
        sum(jsonb_array_length(e.shown)) as "changeCount",
        array(select distinct field from change order by field) as fields,
        (select json_build_object('increased', count(*) filter (where percent > 0),
            'decreased', count(*) filter (where percent < 0),
            'largestIncreasePercent', max(percent) filter (where percent > 0),
            'largestDecreasePercent', -min(percent) filter (where percent < 0)) from change) as prices,
        (select json_agg(json_build_object('change', x.change,
            'product', json_build_object('id', p.id, 'name', p.name, 'sku', p.sku))
            order by abs(x.percent) desc nulls last, x.product_id)
          from example x join products p on p.id = x.product_id) as examples,
        pg_current_snapshot()::text as version
      from entry e having count(*) > 0) s`
}

/** The position of an entry in its change set: since when it waits, and its product. */
export type SetPosition = { at: string; id: string }

/** An entry of a change set. `isUnchanged` is true if it is the one that a statement with the snapshot has read. */
export type SetEntry = SetPosition & { version: number; isUnchanged: boolean }

/**
 * Returns the next `size` waiting entries of a change set, those that have waited longest first. Whether an entry is
 * unchanged can't be seen from the time of its change, because a transaction can commit long after it has begun: the
 * transaction that wrote the row must be visible in the snapshot. `xmin` has only the lower half of the transaction's
 * id. So an entry that no one has changed for two billion transactions counts as changed.
 */
export async function listSetEntries(
  sql: Handle,
  { id, snapshot, after, size }: { id: string; snapshot: string; after: SetPosition | null; size: number }
): Promise<SetEntry[]> {
  return await sql<SetEntry[]>`
    select w.product_id as id, w.submitted_at as at, w.version,
      a.age between 1 and 2147483647 and pg_visible_in_snapshot((s.next - a.age)::text::xid8, s.snapshot) as is_unchanged
    from (select ${snapshot}::pg_snapshot as snapshot, pg_snapshot_xmax(${snapshot}::pg_snapshot)::text::bigint as next) s
      cross join watched_changes w
      cross join lateral (select (s.next - w.xmin::text::bigint) & 4294967295 as age) a
    where w.is_waiting and w.change_set_id = ${id}::uuid
      ${after ? sql`and (w.submitted_at, w.product_id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by w.change_set_id, w.submitted_at, w.product_id limit ${size}`
}
