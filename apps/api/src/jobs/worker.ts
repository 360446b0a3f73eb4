import { deleteOldCatalogChanges, sequenceCatalogChanges } from '../catalog-changes.ts'
import type { Sql } from '../db/connect.ts'
import { deleteOldEvents, sequenceEvents } from '../events.ts'
import { deleteEndedWindows } from '../http/limits/rate-limit-queries.ts'
import { deleteExpiredResponses } from '../http/queries.ts'
import type { Log } from '../lib/log.ts'
import { inBatches } from './in-batches.ts'
import { type Repeated, repeat } from './repeat.ts'

const maxEventsPerRun = 5000
const maxCatalogChangesPerRun = 5000
const hour = 3_600_000

/**
 * Starts the background jobs: numbering events and catalog changes for the feeds, deleting expired data, and
 * the jobs of modules. Several workers may run at the same time, because the jobs coordinate in the database.
 */
export function startWorker(
  sql: Sql,
  {
    log,
    hourly,
    everyHalfMinute,
    started
  }: {
    log: Log
    /** Jobs to run every hour. Long ones end early if the signal is aborted. */
    hourly: ((sql: Sql, signal: AbortSignal) => Promise<void>)[]
    /** Jobs to run every 30 s. */
    everyHalfMinute: ((sql: Sql) => Promise<void>)[]
    /** Jobs that the caller has already started. They are stopped together with the worker. */
    started: Repeated[]
  }
): Repeated {
  const stopping = new AbortController()
  const repeated = [
    ...started,
    repeat('events.sequence', {
      pauseMs: 250,
      log,
      work: async () => (await sql.begin((tx) => sequenceEvents(tx, maxEventsPerRun))) === maxEventsPerRun
    }),
    repeat('catalog-changes.sequence', {
      pauseMs: 250,
      log,
      work: async () => (await sql.begin((tx) => sequenceCatalogChanges(tx, maxCatalogChangesPerRun))) > 0
    }),
    repeat('every-half-minute', {
      pauseMs: 30_000,
      log,
      work: async () => {
        for (const job of [deleteEndedWindows, ...everyHalfMinute]) await job(sql)
        return false
      }
    }),
    repeat('hourly', {
      pauseMs: hour,
      log,
      work: async () => {
        for (const job of [...expiring, ...hourly]) await job(sql, stopping.signal)
        return false
      }
    })
  ]
  return {
    async stop() {
      stopping.abort()
      await Promise.all(repeated.map((job) => job.stop()))
    }
  }
}

/** Jobs that delete expired rows. */
const expiring = [
  inBatches(deleteExpiredResponses),
  inBatches(deleteOldEvents),
  inBatches((sql, limit) => sql.begin((tx) => deleteOldCatalogChanges(tx, limit)))
]
