import type { Sql } from '../../db/connect.ts'
import type { Origin } from '../../events.ts'
import { withRetries } from '../../http/transaction.ts'
import type { BackgroundPace } from '../../jobs/background-pace.ts'
import { decideByRules, type RuleDeps, type RuleOutcome } from '../products/approval/apply-rules.ts'
import { lockProducts } from '../products/write/stored-queries.ts'
import type { RuleApplication } from './apply-schema.ts'
import { findTime, listUnclaimed, listWaiting, type WaitingKey, type WaitingKind } from './waiting-queries.ts'

/**
 * The maximum number of products of each kind that one transaction locks. If a rule approves staged edits, the same
 * transaction publishes their new images, of which a product has at most 20. It must end before sessions that wait
 * for its locks give up.
 */
export const maxBatch = { PRODUCT: 200, REVISION: 50 }

export type ApplyDeps = { sql: Sql; pace: BackgroundPace; rules: RuleDeps }

/** `signal` ends the work between two batches. `maxMs` limits its time. `batchSize` replaces the size, for tests. */
export type ApplyOptions = { origin: Origin; signal: AbortSignal; maxMs: number; batchSize?: number }

/**
 * Evaluates the active rules on everything that waits for a decision (contract 4.16), in batches, each in its own
 * transaction, as background work. An entry that someone has claimed is left out, and so is one whose upload still
 * fetches images. Each transaction evaluates its entries while their products are locked, so edits and decisions of
 * people that happen at the same time come either before or after it. Throws the reason of the signal if it aborts; the
 * decisions up to then stay.
 */
export async function applyToWaiting(
  deps: ApplyDeps,
  { signal, maxMs, batchSize, ...options }: ApplyOptions
): Promise<RuleApplication> {
  const deadline = performance.now() + maxMs
  const until = await findTime(deps.sql)
  const result: RuleApplication = { ...noneApplied, isComplete: true }
  for (const kind of ['PRODUCT', 'REVISION'] as const) {
    let after: WaitingKey | null = null
    do {
      signal.throwIfAborted()
      if (performance.now() >= deadline) return { ...result, isComplete: false }
      const size = deps.pace.items(batchSize ?? maxBatch[kind])
      const batch: Batch = await deps.pace.run(() =>
        applyToBatch(deps, { kind, after, until, size, ...options })
      )
      for (const name of countNames) result[name] += batch.counts[name]
      after = batch.last
    } while (after)
  }
  return result
}

/** The result when nothing was evaluated. */
export const noneApplied = { evaluated: 0, approved: 0, rejected: 0, queued: 0, samples: 0 }
export const countNames = ['evaluated', 'approved', 'rejected', 'queued', 'samples'] as const

/** The result for a batch. `last` is null if nothing is left. */
type Batch = { counts: typeof noneApplied; last: WaitingKey | null }
type BatchInput = { kind: WaitingKind; after: WaitingKey | null; until: string; size: number; origin: Origin }

async function applyToBatch({ sql, rules }: ApplyDeps, { origin, ...page }: BatchInput): Promise<Batch> {
  const waiting = await listWaiting(sql, page)
  const last = waiting.length === page.size ? (waiting.at(-1) ?? null) : null
  if (waiting.length === 0) return { counts: noneApplied, last }
  const ids = waiting.map(({ id }) => id)
  const counts = await withRetries(() =>
    sql.begin(async (tx) => {
      // The statement after the locks sees all edits, decisions and claims that were made before.
      await lockProducts(tx, undefined, ids)
      const productIds = (await listUnclaimed(tx, ids)).map(({ id }) => id)
      return countsOf(productIds.length, await decideByRules(tx, rules, { origin, productIds }))
    })
  )
  return { counts, last }
}

/** Returns the result for `evaluated` entries, of which rules match those with outcomes. */
export function countsOf(evaluated: number, outcomes: RuleOutcome[]): typeof noneApplied {
  const count = (matches: (outcome: RuleOutcome) => boolean) => outcomes.filter(matches).length
  const approved = count(({ decision }) => decision === 'APPROVE')
  const rejected = count(({ decision }) => decision === 'REJECT')
  const samples = count(({ isSample }) => isSample)
  return { evaluated, approved, rejected, queued: evaluated - approved - rejected, samples }
}
