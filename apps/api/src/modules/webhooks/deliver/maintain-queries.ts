import type { Handle, Sql, Tx } from '../../../db/connect.ts'
import { hasMore } from './claim-queries.ts'

/**
 * Moves the positions of at most `limit` webhooks that have nothing to deliver to the end of their feed, in the order of
 * their ids, so that the positions don't become too old. Returns the id of the last webhook, or null if there are none
 * after `after`.
 */
export async function advancePositions(
  sql: Sql,
  { after, limit }: { after: string; limit: number }
): Promise<string | null> {
  const [row] = await sql<[{ last: string | null }]>`
    /* background */ with ends as materialized (
      select coalesce((select max(sequence) from events), 0) as event,
        coalesce((select max(sequence) from catalog_changes), 0) as change
    ), batch as materialized (
      select p.webhook_id, case w.feed when 'EVENTS' then e.event else e.change end as last,
        p.gap is null and (p.leased_until is null or p.leased_until < now()) and not (${hasMore(sql)}) as is_idle
      from webhook_progress p join webhooks w on w.id = p.webhook_id cross join ends e
      where p.webhook_id > ${after} order by p.webhook_id limit ${limit}
      for update of p skip locked
    ), advanced as (
      update webhook_progress p set position = b.last, delivered_ahead = '{}'
      from batch b where p.webhook_id = b.webhook_id and b.is_idle and p.position < b.last
    )
    select (select webhook_id from batch order by webhook_id desc limit 1) as last`
  return row.last
}

/** Deletes the counts of attempts that are older than 30 days. */
export async function deleteOldCounts(sql: Handle): Promise<void> {
  await sql`/* background */ delete from webhook_attempt_counts where hour < now() - interval '30 days'`
}

/** A webhook that has been failing for `hours` or longer. */
export type LongFailure = { id: string; vendorId: string | null; failingSince: string; hours: number }

/** The hours after which a failure is reported, in their order. */
const reportedHours = [1, 72]

/** Notes for at most `limit` webhooks that their failure has become longer than 1 or 72 hours, and returns them. */
export async function noteLongFailures(tx: Tx, limit: number): Promise<LongFailure[]> {
  return await tx<LongFailure[]>`
    with long as materialized (
      select p.webhook_id, w.vendor_id, p.failing_since, h.hours, h.number
      from webhook_progress p join webhooks w on w.id = p.webhook_id
        join unnest(${reportedHours}::integer[]) with ordinality as h (hours, number)
          on h.number > p.reported_failing and p.failing_since < now() - h.hours * interval '1 hour'
      where w.stopped_by is null
        and not exists (select from unnest(${reportedHours}::integer[]) with ordinality as l (hours, number)
          where l.number > h.number and p.failing_since < now() - l.hours * interval '1 hour')
      limit ${limit} for update of p skip locked
    )
    update webhook_progress p set reported_failing = l.number
    from long l where p.webhook_id = l.webhook_id
    returning p.webhook_id as id, l.vendor_id, iso_text(l.failing_since) as failing_since, l.hours`
}
