import type { Fragment, Handle, Sql } from '../../../db/connect.ts'
import { maxSetAside, tooManySetAside } from './session.ts'

/** The types of the new events of a vendor, or with null, of those that belong to no vendor. */
export type VendorNews = { vendorId: string | null; types: string[] }

/** What has happened since a worker has looked the last time. */
export type News = {
  /** The numbers of the last event and of the last change of the catalog. */
  lastEvent: string
  lastChange: string
  /** The new events by vendor, or null if there are too many or if `after` was null. */
  events: VendorNews[] | null
  /** True if webhooks may wait whose next attempt is due. */
  isDue: boolean
}

/** Reads what is new since the event with the number `after`. With more than `limit` new events, `events` is null. */
export async function readNews(
  sql: Sql,
  { after, limit }: { after: string | null; limit: number }
): Promise<News> {
  const [row] = await sql<[News]>`
    /* background */ with fresh as materialized (
      select vendor_id, type from events where sequence > ${after}::bigint order by sequence limit ${limit + 1}
    )
    select coalesce((select max(sequence) from events), 0)::text as last_event,
      coalesce((select max(sequence) from catalog_changes), 0)::text as last_change,
      case when ${after}::bigint is not null and (select count(*) from fresh) <= ${limit} then (
        select coalesce(json_agg(json_build_object('vendorId', vendor_id, 'types', types)), '[]')
        from (select vendor_id, array_agg(distinct type) as types from fresh group by vendor_id) by_vendor) end as events,
      least((select min(next_attempt_at) from webhook_progress), (select min(set_aside_due_at) from webhook_progress))
        <= now() is true as is_due`
  return row
}

/** A webhook that a worker has leased. */
export type ClaimedWebhook = {
  id: string
  vendorId: string | null
  feed: 'EVENTS' | 'CATALOG_CHANGES'
  url: string
  types: string[] | null
  concurrency: number
  headers: Buffer | null
  secrets: Buffer
  version: number
  leaseId: string
  position: string
  deliveredAhead: string[]
  replayThrough: string
  replayNumber: number
  gap: 'RETENTION' | 'RESTORE' | null
  gapNumber: number
  /** The position after which nothing is missing. */
  gapPosition: string
  failingSince: string | null
  failures: number
  lastFailureReason: string | null
  setAsideCount: number
  /** The time in milliseconds until the next event that was set aside is due, or null. */
  setAsideDueMs: number | null
  blockedKeys: string[]
}

/** Which webhooks to claim. */
type Wanted = {
  /** The types of new events, by vendor. */
  events: VendorNews[]
  /** True if there are new changes of the catalog. */
  hasChanges: boolean
  /** Webhooks that probably have events to deliver. */
  ids: string[]
  /** True to look at all webhooks. */
  isScan: boolean
}

/**
 * Leases at most `limit` webhooks that have something to deliver, those first that were not served for longest, and
 * returns them. Leaves out webhooks that are stopped, whose vendor isn't active, or that another worker has leased.
 * Notes a gap if events after the position have been deleted.
 */
export async function claimWebhooks(
  sql: Sql,
  wanted: Wanted & { leaseId: string; leaseMs: number; limit: number; held: string[] }
): Promise<ClaimedWebhook[]> {
  const { leaseId, leaseMs, limit, held } = wanted
  return await sql<ClaimedWebhook[]>`
    /* background */ with candidates as (${candidates(sql, wanted)}), oldest as materialized (
      select coalesce((select sequence from events where sequence > 0 order by sequence limit 1), 1) - 1 as event,
        (select deleted_through from catalog_feed) as change
    ), picked as materialized (
      select p.webhook_id, case when w.feed = 'CATALOG_CHANGES' then o.change else o.event end as gap_position,
        case when w.feed = 'CATALOG_CHANGES' then p.position < o.change
          else p.position < o.event and w.created_at < now() - interval '400 days' end as is_too_old
      from candidates c join webhook_progress p on p.webhook_id = c.id join webhooks w on w.id = c.id
        left join vendors v on v.id = w.vendor_id cross join oldest o
      where w.stopped_by is null and v.is_active is not false
        and (p.leased_until is null or p.leased_until < now()) and p.webhook_id <> all (${held}::uuid[])
        and case
          when p.next_attempt_at is not null then p.next_attempt_at <= now()
          when p.last_failure_reason = ${tooManySetAside} and p.set_aside_count >= ${maxSetAside}
            then p.set_aside_due_at <= now()
          else true end
      order by p.leased_until nulls first, p.webhook_id limit ${limit} for update of p skip locked
    )
    update webhook_progress p set lease_id = ${leaseId}, leased_until = now() + ${leaseMs} * interval '1 ms',
      gap = case when k.is_too_old then coalesce(p.gap, 'RETENTION') else p.gap end,
      gap_number = case when k.is_too_old and p.gap is null then ${nextGapNumber(sql)} else p.gap_number end
    from picked k join webhooks w on w.id = k.webhook_id
    where p.webhook_id = k.webhook_id
    returning w.id, w.vendor_id, w.feed, w.url, w.types, w.concurrency, w.headers, w.secrets, w.version, p.lease_id,
      p.position, p.delivered_ahead::text[] as delivered_ahead, p.replay_through, p.replay_number, p.gap, p.gap_number,
      case when p.gap = 'RETENTION' then k.gap_position else p.position end as gap_position,
      p.failing_since, p.failures, p.last_failure_reason, p.set_aside_count, ${msUntil(sql, sql`p.set_aside_due_at`)} as set_aside_due_ms,
      array(select distinct key from webhook_set_aside a where a.webhook_id = p.webhook_id and a.reason <> 'REPLAY')
        as blocked_keys`
}

/**
 * Returns the SQL expression for the number of the next gap of a webhook `p`. After a restore, the number must not be one
 * that was used before it, so it is at least the number of minutes since 1970.
 */
export function nextGapNumber(sql: Sql): Fragment {
  return sql`greatest(p.gap_number + 1, floor(extract(epoch from now()) / 60)::integer)`
}

/** Returns the SQL expression for the milliseconds until a time. */
export function msUntil(sql: Handle, time: Fragment): Fragment {
  return sql`(extract(epoch from ${time} - now()) * 1000)::float8`
}

function candidates(sql: Sql, { events, hasChanges, ids, isScan }: Wanted): Fragment {
  const types = [...new Set(events.flatMap((news) => news.types))]
  return sql`
    select w.id from jsonb_to_recordset(${sql.json(events)}) as n ("vendorId" uuid, types text[])
      join webhooks w on w.vendor_id = n."vendorId"
    where w.feed = 'EVENTS' and (w.types is null or w.types && n.types)
    union select w.id from webhooks w
    where w.vendor_id is null and case w.feed when 'EVENTS'
      then cardinality(${types}::text[]) > 0 and (w.types is null or w.types && ${types}::text[])
      else ${hasChanges}::boolean end
    union select unnest(${ids}::uuid[])
    union select webhook_id from webhook_progress where next_attempt_at <= now()
    union select webhook_id from webhook_progress where set_aside_due_at <= now()
    union select w.id from webhooks w join webhook_progress p on p.webhook_id = w.id
    where ${isScan}::boolean and w.stopped_by is null and (p.leased_until is null or p.leased_until < now())
      and (p.gap is not null or ${hasMore(sql)})`
}

/**
 * Returns the SQL condition that events, or changes of the catalog, of the types of the webhook `w` follow the position
 * of its progress `p`. Each of its cases can use an index.
 */
export function hasMore(sql: Sql): Fragment {
  const follows = (condition: Fragment) =>
    sql`exists (select from events e where e.sequence > p.position and ${condition})`
  return sql`case
    when w.feed = 'CATALOG_CHANGES' then exists (select from catalog_changes c where c.sequence > p.position)
    when w.vendor_id is null and w.types is null then ${follows(sql`true`)}
    when w.vendor_id is null then ${follows(sql`e.type = any (w.types)`)}
    when w.types is null then ${follows(sql`e.vendor_id = w.vendor_id`)}
    else ${follows(sql`e.vendor_id = w.vendor_id and e.type = any (w.types)`)} end`
}
