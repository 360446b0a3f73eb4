import type { Sql } from '../../db/connect.ts'
import type { BackgroundPace } from '../../jobs/background-pace.ts'
import { storedRule } from './change-rules.ts'
import {
  type BatchResult,
  evaluateSnapshots,
  findPeriod,
  type RuleCounts,
  type SnapshotKey,
  type TriedRule
} from './preview-queries.ts'
import type { PreviewDifference, RulePreview, RulePreviewInput } from './preview-schema.ts'
import { requireReferences } from './references.ts'

/** The maximum number of differences that a preview lists. */
const maxDifferences = 1_000
/** The maximum number of snapshots that one statement evaluates. */
const maxBatch = 1_000
/**
 * The maximum number of snapshots of a statement, multiplied by the number of words that the rules look for in
 * each. One statement then takes at most a few seconds, also on a busy machine.
 */
const maxComparisons = 500_000

type PreviewDeps = { sql: Sql; pace: BackgroundPace }
/** `signal` ends the preview early. `batchSize` replaces the size of the batches, for tests. */
type PreviewOptions = { signal: AbortSignal; batchSize?: number }

/**
 * Returns what the rules would have decided on the snapshots of the last 30 days, and where people decided
 * otherwise (contract 4.16). Evaluates the snapshots in batches, newest first, as background work. Throws the
 * reason of the signal if it aborts.
 */
export async function previewRules(
  { sql, pace }: PreviewDeps,
  { rules }: RulePreviewInput,
  { signal, batchSize }: PreviewOptions
): Promise<RulePreview> {
  const tried = triedRules(rules)
  await requireReferences(sql, tried)
  const active = tried.filter(({ isActive }) => isActive)
  const period = await findPeriod(sql)
  const preview = startPreview(rules, period.since)
  const size = batchSize ?? batchSizeFor(active)
  let before: SnapshotKey | null = null
  do {
    signal.throwIfAborted()
    const left = maxDifferences - preview.differences.items.length
    const batch = { rules: active, period, before, size, maxDifferences: left }
    const result: BatchResult = await pace.run(() => evaluateSnapshots(sql, batch))
    addResult(preview, result)
    before = result.evaluated === size ? result.last : null
  } while (before)
  return preview
}

type Tried = TriedRule & { isActive: boolean; pointer: string; id?: string }

function triedRules(rules: RulePreviewInput['rules']): Tried[] {
  return rules.map(({ id: givenId, ...rule }, position) => {
    const { name, isActive, when, then: decision, samplePercent } = storedRule(rule)
    const id = givenId?.toLowerCase()
    return {
      ...{ position, key: id ?? name, name, isActive, when, decision, samplePercent },
      pointer: `/rules/${position}`,
      ...(id !== undefined && { id })
    }
  })
}

function batchSizeFor(rules: TriedRule[]): number {
  const words = rules.reduce((sum, { when }) => sum + (when.withoutWords?.length ?? 0), 0)
  return Math.min(maxBatch, Math.ceil(maxComparisons / Math.max(words, 1)))
}

function startPreview(rules: RulePreviewInput['rules'], since: string): RulePreview {
  const none = { approved: 0, rejected: 0, queued: 0, samples: 0 }
  return {
    since,
    evaluated: 0,
    ...none,
    byRule: rules.map(({ name }, index) => ({ index, name, ...none, differences: 0 })),
    differences: { count: 0, items: [] as PreviewDifference[] }
  }
}

function addResult(preview: RulePreview, { evaluated, rules, differences }: BatchResult): void {
  preview.evaluated += evaluated
  for (const counts of rules) addCounts(preview, counts)
  preview.queued = preview.evaluated - preview.approved - preview.rejected
  preview.differences.items.push(...differences)
}

function addCounts(preview: RulePreview, counts: RuleCounts): void {
  const rule = preview.byRule[counts.position]
  if (!rule) throw new Error(`The preview has no rule with the index ${counts.position}.`)
  for (const name of ['approved', 'rejected', 'queued', 'samples'] as const) rule[name] += counts[name]
  for (const name of ['approved', 'rejected', 'samples'] as const) preview[name] += counts[name]
  rule.differences += counts.differences
  preview.differences.count += counts.differences
}
