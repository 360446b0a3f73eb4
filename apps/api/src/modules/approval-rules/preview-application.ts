import type { Sql } from '../../db/connect.ts'
import type { BackgroundPace } from '../../jobs/background-pace.ts'
import { expectedOutcome } from '../products/approval/apply-rules.ts'
import { matchRules, type RuleMatch } from '../products/approval/rule-queries.ts'
import { insertEntries, insertPreview, type PreviewedEntry } from './application-preview-queries.ts'
import type { RuleApplicationPreview } from './application-preview-schema.ts'
import { findTime, listUnclaimed, listWaiting, type WaitingKey, type WaitingKind } from './waiting-queries.ts'

/** The maximum number of entries that one transaction evaluates. */
const maxBatch = 500

type PreviewDeps = { sql: Sql; pace: BackgroundPace }
type PreviewOptions = { actorId: string; signal: AbortSignal; maxMs: number; batchSize?: number }

/**
 * Evaluates the active rules on everything that waits, as `applyToWaiting` would, and stores what they would decide.
 * Nothing is locked for longer than a statement, and nothing is decided. Ends after `maxMs` with the entries that have
 * waited longest. Throws the reason of the signal if it aborts.
 */
export async function previewApplication(
  { sql, pace }: PreviewDeps,
  { actorId, signal, maxMs, batchSize = maxBatch }: PreviewOptions
): Promise<RuleApplicationPreview> {
  const deadline = performance.now() + maxMs
  const until = await findTime(sql)
  const preview = { ...(await insertPreview(sql, actorId)), ...none, isComplete: true }
  for (const kind of ['PRODUCT', 'REVISION'] as const) {
    let after: WaitingKey | null = null
    do {
      signal.throwIfAborted()
      if (performance.now() >= deadline) return { ...preview, isComplete: false }
      const page: WaitingPage = { kind, after, until, size: pace.items(batchSize) }
      const batch: Batch = await pace.run(() => evaluateBatch(sql, page))
      if (batch.entries.length > 0)
        await insertEntries(sql, { previewId: preview.id, entries: batch.entries })
      for (const [name, counted] of Object.entries(countsOf(batch.entries)))
        preview[name as keyof typeof none] += counted
      after = batch.last
    } while (after)
  }
  return preview
}

const none = { evaluated: 0, approved: 0, rejected: 0, queued: 0, samples: 0 }

type WaitingPage = { kind: WaitingKind; after: WaitingKey | null; until: string; size: number }
/** `last` is null if nothing is left. */
type Batch = { entries: PreviewedEntry[]; last: WaitingKey | null }

async function evaluateBatch(sql: Sql, page: WaitingPage): Promise<Batch> {
  const waiting = await listWaiting(sql, page)
  const last = waiting.length === page.size ? (waiting.at(-1) ?? null) : null
  if (waiting.length === 0) return { entries: [], last }
  return sql.begin(async (tx) => {
    const unclaimed = await listUnclaimed(
      tx,
      waiting.map(({ id }) => id)
    )
    const versions = new Map(unclaimed.map(({ id, version }) => [id, version]))
    const matches = new Map((await matchRules(tx, [...versions.keys()])).map((match) => [match.id, match]))
    const entries = waiting.flatMap(({ id }) => {
      const version = versions.get(id)
      return version === undefined ? [] : [previewedEntry({ id, version, kind: page.kind }, matches.get(id))]
    })
    return { entries, last }
  })
}

/** Returns what rules would do with an entry. `match` is undefined if no rule matches. */
function previewedEntry(
  { id, version, kind }: { id: string; version: number; kind: WaitingKind },
  match: RuleMatch | undefined
): PreviewedEntry {
  const outcome = match && expectedOutcome(match)
  return {
    ...{ productId: id, kind: match?.kind ?? kind, version: match?.moderationVersion ?? version },
    ...{ ruleId: match?.rule?.id ?? null, ruleName: match?.rule?.name ?? null },
    ...{ decision: outcome?.decision ?? 'QUEUE', isSample: outcome?.isSample ?? false }
  }
}

/** True if the rules would still do with an entry what the preview said. */
export function isAsPreviewed(entry: PreviewedEntry | undefined, match: RuleMatch): boolean {
  if (!entry) return false
  const { kind, version, ruleId, decision, isSample } = previewedEntry({ ...entry, id: match.id }, match)
  return (
    kind === entry.kind &&
    version === entry.version &&
    ruleId === entry.ruleId &&
    decision === entry.decision &&
    isSample === entry.isSample
  )
}

function countsOf(entries: PreviewedEntry[]): typeof none {
  const count = (matches: (entry: PreviewedEntry) => boolean) => entries.filter(matches).length
  return {
    evaluated: entries.length,
    approved: count(({ decision }) => decision === 'APPROVE'),
    rejected: count(({ decision }) => decision === 'REJECT'),
    queued: count(({ decision }) => decision === 'QUEUE'),
    samples: count(({ isSample }) => isSample)
  }
}
