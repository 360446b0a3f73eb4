import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { connect, type Sql } from './db/connect.ts'
import { startEmbeddedDatabase } from './db/driver/embedded.ts'
import { createPrimary, type Primary } from './db/driver/primary.ts'
import { requireOwnSessions } from './db/driver/session-check.ts'
import { watchPrimary } from './db/driver/watch-primary.ts'
import { checkDurability, migrate, requireMigrated } from './db/migrate/migrate.ts'
import { requireServerVersion } from './db/migrate/server-version.ts'
import { createEventPartitions, dropOldEventPartitions } from './events.ts'
import { type Repeated, repeat } from './jobs/repeat.ts'
import { shareOfConnections } from './lib/process-count.ts'
import { createHistoryPartitions, dropOldHistoryPartitions } from './modules/products/write/record-queries.ts'
import { StartError } from './start-error.ts'

/** Functions that stop what was started. They are called in the reverse order. */
export type Stops = (() => Promise<void>)[]

/** A migrated database and its pools (`Deps`). */
export type Database = { primary: Primary; sql: Sql; lookupPool: Sql }

/**
 * Starts the embedded database unless `databaseUrl` is set, opens the pools, and applies the migrations. Throws a
 * StartError if the database can't be used.
 */
export async function startDatabase(
  config: Config,
  { log, stops }: { log: Logger; stops: Stops }
): Promise<Database> {
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase(config.dataDir, {
        log: (message) => log.info(message),
        settings: connectionSettings(config.processes)
      })
  if (embedded) stops.push(() => embedded.stop())
  const primary = createPrimary(config.databaseUrl ?? embedded?.url ?? '')
  const watch = await watchPrimary(primary, log).catch(explainNoPrimary)
  stops.push(() => watch.stop())
  const metrics = (pool: string) => (config.metricsPort === undefined ? undefined : pool)
  const share = (total: number, min: number) =>
    shareOfConnections(total, { processes: config.processes, min })
  const sql = connect(primary, { max: share(20, 4), metrics: metrics('main') })
  stops.push(() => sql.end({ timeout: 5 }))
  const lookupPool = connect(primary, { max: share(3, 1), shared: true, metrics: metrics('lookup') })
  stops.push(() => lookupPool.end({ timeout: 5 }))
  await prepareDatabase(sql, config, log)
  return { primary, sql, lookupPool }
}

/** Returns settings of the embedded database. PostgreSQL's default, 100 connections, suffices for one process. */
function connectionSettings(processes: number): Record<string, string> {
  return processes === 1 ? {} : { max_connections: String(100 + 20 * processes) }
}

function explainNoPrimary(error: Error): never {
  throw new StartError(`The database cannot be reached: ${error.message}`)
}

async function prepareDatabase(sql: Sql, config: Config, log: Logger): Promise<void> {
  if (config.databaseUrl) await requireOwnSessions(sql)
  await requireServerVersion(sql)
  const off = await checkDurability(sql)
  if (off.length > 0) {
    const parameters = off.join(' and ')
    const warning = `PostgreSQL runs with ${parameters} off, so a crash can lose committed transactions.`
    if (config.durabilityCheck) {
      throw new StartError(
        `${warning} Turn on ${parameters}. If your storage is durable by other means, set DURABILITY_CHECK=off.`
      )
    }
    log.warn(warning)
  }
  if (!config.migrateAtStart) return await requireMigrated(sql)
  const applied = await migrate(sql, { warn: (message) => log.warn(message) })
  if (applied.length > 0) log.info({ applied }, 'migrations were applied')
}

/**
 * Creates the partitions of the history of products and of the events that will be needed soon, now and every
 * hour, and drops old ones every hour. Every process does this, because each may write to these tables while no
 * worker is running.
 */
export async function startPartitioning(sql: Sql, log: Logger): Promise<Repeated> {
  await createHistoryPartitions(sql)
  await createEventPartitions(sql)
  const maintain = (name: string, jobs: ((sql: Sql) => Promise<void>)[]) =>
    repeat(name, {
      pauseMs: 3_600_000,
      log,
      work: async () => {
        for (const job of jobs) await job(sql)
        return false
      }
    })
  const repeated = [
    maintain('product-history', [createHistoryPartitions, dropOldHistoryPartitions]),
    maintain('event-partitions', [createEventPartitions, dropOldEventPartitions])
  ]
  return {
    async stop() {
      await Promise.all(repeated.map((job) => job.stop()))
    }
  }
}
