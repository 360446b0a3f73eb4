import type { Fragment, Handle, Tx } from '../../db/connect.ts'
import type { Team } from '../members/queries.ts'

export type Feed = 'EVENTS' | 'CATALOG_CHANGES'

/** Numbers of a feed, as text. `start` is the position before the oldest row that is retained. */
export type FeedRange = {
  start: string
  end: string
  /** The position before the first row after a time, or the end of the feed. Equal to `start` without a time. */
  position: string
  /** True if rows that occurred after the time have been deleted because of their age. */
  isTimeExpired: boolean
}

/**
 * Returns the range of a feed, and the position after which everything follows that occurred after `occurredAfter`.
 * Events are retained for 400 days, and changes of the catalog for 30.
 */
export async function readFeedRange(
  sql: Handle,
  { feed, occurredAfter }: { feed: Feed; occurredAfter: string | undefined }
): Promise<FeedRange> {
  const time = sql`${occurredAfter ?? null}::timestamptz`
  const [row] = await sql<[FeedRange]>`
    with feed as materialized (${feed === 'EVENTS' ? eventRange(sql) : changeRange(sql)})
    select start::text, "end"::text,
      case when ${time} is null then start else coalesce((
        select r.sequence - 1 from ${feed === 'EVENTS' ? sql`events` : sql`catalog_changes`} r
        where r.sequence > greatest(start, (
            select m.sequence from event_marks m where ${feed === 'EVENTS'} and m.at <= ${time}
            order by m.at desc, m.sequence desc limit 1))
          and r.occurred_at > ${time}
        order by r.sequence limit 1), "end") end::text as position,
      (start > 0 and ${time} < now() - ${feed === 'EVENTS' ? '400 days' : '30 days'}::interval) is true as is_time_expired
    from feed`
  return row
}

function eventRange(sql: Handle): Fragment {
  return sql`
    select coalesce((select sequence from events where sequence > 0 order by sequence limit 1), 1) - 1 as start,
      coalesce((select max(sequence) from events), 0) as "end"`
}

function changeRange(sql: Handle): Fragment {
  return sql`
    select deleted_through as start,
      greatest(deleted_through, (select coalesce(max(sequence), 0) from catalog_changes)) as "end"
    from catalog_feed`
}

/**
 * Lets a webhook continue after a position. Everything up to its position so far is a replay. Events that are set aside
 * and follow the new position are no longer set aside, because they are sent again anyway.
 */
export async function moveToPosition(tx: Tx, id: string, position: string): Promise<void> {
  await tx`delete from webhook_set_aside where webhook_id = ${id} and sequence > ${position}::bigint`
  await tx`
    update webhook_progress p set replay_through = greatest(p.position, p.replay_through),
      replay_number = p.replay_number + 1, position = ${position}::bigint, delivered_ahead = '{}', next_attempt_at = now(),
      ${setAsideSummary(tx)}
    where webhook_id = ${id}`
}

/** An event to replay. */
export type EventToReplay = { sequence: string; key: string; eventId: string; type: string }

/**
 * Returns the events of the webhook's feed with these ids. The id of an event contains its time, and the events of ten
 * minutes are searched for it, because there is no index of ids. Events about the webhook itself aren't in its feed.
 */
export async function findEvents(
  sql: Handle,
  team: Team,
  { webhookId, ids }: { webhookId: string; ids: string[] }
): Promise<EventToReplay[]> {
  return await sql<EventToReplay[]>`
    select e.sequence::text, coalesce(e.details->>'orderId', e.subject_id::text, e.subject_type) as key,
      e.id::text as event_id, e.type
    from unnest(${ids}::uuid[]) as i (id)
      cross join lateral (select uuid_extract_timestamp(i.id) as at) t
      cross join lateral (
        select coalesce((select m.sequence from event_marks m where m.at <= t.at
            order by m.at desc, m.sequence desc limit 1), 0) as low,
          coalesce((select m.sequence from event_marks m where m.at > t.at + interval '10 minutes'
            order by m.at, m.sequence limit 1), 9223372036854775807) as high
      ) r
      cross join lateral (
        select * from events e
        where ${team.vendorId === null ? sql`` : sql`e.vendor_id = ${team.vendorId} and`}
          e.sequence > r.low and e.sequence <= r.high and e.id = i.id
          and not (e.subject_type = 'webhook' and e.subject_id is not distinct from ${webhookId})
        limit 1
      ) e`
}

/** Returns the changes of the catalog with these numbers. */
export async function findChanges(sql: Handle, sequences: string[]): Promise<EventToReplay[]> {
  return await sql<EventToReplay[]>`
    select sequence::text, subject_id::text as key, 'catalog-change-' || sequence as event_id, 'catalog.changed' as type
    from catalog_changes where sequence = any (${sequences}::bigint[])`
}

/** Lets a webhook deliver events again, beside the others. */
export async function insertReplays(tx: Tx, id: string, events: EventToReplay[]): Promise<void> {
  const column = (name: keyof EventToReplay) => events.map((event) => event[name])
  await tx`update webhook_progress set replay_number = replay_number + 1 where webhook_id = ${id}`
  await tx`
    insert into webhook_set_aside (webhook_id, sequence, key, event_id, event_type, reason, replay_number, next_attempt_at)
    select ${id}, e.sequence, e.key, e.event_id, e.type, 'REPLAY', p.replay_number, now()
    from unnest(${column('sequence')}::bigint[], ${column('key')}::text[], ${column('eventId')}::text[],
      ${column('type')}::text[]) as e (sequence, key, event_id, type)
      join webhook_progress p on p.webhook_id = ${id}
    on conflict on constraint webhook_set_aside_pkey do update set reason = 'REPLAY', attempts = 0, last_status = null,
      replay_number = excluded.replay_number, set_aside_at = now(), next_attempt_at = now()`
  await tx`
    update webhook_progress p set next_attempt_at = now(), ${setAsideSummary(tx)} where webhook_id = ${id}`
}

/** SQL that computes the columns of a progress `p` that summarise what is set aside. */
function setAsideSummary(sql: Handle): Fragment {
  return sql`(set_aside_count, set_aside_due_at) = (
    select count(*) filter (where a.reason <> 'REPLAY'), min(a.next_attempt_at)
    from webhook_set_aside a where a.webhook_id = p.webhook_id)`
}
