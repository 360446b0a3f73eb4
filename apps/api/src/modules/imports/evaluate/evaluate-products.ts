import type { Sql, Tx } from '../../../db/connect.ts'
import type { Origin } from '../../../events.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import { type Signals, signal } from '../../../jobs/signals.ts'
import { decideByRules, type RuleDeps } from '../../products/approval/apply-rules.ts'
import { newImages } from '../../products/approval/publish-new-images.ts'
import { lockProducts } from '../../products/write/stored-queries.ts'
import { prepareTransaction } from '../work/chunk-queries.ts'
import {
  deferEvaluations,
  type EvaluationBatch,
  postponeEvaluations,
  takeEvaluations
} from './evaluation-queries.ts'

/**
 * The maximum number of products whose new images one transaction publishes. A product has at most 20 images, and the
 * transaction of an import lasts at most 20 s.
 */
const maxPublishing = 50

/** The products that an import job has changed. */
type Changed = { jobId: string; origin: Origin; productIds: string[] }

/**
 * Evaluates the approval rules on products that an import job has changed. Products that still wait for images aren't
 * evaluated. If the rules could publish the images of too many products, a worker evaluates these products
 * afterwards.
 */
export async function evaluateProducts(
  tx: Tx,
  deps: RuleDeps,
  { vendorId, jobId, origin, productIds }: Changed & { vendorId: string }
): Promise<void> {
  const deferred =
    productIds.length > maxPublishing ? await listPublishing(tx, vendorId, productIds) : new Set<string>()
  if (deferred.size > maxPublishing) {
    await Promise.all([deferEvaluations(tx, vendorId, { jobId, ids: [...deferred] }), signal(tx, 'imports')])
    productIds = productIds.filter((id) => !deferred.has(id))
  }
  await decideByRules(tx, deps, { origin, productIds })
}

/** Locks products, and returns the ids of those that have new images in their staged edits. */
async function listPublishing(tx: Tx, vendorId: string, ids: string[]): Promise<Set<string>> {
  const locked = await lockProducts(tx, vendorId, ids)
  return new Set(locked.filter((product) => newImages(product).length > 0).map(({ id }) => id))
}

type EvaluationDeps = RuleDeps & { sql: Sql }

/**
 * Evaluates the approval rules on some of the products that import jobs have left for the worker. Returns false if there
 * are none. If the evaluation fails, these products wait for a minute, and the error is thrown.
 */
export async function evaluateNext({ sql, ...deps }: EvaluationDeps): Promise<boolean> {
  let taken: EvaluationBatch | undefined
  try {
    return await sql.begin(async (tx) => {
      const [, batch] = await Promise.all([prepareTransaction(tx), takeEvaluations(tx, maxPublishing)])
      taken = batch
      if (!batch) return false
      await decideByRules(tx, deps, batch)
      return true
    })
  } catch (error) {
    if (taken) await postponeEvaluations(sql, taken)
    throw error
  }
}

/** Starts a worker that evaluates the products which import jobs have left for it. */
export function startEvaluating(
  deps: EvaluationDeps & { signals: Signals; pace: BackgroundPace; log: NonNullable<RuleDeps['log']> }
): Repeated {
  const stopping = new AbortController()
  const worker = repeat('imports.evaluations', {
    pauseMs: 1000,
    log: deps.log,
    async work() {
      const worked = await deps.pace.run(() => evaluateNext(deps))
      if (!worked) await deps.signals.wait('imports', 5000, stopping.signal)
      return !stopping.signal.aborted
    }
  })
  return {
    stop() {
      stopping.abort()
      return worker.stop()
    }
  }
}
