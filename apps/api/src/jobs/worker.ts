import type { Sql } from '../db/connect.ts'
import { deleteOldEvents, sequenceEvents } from '../events.ts'
import { deleteOldAnswers } from '../http/queries.ts'
import type { Log } from '../lib/log.ts'
import { type Repeated, repeat } from './repeat.ts'

const eventsAtOnce = 5000
const hour = 3_600_000

/**
 * The work behind the API: numbering events for the feeds, cleaning, and what the modules have started. Any number
 * of workers may run: each piece is settled in the database.
 */
export function startWorker(
  sql: Sql,
  {
    log,
    cleaners,
    tidiers,
    started
  }: {
    log: Log
    /** Run every hour. */
    cleaners: ((sql: Sql) => Promise<void>)[]
    /** Run every 30 s. */
    tidiers: ((sql: Sql) => Promise<void>)[]
    started: Repeated[]
  }
): Repeated {
  const repeated = [
    ...started,
    repeat('events.sequence', {
      pauseMs: 250,
      log,
      work: async () => (await sql.begin((tx) => sequenceEvents(tx, eventsAtOnce))) === eventsAtOnce
    }),
    repeat('tidy', {
      pauseMs: 30_000,
      log,
      work: async () => {
        for (const tidy of tidiers) await tidy(sql)
        return false
      }
    }),
    repeat('clean', {
      pauseMs: hour,
      log,
      work: async () => {
        for (const clean of [deleteOldAnswers, deleteOldEvents, ...cleaners]) await clean(sql)
        return false
      }
    })
  ]
  return {
    async stop() {
      await Promise.all(repeated.map((job) => job.stop()))
    }
  }
}
