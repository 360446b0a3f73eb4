import type { Fragment, Sql } from '../../../db/connect.ts'
import type { Audience } from '../../events/actor-queries.ts'
import type { MessageParts } from '../message/message.ts'
import { changeParts, eventParts } from '../message/message-queries.ts'

/** From where, and how much, to read for a webhook. `index` identifies it in the result. */
export type Reading = {
  index: number
  webhookId: string
  vendorId: string | null
  types: string[] | null
  after: number
  room: number
}

/** The maximum number of events that one statement looks at for a webhook. */
const maxLooked = 1000

/**
 * An event or a change of the catalog. If `isWanted` is false, it isn't among the types of the webhook, and only says how
 * far was looked. `isLast` is true for the last one that was looked at, and `isEnd` if none follows it.
 */
export type ReadPart = MessageParts & { index: number; isWanted: boolean; isLast: boolean; isEnd: boolean }

/**
 * Reads the next events of several webhooks, in their order. For each webhook, at most `room` events are wanted ones. A
 * webhook without a row has no further events. All webhooks must be of vendors, or all of the operator.
 */
export async function readEvents(sql: Sql, audience: Audience, readings: Reading[]): Promise<ReadPart[]> {
  const ofVendor = audience === 'vendor' ? sql`e.vendor_id = r."vendorId" and` : sql``
  return await sql<ReadPart[]>`
    /* background */ select r.index, e.is_wanted, e.is_last, e.is_end, ${eventParts(sql, audience)}
    from ${readingsOf(sql, readings)} cross join lateral (
      select * from (
        select e.*, e.wanted <= r.room and e.is_listed as is_wanted, e.number = e.looked as is_last,
          e.looked < e.limit_looked as is_end
        from (
          select e.*, count(*) filter (where e.is_listed) over (order by e.sequence) as wanted,
            row_number() over (order by e.sequence) as number, count(*) over () as looked
          from (
            select e.*, ${looked(sql)} as limit_looked, (r.types is null or e.type = any (r.types))
              and not (e.subject_type = 'webhook' and e.subject_id = r."webhookId") as is_listed
            from events e where ${ofVendor} e.sequence > r.after order by e.sequence limit ${looked(sql)}
          ) e
        ) e
      ) e where e.is_wanted or e.is_last
    ) e
    order by r.index, e.sequence`
}

/** Reads the next changes of the catalog for several webhooks, like `readEvents`. */
export async function readChanges(sql: Sql, readings: Reading[]): Promise<ReadPart[]> {
  return await sql<ReadPart[]>`
    /* background */ select r.index, true as is_wanted, c.number = c.looked as is_last, c.looked < r.room as is_end,
      ${changeParts(sql)}
    from ${readingsOf(sql, readings)} cross join lateral (
      select c.*, row_number() over (order by c.sequence) as number, count(*) over () as looked
      from (select * from catalog_changes where sequence > r.after order by sequence limit r.room) c
    ) c
    left join products p on p.id = c.subject_id and c.kind = 'PRODUCT'
    left join vendors v on v.id = p.vendor_id
    order by r.index, c.sequence`
}

/** An event that was set aside and is due. `sequence` is null if it can't be read any more. */
export type HeadPart = { [K in keyof MessageParts]: MessageParts[K] | null } & {
  index: number
  headSequence: string
  key: string
  headEventId: string
  headType: string
  replayNumber: number
  isLastAttempt: boolean
  isBehind: boolean
}

type SetAsideSource = { audience: Audience; feed: 'EVENTS' | 'CATALOG_CHANGES' }

/** Reads the events of several webhooks that were set aside and are due, with those behind them, in their order. */
export async function readHeads(
  sql: Sql,
  { audience, feed }: SetAsideSource,
  { readings, dropAfterMs }: { readings: Pick<Reading, 'index' | 'webhookId'>[]; dropAfterMs: number }
): Promise<HeadPart[]> {
  const parts = feed === 'EVENTS' ? eventParts(sql, audience) : changeParts(sql)
  const source: Fragment =
    feed === 'EVENTS'
      ? sql`left join events e on e.sequence = a.sequence`
      : sql`left join catalog_changes c on c.sequence = a.sequence
        left join products p on p.id = c.subject_id and c.kind = 'PRODUCT' left join vendors v on v.id = p.vendor_id`
  return await sql<HeadPart[]>`
    /* background */ select r.index, a.sequence as head_sequence, a.key, a.event_id as head_event_id,
      a.event_type as head_type, a.replay_number,
      a.reason <> 'BEHIND' and a.set_aside_at < now() - ${dropAfterMs} * interval '1 ms' as is_last_attempt,
      a.next_attempt_at is null as is_behind, ${parts}
    from ${readingsOf(sql, readings)} cross join lateral (
      select * from webhook_set_aside a
      where a.webhook_id = r."webhookId" and (a.next_attempt_at <= now()
        or a.next_attempt_at is null and a.key in (select d.key from webhook_set_aside d
          where d.webhook_id = r."webhookId" and d.next_attempt_at <= now() and d.reason = any ('{REFUSED,BEHIND}')))
      order by a.sequence limit ${maxHeads}
    ) a
    ${source}
    order by r.index, a.sequence`
}

/** The number of events that were set aside that one statement reads for a webhook. */
const maxHeads = 50

function readingsOf(sql: Sql, readings: object[]): Fragment {
  return sql`jsonb_to_recordset(${sql.json(readings as never)})
    as r (index integer, "webhookId" uuid, "vendorId" uuid, types text[], after bigint, room integer)`
}

/** The number of events to look at for a webhook. Without a filter, almost all are wanted. */
function looked(sql: Sql): Fragment {
  return sql`case when r.types is null then r.room else ${sql.unsafe(String(maxLooked))} end`
}
