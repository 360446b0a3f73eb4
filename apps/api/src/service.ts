import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { assetLocationOf } from './assets/asset-location.ts'
import { createImages } from './assets/images.ts'
import { logStoreErrors } from './assets/log-store-errors.ts'
import { choosePort } from './choose-port.ts'
import { type Config, loadOrCreateSecret } from './config.ts'
import { connect, type Sql } from './db/connect.ts'
import { startEmbeddedDatabase } from './db/embedded.ts'
import { checkDurability, migrate, requireMigrated } from './db/migrate.ts'
import { observePool } from './db/observe-pool.ts'
import { createPrimary, type Primary } from './db/primary.ts'
import { requireServerVersion } from './db/server-version.ts'
import { requireOwnSessions } from './db/session-check.ts'
import { watchPrimary } from './db/watch-primary.ts'
import type { Api } from './deps.ts'
import { createEventPartitions, dropOldEventPartitions } from './events.ts'
import { buildHealthApp } from './health-app.ts'
import { checkSecret } from './installation/check-secret.ts'
import { claimAssetStore } from './installation/claim-asset-store.ts'
import { createBackgroundPace } from './jobs/background-pace.ts'
import { inBatches } from './jobs/in-batches.ts'
import { createDatabaseLoad, greaterLoad, InteractiveLoad } from './jobs/load.ts'
import { type Repeated, repeat } from './jobs/repeat.ts'
import { createSignals } from './jobs/signals.ts'
import { startWorker } from './jobs/worker.ts'
import { collectAll, collectWhenIdle, limitGarbage } from './lib/garbage.ts'
import { loggableError } from './lib/log.ts'
import { findCommit, release } from './lib/release.ts'
import { splitSecret } from './lib/secrets.ts'
import { propagateTraces } from './lib/trace.ts'
import { countAssetError } from './metrics/assets.ts'
import { startProcessMetrics } from './metrics/process.ts'
import { deleteOldAttempts } from './modules/auth/attempt-queries.ts'
import { createAuthenticator } from './modules/auth/authenticator.ts'
import { deleteOldSessions, deleteOldTokens } from './modules/auth/session-queries.ts'
import { deleteOldImports } from './modules/imports/delete-old-imports.ts'
import { deleteAbandonedUploads } from './modules/imports/receive/intake-queries.ts'
import { startImporting } from './modules/imports/start-importing.ts'
import { sweepAssets } from './modules/media/sweep-assets.ts'
import { startMetricsServer } from './modules/metrics/server.ts'
import { deleteExpiredClaims } from './modules/moderation/claim-queries.ts'
import { compactTallies } from './modules/orders/list/tally-queries.ts'
import { deleteOldSnapshots } from './modules/products/approval/snapshot-queries.ts'
import { createHistoryPartitions, dropOldHistoryPartitions } from './modules/products/write/record-queries.ts'

/** A reason why the service can't start. The message is written for the operator. */
export class StartError extends Error {}

type Release = typeof release & { commit: string | null }
type Service = { log: FastifyBaseLogger; stop(): Promise<void> }

/**
 * Starts the parts of the service that the configured role includes: the embedded database unless
 * `databaseUrl` is set, then migrations, the worker and the API. If one part can't start, stops the others
 * and throws.
 */
export async function startService(config: Config): Promise<Service> {
  // Log lines are buffered and written asynchronously. The last ones are written when the process exits.
  const log = pino(
    { level: config.logLevel, serializers: { err: loggableError } },
    pino.destination({ sync: false, minLength: 8_192, periodicFlush: 100 })
  )
  limitGarbage()
  propagateTraces()
  const stops: (() => Promise<void>)[] = []
  const ready = { role: config.role, ...release, commit: await findCommit(config.commit) }
  const stop = async () => {
    for (const one of stops.splice(0).reverse()) await one()
  }
  try {
    const embedded = config.databaseUrl
      ? undefined
      : await startEmbeddedDatabase(config.dataDir, { log: (message) => log.info(message) })
    if (embedded) stops.push(() => embedded.stop())
    const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
    const primary = createPrimary(databaseUrl)
    const watch = await watchPrimary(primary, log).catch(explainNoPrimary)
    stops.push(() => watch.stop())
    const observe = config.metricsPort === undefined ? (pool: Sql) => pool : observePool
    const sql = observe(connect(primary, { max: 20 }), 'main')
    stops.push(() => sql.end({ timeout: 5 }))
    const lookupPool = observe(connect(primary, { max: 3 }), 'lookup')
    stops.push(() => lookupPool.end({ timeout: 5 }))
    await prepareDatabase(sql, config, log)
    const metrics = await startMetrics(config, { primary, log, release: ready })
    if (metrics) stops.push(() => metrics.close())
    const secret = splitSecret(config.secrets.jwt ?? (await loadOrCreateSecret(config.dataDir)))
    if (!embedded) await checkSecret(sql, secret)
    const logStoreError = logStoreErrors(log)
    const assetLocation = assetLocationOf(config, {
      onError(operation, error) {
        countAssetError(operation)
        logStoreError(operation, error)
      }
    })
    const partitions = await startPartitioning(sql, log)
    stops.push(() => partitions.stop())
    await claimAssetStore(sql, {
      location: assetLocation,
      isEmbedded: embedded !== undefined,
      log: (message) => log.warn(message)
    })
    const assets = assetLocation.store
    const images = createImages()
    stops.push(() => images.close())
    const signals = createSignals(sql)
    const load = new InteractiveLoad()
    const pace = createBackgroundPace(greaterLoad(load, createDatabaseLoad(sql)))
    if (config.role !== 'api') {
      const sweep = new AbortController()
      const sweepOld = async () => {
        await sweepAssets(sql, assets, { signal: sweep.signal })
      }
      const worker = startWorker(sql, {
        log,
        hourly: [
          deleteOldSessions,
          deleteOldTokens,
          deleteExpiredClaims,
          deleteOldImports,
          inBatches(deleteOldSnapshots),
          sweepOld
        ],
        everyHalfMinute: [deleteAbandonedUploads, compactTallies, deleteOldAttempts],
        started: startImporting({
          ...{ sql, signals, pace, assets, images, log },
          imageFetchAllow: config.imageFetchAllow
        })
      })
      stops.push(() => {
        sweep.abort()
        return worker.stop()
      })
    }
    if (config.role !== 'worker') {
      const demo = isDemo(config) ? await import('../../../demo/seed-demo.ts') : undefined
      await demo?.seedDemo(sql, assets)
      const authenticator = createAuthenticator({ sql: lookupPool, secret })
      const deps = { sql, lookupPool, secret, assets, images, authenticator, signals, pace }
      const { app, url } = await listen(config, (url) =>
        buildApp({
          deps: { ...deps, assetOrigin: config.assetOrigin ?? url },
          load,
          rateLimitMax: config.rateLimitMax,
          storefrontRateLimitMax: config.storefrontRateLimitMax,
          trustProxy: config.trustProxy,
          corsOrigins: config.corsOrigins,
          drainMs: config.drainMs,
          commit: ready.commit,
          withMetrics: config.metricsPort !== undefined,
          logger: log
        })
      )
      stops.push(() => app.close())
      if (embedded) console.log(startupMessage(url) + ((await demo?.signIns(url)) ?? ''))
    } else {
      const { app } = await listen(config, () =>
        buildHealthApp({ sql: lookupPool, commit: ready.commit, logger: log })
      )
      stops.push(() => app.close())
    }
    // Startup leaves about 40 MB of garbage that an idle process would not collect.
    collectAll()
    const stopCollecting = collectWhenIdle()
    log.info({ ...ready, metricsPort: metrics?.port }, 'the service is ready')
    stops.push(async () => stopCollecting())
    return { log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Metrics = { port: number; close(): Promise<void> }

/** Serves the metrics on METRICS_PORT, if it is set. */
async function startMetrics(
  { metricsPort, host, role, dataDir }: Config,
  { primary, log, release }: { primary: Primary; log: FastifyBaseLogger; release: Release }
): Promise<Metrics | undefined> {
  if (metricsPort === undefined) return undefined
  startProcessMetrics({ ...release, role, dataDir })
  // A connection of its own, because the metrics matter most when the pools are exhausted.
  const pool = connect(primary, { max: 1, statementTimeoutMs: 5_000 })
  try {
    const server = await startMetricsServer(pool, { port: metricsPort, host, log })
    return {
      port: server.port,
      async close() {
        await server.close()
        await pool.end({ timeout: 1 })
      }
    }
  } catch (error) {
    await pool.end({ timeout: 1 })
    throw new StartError(
      `The metrics cannot be served on ${host}:${metricsPort}: ${(error as Error).message}. ` +
        'Set METRICS_PORT to another port.'
    )
  }
}

/**
 * Creates the partitions of the history of products and of the events that will be needed soon, now and every
 * hour, and drops old ones every hour. Every process does this, because each may write to these tables while no
 * worker is running.
 */
async function startPartitioning(sql: Sql, log: FastifyBaseLogger): Promise<Repeated> {
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
      await Promise.all(repeated.map((one) => one.stop()))
    }
  }
}

function explainNoPrimary(error: Error): never {
  throw new StartError(`The database cannot be reached: ${error.message}`)
}

async function prepareDatabase(sql: Sql, config: Config, log: FastifyBaseLogger): Promise<void> {
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
  if (applied.length > 0) log.info({ migrations: applied }, 'migrations were applied')
}

/** Returns the text that `npm start` prints once the service is running. */
function startupMessage(url: string): string {
  return `
Purveyor is running.

  API        ${url}/api/v1
  Docs       ${url}/docs
`
}

/**
 * True if the service starts with the demo marketplace. This requires that the service listens only on this
 * machine, because the passwords of the demo are public.
 */
function isDemo({ databaseUrl, host, nodeEnv }: Config): boolean {
  return !databaseUrl && nodeEnv !== 'production' && ['127.0.0.1', '::1', 'localhost'].includes(host)
}

type Listening = { app: Api; url: string }

/**
 * Listens on PORT, or on a free port if PORT isn't set. If another process takes the free port first, tries
 * again with another free port.
 */
async function listen(
  config: Config,
  build: (url: string) => Promise<Api>,
  attempts = 5
): Promise<Listening> {
  const { port: wanted, host } = config
  const port = await choosePort({ port: wanted, host })
  const url = publicUrl(config, port)
  const app = await build(url)
  try {
    await app.listen({ port, host })
    return { app, url }
  } catch (error) {
    await app.close()
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE')
      throw new StartError(`The service cannot listen on ${host}:${port}: ${message}`)
    if (!wanted && attempts > 1) return listen(config, build, attempts - 1)
    throw new StartError(`Port ${port} on ${host} is in use. Set PORT to another port.`)
  }
}

function publicUrl({ publicUrl, host }: Config, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return publicUrl ?? `http://${name}:${port}`
}
