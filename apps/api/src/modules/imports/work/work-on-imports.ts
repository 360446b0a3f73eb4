import type { AssetStore } from '../../../assets/store.ts'
import type { Sql } from '../../../db/connect.ts'
import { isOutage, isRace } from '../../../db/races.ts'
import { Problem } from '../../../errors.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import type { Signals } from '../../../jobs/signals.ts'
import type { Log } from '../../../lib/log.ts'
import { readTrace, traceFields } from '../../../lib/trace.ts'
import { chunkFailures, failedJobs } from '../../../metrics/jobs.ts'
import { countFailure } from './chunk-queries.ts'
import { failJob, type Turn, takeTurn } from './job-queries.ts'
import { ChunkError, processChunk } from './process-chunk.ts'

type WorkerDeps = { sql: Sql; assets: AssetStore; signals: Signals; pace: BackgroundPace; log: Log }

/** The interval at which an idle worker looks for work. Signals wake it earlier, but they can be lost. */
const pollMs = 1000
const retryMs = 100
/** The maximum number of items per transaction. Larger transactions aren't faster. */
const maxItemsAtOnce = 1000
/** The number of failures of one chunk after which its job fails. */
const maxFailures = 5

/** Starts a worker that processes chunks of all vendors' import jobs in turn, until it is stopped. */
export function startImportWorker(name: string, deps: WorkerDeps): Repeated {
  const stopping = new AbortController()
  const worker = repeat(name, {
    pauseMs: retryMs,
    log: deps.log,
    async work() {
      const worked = await deps.pace.run(() =>
        workOnce({ ...deps, maxItems: deps.pace.items(maxItemsAtOnce) })
      )
      if (!worked) await deps.signals.wait('imports', pollMs, stopping.signal)
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

/**
 * Processes chunks of the next job: up to `maxItems` items, but at least one chunk. Returns false if there is
 * no chunk to process, or if other workers have claimed all of them.
 */
export async function workOnce({
  sql,
  assets,
  log,
  maxItems
}: Pick<WorkerDeps, 'sql' | 'assets' | 'log'> & { maxItems: number }): Promise<boolean> {
  const skippedIds: string[] = []
  for (;;) {
    const turn = await takeTurn(sql, skippedIds)
    if (!turn) return false
    try {
      if (await processChunk({ sql, assets, log }, turn, maxItems)) return true
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      await handleFailure(error, { sql, log, turn })
      return true
    }
    skippedIds.push(turn.id)
  }
}

/** True if the asset store couldn't store the file of a document, for example because the disk is full. */
function isStoreOutage(error: unknown): boolean {
  return error instanceof Problem && error.status === 503
}

/**
 * Counts the failure of a chunk, and fails the job after `maxFailures` failures. If a chunk failed only
 * because it lost a race, the failure isn't counted and the chunk is retried.
 */
async function handleFailure(
  { chunk, cause }: ChunkError,
  { sql, log, turn }: { sql: Sql; log: Log; turn: Turn }
): Promise<void> {
  if (isRace(cause)) return
  if (isOutage(cause) || isStoreOutage(cause)) throw cause
  chunkFailures.inc()
  const { vendorId } = turn
  const trace = readTrace(chunk.origin.traceparent)
  const failures = await countFailure(sql, vendorId, chunk)
  log.error(
    { err: cause, jobId: chunk.jobId, chunk: chunk.position, failures, ...traceFields(trace) },
    'processing a chunk of an import job failed'
  )
  if (failures < maxFailures) return
  const error =
    `The service failed to process the items from index ${chunk.firstIndex} on. The items are not the cause. ` +
    'Retry the failed items of this import job later.'
  await sql.begin((tx) => failJob(tx, vendorId, { id: chunk.jobId, error }))
  failedJobs.inc()
}
