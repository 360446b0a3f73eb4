import type { Fragment, Handle } from '../../../db/connect.ts'
import { countLimit, plannedRows } from '../../../db/estimate.ts'
import { entrySources } from '../queue/entry-kind-queries.ts'
import type { EntryKindName } from '../schema.ts'
import type { ModerationStatistics } from './statistics-schema.ts'

/** The maximum number of vendors, and of codes of reasons, that the statistics list. */
const maxListed = 100

/**
 * Returns the statistics of the moderation queue and of the decisions of the last `days` days, which are days in
 * UTC, including today (contract 4.17). The counts of `waiting` are at most `countLimit`.
 *
 * With 500,000 decisions in 30 days, the statement took 0.5 s. It reads almost everything from the index
 * `moderation_snapshots__decided_at`. One scan that groups by day and by vendor took longer (0.8 s), because it
 * sorted.
 */
export async function getStatistics(sql: Handle, days: number): Promise<ModerationStatistics> {
  const [row] = await sql<{ statistics: ModerationStatistics }[]>`${statistics(sql, days)}`
  if (!row) throw new Error('The statistics returned no row.')
  return row.statistics
}

/** Returns the statement of `getStatistics`. */
export function statistics(sql: Handle, days: number): Fragment {
  return sql`
    with since as materialized (
      select date_trunc('day', now(), 'UTC') - make_interval(hours => 24 * (${days}::integer - 1)) as at
    ), day as materialized (${decidedPerDay(sql, days)})
    select json_build_object(
      'waiting', json_build_array(${waiting(sql)}),
      'decidedPerDay', (
        select json_agg(json_build_object('date', to_char(start at time zone 'UTC', 'YYYY-MM-DD'),
          'approved', approved, 'rejected', rejected, 'byRules', by_rules) order by start)
        from day),
      'wait', ${wait(sql)},
      'rejections', json_build_object(
        'byVendor', ${rejectionsByVendor(sql)}, 'byReason', ${rejectionsByReason(sql)}),
      'shareByRules', (
        select coalesce(round(sum(by_rules) / nullif(sum(approved + rejected), 0), 4), 0) from day)) as statistics`
}

/**
 * The numbers of decisions for each day, as rows `start`, `approved`, `rejected` and `by_rules`. For each of them, a range of the
 * index is read. The statement must have the `since` of `statistics`.
 */
export function decidedPerDay(sql: Handle, days: number): Fragment {
  return sql`
    select d.start, n.*
    from since
      cross join lateral (
        select since.at + make_interval(hours => 24 * i) as start
        from generate_series(0, ${days}::integer - 1) as i) d
      cross join lateral (
        select count(*) filter (where not (${isRejected(sql)})) as approved,
          count(*) filter (where ${isRejected(sql)}) as rejected, count(s.rule_id) as by_rules
        from moderation_snapshots s
        where s.decided_at >= d.start and s.decided_at < d.start + interval '24 hours') n`
}

/** A condition that is true for a row `s` of `moderation_snapshots` that isn't an approval or acceptance. */
export function isRejected(sql: Handle): Fragment {
  return sql`s.decision in ('REJECTED', 'HIDDEN')`
}

/** The median and the 90th percentile of the times that entries waited for a decision by a person. */
function wait(sql: Handle): Fragment {
  return sql`(
    select json_build_object('medianSeconds', round(p[1]), 'p90Seconds', round(p[2]))
    from (
      select percentile_cont(array[0.5, 0.9]) within group (order by seconds) as p
      from (
        select extract(epoch from s.decided_at - s.submitted_at)::float8 as seconds
        from moderation_snapshots s where s.decided_at >= (select at from since) and s.rule_id is null) w) x)`
}

function rejectionsByVendor(sql: Handle): Fragment {
  return sql`(
    select coalesce(json_agg(json_build_object('vendorId', vendor_id, 'decided', decided, 'rejected', rejected)
      order by rejected desc, decided desc, vendor_id), '[]')
    from (
      select s.vendor_id, count(*) as decided, count(*) filter (where ${isRejected(sql)}) as rejected
      from moderation_snapshots s where s.decided_at >= (select at from since)
      group by s.vendor_id
      order by rejected desc, decided desc, vendor_id limit ${sql.unsafe(String(maxListed))}) v)`
}

/** The codes of the reasons, with the number of rejections that have a reason with this code. */
function rejectionsByReason(sql: Handle): Fragment {
  return sql`(
    select coalesce(json_agg(json_build_object('code', code, 'count', count) order by count desc, code), '[]')
    from (
      select code, count(*) as count
      from moderation_snapshots s
        cross join lateral (select distinct r ->> 'code' as code from jsonb_array_elements(s.reasons) r) r
      where s.decided_at >= (select at from since) and ${isRejected(sql)}
      group by code order by count desc, code limit ${sql.unsafe(String(maxListed))}) r)`
}

/**
 * The number of entries of each kind that wait, at most `countLimit`, and since when the oldest one waits, as a list of JSON
 * objects.
 */
export function waiting(sql: Handle): Fragment {
  const kinds = Object.entries(entrySources).map(
    ([kind, { from, condition, at }]) => `json_build_object('kind', '${kind}',
      'count', (select count(*) from (select from ${from} where ${condition} limit ${countLimit}) w),
      'oldestAt', (select iso_text(min(${at})) from ${from} where ${condition}))`
  )
  return sql.unsafe(kinds.join(', '))
}

/** Returns the planner's estimate of the number of entries of this kind that wait. */
export function estimateWaiting(sql: Handle, kind: EntryKindName): Promise<number> {
  const { from, condition } = entrySources[kind]
  return plannedRows(sql, sql`select from ${sql.unsafe(`${from} where ${condition}`)}`)
}
