import { notFound } from '../../errors.ts'
import type { Origin } from '../../events.ts'
import { withRetries } from '../../http/transaction.ts'
import { decideByRules } from '../products/approval/apply-rules.ts'
import { lockProducts } from '../products/write/stored-queries.ts'
import { deleteEntries, hasPreview, listMatched, type PreviewedEntry } from './application-preview-queries.ts'
import type { PreviewApplication } from './apply-schema.ts'
import {
  type ApplyDeps,
  type ApplyOptions,
  countNames,
  countsOf,
  maxBatch,
  noneApplied
} from './apply-to-waiting.ts'
import { isAsPreviewed } from './preview-application.ts'
import { listUnclaimed, type WaitingKind } from './waiting-queries.ts'

/**
 * Makes the decisions of a preview (contract 4.16), in batches like `applyToWaiting`. An entry is decided only if the rules
 * still make the same decision on the same version of it, and no one has claimed it; otherwise it is counted as
 * `changed`. Entries are deleted from the preview with their decision, so a repeated request continues. Throws 404 if
 * the actor has no such preview.
 */
export async function applyPreview(
  deps: ApplyDeps,
  { previewId, signal, maxMs, batchSize, origin }: ApplyOptions & { previewId: string }
): Promise<PreviewApplication> {
  const deadline = performance.now() + maxMs
  if (!(await hasPreview(deps.sql, { id: previewId, actorId: origin.actor.id }))) throw notFound()
  const result: PreviewApplication = { ...none, isComplete: true }
  for (const kind of ['PRODUCT', 'REVISION'] as const) {
    let after: string | null = null
    do {
      signal.throwIfAborted()
      if (performance.now() >= deadline) return { ...result, isComplete: false }
      const size = deps.pace.items(batchSize ?? maxBatch[kind])
      const batch: Batch = await deps.pace.run(() =>
        applyBatch(deps, { previewId, kind, after, size, origin })
      )
      for (const name of [...countNames, 'changed'] as const) result[name] += batch.counts[name]
      after = batch.last
    } while (after !== null)
  }
  return result
}

const none = { ...noneApplied, changed: 0 }

/** The result for a batch. `last` is null if nothing is left. */
type Batch = { counts: typeof none; last: string | null }
type BatchInput = { previewId: string; kind: WaitingKind; after: string | null; size: number; origin: Origin }

async function applyBatch({ sql, rules }: ApplyDeps, { origin, ...page }: BatchInput): Promise<Batch> {
  const entries = await listMatched(sql, page)
  if (entries.length === 0) return { counts: none, last: null }
  const previewed = new Map<string, PreviewedEntry>(entries.map((entry) => [entry.productId, entry]))
  const ids = [...previewed.keys()].sort()
  const counts = await withRetries(() =>
    sql.begin(async (tx) => {
      await lockProducts(tx, undefined, ids)
      const unclaimed = await listUnclaimed(tx, ids)
      const outcomes = await decideByRules(tx, rules, {
        origin,
        productIds: unclaimed.map(({ id }) => id),
        accepts: (match) => isAsPreviewed(previewed.get(match.id), match)
      })
      await deleteEntries(
        tx,
        entries.map(({ id }) => id)
      )
      return { ...countsOf(entries.length, outcomes), changed: entries.length - outcomes.length }
    })
  )
  return { counts, last: entries.length === page.size ? (entries.at(-1)?.id ?? null) : null }
}
