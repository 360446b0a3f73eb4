import type { AssetStore } from '../../../assets/store.ts'
import type { Sql } from '../../../db/connect.ts'
import { isOutage, isRace, isTimeLimit } from '../../../db/races.ts'
import { Problem } from '../../../errors.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import type { Signals } from '../../../jobs/signals.ts'
import type { Log } from '../../../lib/log.ts'
import { readTrace, traceFields } from '../../../lib/trace.ts'
import { chunkFailures } from '../../../metrics/jobs.ts'
import { transactionMs } from './chunk-queries.ts'
import { releaseClaim } from './claim-queries.ts'
import { type Turn, takeTurn } from './job-queries.ts'
import { ChunkError, processChunk } from './process-chunk.ts'

type WorkerDeps = { sql: Sql; assets: AssetStore; signals: Signals; pace: BackgroundPace; log: Log }

/** The interval at which an idle worker looks for work. Signals wake it earlier, but they can be lost. */
const pollMs = 1000
const retryMs = 100
/** The maximum number of items per transaction. Larger transactions aren't faster. */
const maxItemsAtOnce = 1000

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
 * no chunk to process, or if other workers have claimed all of them. An attempt may take `timeoutMs`.
 */
export async function workOnce({
  sql,
  assets,
  log,
  maxItems,
  timeoutMs = transactionMs
}: Pick<WorkerDeps, 'sql' | 'assets' | 'log'> & { maxItems: number; timeoutMs?: number }): Promise<boolean> {
  const skippedIds: string[] = []
  for (;;) {
    const turn = await takeTurn(sql, skippedIds)
    if (!turn) return false
    try {
      if (await processChunk({ sql, assets, log, timeoutMs }, turn, maxItems)) return true
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      await handleFailure(error, { sql, log, turn, timeoutMs })
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
 * Ends the claim of an attempt that failed. The attempt was counted when the chunk was claimed. It doesn't count if
 * the items aren't the reason: if it lost a race, or if the database or the asset store wasn't available. In the
 * latter case, throws the error, so that the worker pauses. An attempt that took as long as it may counts: the
 * server then ends its connection, and the error is often the same as in an outage.
 */
async function handleFailure(
  { chunk, cause, elapsedMs }: ChunkError,
  { sql, log, turn, timeoutMs }: { sql: Sql; log: Log; turn: Turn; timeoutMs: number }
): Promise<void> {
  const { vendorId } = turn
  const tookTooLong = isTimeLimit(cause) || elapsedMs >= timeoutMs
  const release = (isCounted: boolean) =>
    repeatOnce(() => releaseClaim(sql, vendorId, { ...chunk, isCounted }))
  if (isRace(cause)) return release(false)
  if (!tookTooLong && (isOutage(cause) || isStoreOutage(cause))) {
    // If the database can't be reached, the attempt counts, and the claim expires.
    await release(false).catch(() => {})
    throw cause
  }
  chunkFailures.inc()
  const { jobId, firstIndex, itemCount } = chunk
  const trace = readTrace(chunk.origin.traceparent)
  log.error(
    { err: cause, jobId, firstIndex, itemCount, ...traceFields(trace) },
    'processing a chunk of an import job failed'
  )
  await release(true)
}

/**
 * Repeats a statement that could not be sent. The server may be closing the connection of the attempt, and the first
 * statement after it may still use this connection.
 */
async function repeatOnce(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!isOutage(error)) throw error
    await run()
  }
}
