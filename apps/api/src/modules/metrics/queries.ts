import type { Fragment, Sql } from '../../db/connect.ts'
import { entryKindNames, entrySources } from '../moderation/queue/entry-kind-queries.ts'
import type { EntryKindName } from '../moderation/schema.ts'

/** Rows are counted up to this number, so that the statement always ends soon. */
const countLimit = 100_000

/** What the metrics say about the contents of the database. Ages are in seconds. */
export type DatabaseState = {
  jobs: Partial<Record<'RECEIVING' | 'QUEUED' | 'PROCESSING', number>>
  /** The items and images of received import jobs that have no result yet. */
  waitingItems: number
  waitingImages: number
  /** The time since the upload of the oldest items that wait was received; 0 if none wait. */
  oldestChunkAge: number
  unnumberedEvents: number
  oldestEventAge: number
  unnumberedChanges: number
  oldestChangeAge: number
  queue: Record<EntryKindName, { count: number; oldestAge: number }>
  webhooks: Partial<Record<'HEALTHY' | 'FAILING' | 'STOPPED', number>>
  /** The oldest event that a webhook waits for, and the number of events that this webhook waits for. */
  webhookLag: { age: number; events: number }
}

/** Reads the values of the metrics that describe the contents of the database. */
export async function readDatabaseState(sql: Sql): Promise<DatabaseState> {
  const [row] = await sql<DatabaseState[]>`
    /* background */ with active as materialized (
      select j.*, exists (select from import_chunks c where c.job_id = j.id and c.done_at is null) as has_open_chunk
      from import_jobs j where j.status in ('RECEIVING', 'QUEUED', 'PROCESSING')
    )
    select
      (select coalesce(json_object_agg(status, count), '{}')
        from (select status, count(*) from active group by status) by_status) as jobs,
      w.items as waiting_items, w.images as waiting_images, w.age as oldest_chunk_age,
      ${countUpTo(sql, sql`events where sequence is null`)} as unnumbered_events,
      coalesce((select ${age(sql, sql`occurred_at`)} from events where sequence is null order by id limit 1), 0)
        as oldest_event_age,
      ${countUpTo(sql, sql`catalog_outbox`)} as unnumbered_changes,
      coalesce((select ${age(sql, sql`uuid_extract_timestamp(id)`)} from catalog_outbox order by id limit 1), 0)
        as oldest_change_age,
      ${queue(sql)} as queue,
      (select coalesce(json_object_agg(state, count), '{}') from (
        select case when w.stopped_by is not null then 'STOPPED' when p.failing_since is not null then 'FAILING'
          else 'HEALTHY' end as state, count(*) as count
        from webhooks w join webhook_progress p on p.webhook_id = w.id group by 1) by_state) as webhooks,
      ${webhookLag(sql)} as webhook_lag
    from (
      select coalesce(sum(items_total - items_processed), 0)::float8 as items,
        coalesce(sum(images_total - images_fetched - images_failed), 0)::float8 as images,
        coalesce(max(${age(sql, sql`received_at`)}) filter (where has_open_chunk), 0)::float8 as age
      from active where status <> 'RECEIVING') w`
  if (!row) throw new Error('The statement returns one row.')
  return row
}

/** The age of a time in seconds. Times can be ahead of the clock by the duration of their transaction. */
function age(sql: Sql, time: Fragment): Fragment {
  return sql`greatest(0, extract(epoch from clock_timestamp() - ${time}))::float8`
}

function countUpTo(sql: Sql, rows: Fragment): Fragment {
  return sql`(select count(*)::int from (select from ${rows} limit ${sql.unsafe(String(countLimit))}) counted)`
}

/** Returns SQL for a JSON object with the number and the oldest age of the moderation queue's entries of each kind. */
function queue(sql: Sql): Fragment {
  const kinds = entryKindNames.map((kind) => {
    const { from, condition, at, id } = entrySources[kind]
    const entries: Fragment = sql`${sql.unsafe(`${from} where ${condition}`)}`
    return sql`
      select ${kind}::text as kind, ${countUpTo(sql, entries)} as count,
        coalesce((select ${age(sql, sql.unsafe(at))} from ${entries} order by ${sql.unsafe(`${at}, ${id}`)} limit 1), 0)
          as age`
  })
  const all = kinds.reduce((before, kind) => sql`${before} union all ${kind}`)
  return sql`(
    select json_object_agg(kind, json_build_object('count', count, 'oldestAge', age)) from (${all}) kinds)`
}

/** The number of webhooks whose lag is looked at: those that are furthest behind by number. */
const lagLimit = 100

/**
 * Returns SQL for a JSON object with the lag of the webhook that waits for the oldest event. Only webhooks that fail or
 * that are being delivered can have one.
 */
function webhookLag(sql: Sql): Fragment {
  const events = sql`events e where e.sequence > w.position and e.vendor_id = w.vendor_id
    and (w.types is null or e.type = any (w.types))`
  const allEvents = sql`events e where e.sequence > w.position and (w.types is null or e.type = any (w.types))`
  const changes = sql`catalog_changes e where e.sequence > w.position`
  const first = (rows: Fragment): Fragment =>
    sql`(select ${age(sql, sql`e.occurred_at`)} from ${rows} order by e.sequence limit 1)`
  const choose = (of: (rows: Fragment) => Fragment): Fragment => sql`case
    when w.feed = 'CATALOG_CHANGES' then ${of(changes)} when w.vendor_id is null then ${of(allEvents)}
    else ${of(events)} end`
  return sql`(
    select coalesce((
      select json_build_object('age', w.age, 'events', ${choose((rows) => countUpTo(sql, rows))})
      from (
        select w.*, ${choose(first)} as age
        from (
          select w.feed, w.vendor_id, w.types, p.position
          from webhook_progress p join webhooks w on w.id = p.webhook_id
          where w.stopped_by is null and (p.failing_since is not null or p.lease_id is not null)
          order by p.position limit ${sql.unsafe(String(lagLimit))}
        ) w
        order by age desc nulls last limit 1
      ) w where w.age is not null), json_build_object('age', 0, 'events', 0)))`
}
