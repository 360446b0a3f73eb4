import type { Handle } from '../../db/connect.ts'
import { factColumns } from '../products/approval/fact-queries.ts'
import { evaluateRules } from '../products/approval/rule-queries.ts'
import type { PreviewDifference } from './preview-schema.ts'
import type { NewRuleConditions } from './schema.ts'

/**
 * A rule of a preview. `position` is its index in the request. `key` decides which entries are samples.
 */
export type TriedRule = {
  position: number
  key: string
  name: string
  when: NewRuleConditions
  decision: 'APPROVE' | 'REJECT' | 'QUEUE'
  samplePercent: string
}

/** The time and id of a snapshot. Snapshots are read in descending order of these. */
export type SnapshotKey = { at: string; id: string }

/** The period whose snapshots are evaluated: `since` and later, and up to `until`. */
export type Period = { since: string; until: string }

/** What one rule would have decided on the snapshots of a batch. `queued` includes the samples. */
export type RuleCounts = {
  position: number
  approved: number
  rejected: number
  queued: number
  samples: number
  differences: number
}

/** The result for a batch. `last` is the oldest snapshot of the batch, or null if the batch is empty. */
export type BatchResult = {
  evaluated: number
  last: SnapshotKey | null
  rules: RuleCounts[]
  differences: PreviewDifference[]
}

/** Returns the last 30 days. */
export async function findPeriod(sql: Handle): Promise<Period> {
  const [row] = await sql<Period[]>`
    select iso_text(now() - interval '30 days') as since, iso_text(now()) as until`
  if (!row) throw new Error('The database returned no time.')
  return row
}

/**
 * Evaluates rules on a batch of snapshots: the newest `size` that are older than `before`. Returns at most
 * `maxDifferences` differences, newest first.
 */
export async function evaluateSnapshots(
  sql: Handle,
  {
    rules,
    period,
    before,
    size,
    maxDifferences
  }: { rules: TriedRule[]; period: Period; before: SnapshotKey | null; size: number; maxDifferences: number }
): Promise<BatchResult> {
  const [row] = await sql<BatchResult[]>`
    with batch as materialized (
      select s.* from moderation_snapshots s
      where s.decided_at >= ${period.since}::timestamptz and s.kind in ('PRODUCT', 'REVISION')
        and (s.decided_at, s.id) < (${before?.at ?? period.until}::timestamptz, ${before?.id ?? maxUuid}::uuid)
      order by s.decided_at desc, s.id desc limit ${size}
    ), ${evaluateRules(sql, { facts: batchFacts(sql), rules: triedRules(sql, rules) })},
    outcome as materialized (
      select m.*, case when m.is_sample then 'QUEUE' else m.decision end as outcome, m.by_person and not m.is_sample
        and (m.decision, m.decided) in (('APPROVE', 'REJECTED'), ('REJECT', 'APPROVED')) as is_different
      from matched m
    )
    select (select count(*)::integer from batch) as evaluated,
      (select json_build_object('at', iso_text(decided_at), 'id', id) from batch order by decided_at, id limit 1) as last,
      (select coalesce(json_agg(r), '[]') from (
        select rule_position as position, count(*) filter (where outcome = 'APPROVE') as approved,
          count(*) filter (where outcome = 'REJECT') as rejected, count(*) filter (where outcome = 'QUEUE') as queued,
          count(*) filter (where is_sample) as samples, count(*) filter (where is_different) as differences
        from outcome group by rule_position) r) as rules,
      (select coalesce(json_agg(d order by d."decidedAt" desc, d."snapshotId" desc), '[]') from (
        select snapshot_id as "snapshotId", id as "productId", vendor_id as "vendorId", kind,
          rule_position as "ruleIndex", rule_name as "ruleName",
          case decision when 'APPROVE' then 'APPROVED' else 'REJECTED' end as "wouldBe", decided,
          iso_text(decided_at) as "decidedAt"
        from outcome where is_different order by decided_at desc, snapshot_id desc limit ${maxDifferences}) d) as differences`
  if (!row) throw new Error('The database returned no result.')
  return row
}

const maxUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A table expression with the rules, for `evaluateRules`. */
function triedRules(sql: Handle, rules: TriedRule[]) {
  return sql`(
    select t.position, t.key as rule_key, t.name as rule_name, t."when" as conditions, t.decision,
      '[]'::jsonb as reasons, t."samplePercent" as sample_percent
    from jsonb_to_recordset(${sql.json(rules)}) as t (position integer, key text, name text, "when" jsonb,
      decision text, "samplePercent" numeric))`
}

/** A table expression with the snapshots of the table expression `batch`, for `evaluateRules`. */
function batchFacts(sql: Handle) {
  return sql`(
    select s.product_id as id, s.kind, s.version, s.vendor_id, ${sql.unsafe(factColumns('snapshot'))},
      s.id as snapshot_id, s.decision as decided, s.decided_at, s.rule_id is null as by_person
    from batch s)`
}
