import type { Sql } from '../../../db/connect.ts'
import { isOutage, isRace } from '../../../db/races.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import type { Signals } from '../../../jobs/signals.ts'
import type { Log } from '../../../lib/log.ts'
import { countFailure } from './chunk-queries.ts'
import { failJob, type Turn, takeTurn } from './job-queries.ts'
import { ChunkError, processChunk } from './process-chunk.ts'

type LaneDeps = { sql: Sql; signals: Signals; pace: BackgroundPace; log: Log }

/** Signals can be lost: a lane looks by itself once in this time. */
const lookMs = 1000
const retryMs = 100
/** What one transaction does at once: more would not be faster. */
const maxItemsAtOnce = 1000
/** A chunk that failed so often ends its job. */
const maxFailures = 5

/** A lane works on one chunk after the other, whichever upload's turn it is, until it is stopped. */
export function startLane(name: string, deps: LaneDeps): Repeated {
  const stopping = new AbortController()
  const lane = repeat(name, {
    pauseMs: retryMs,
    log: deps.log,
    async work() {
      const worked = await deps.pace.run(() =>
        workOnce({ ...deps, maxItems: deps.pace.items(maxItemsAtOnce) })
      )
      if (!worked) await deps.signals.wait('imports', lookMs, stopping.signal)
      return !stopping.signal.aborted
    }
  })
  return {
    stop() {
      stopping.abort()
      return lane.stop()
    }
  }
}

/**
 * Works on chunks of the upload whose turn it is: of `maxItems` items, or one chunk where that holds more. False when there
 * is none that no other worker holds.
 */
export async function workOnce({
  sql,
  log,
  maxItems
}: Pick<LaneDeps, 'sql' | 'log'> & { maxItems: number }): Promise<boolean> {
  const passed: string[] = []
  for (;;) {
    const turn = await takeTurn(sql, passed)
    if (!turn) return false
    try {
      if (await processChunk(sql, turn, maxItems)) return true
    } catch (error) {
      if (!(error instanceof ChunkError)) throw error
      await settleFailure(error, { sql, log, turn })
      return true
    }
    passed.push(turn.id)
  }
}

/** A chunk that lost a race is done again; one that fails for another reason does not for ever. */
async function settleFailure(
  { chunk, cause }: ChunkError,
  { sql, log, turn }: { sql: Sql; log: Log; turn: Turn }
): Promise<void> {
  if (isRace(cause)) return
  if (isOutage(cause)) throw cause
  const { vendorId } = turn
  const failures = await countFailure(sql, vendorId, chunk)
  log.error(
    { err: cause, jobId: chunk.jobId, chunk: chunk.position, failures },
    'a chunk of an upload failed'
  )
  if (failures < maxFailures) return
  const error = `The upload could not be worked on from item ${chunk.firstIndex} on, through no fault of the item: upload the rest again later.`
  await sql.begin((tx) => failJob(tx, vendorId, { id: chunk.jobId, error }))
}
