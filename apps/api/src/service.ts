import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Logger } from 'pino'
import { buildApp } from './app.ts'
import { assetLocationOf } from './assets/asset-location.ts'
import { createImages } from './assets/images.ts'
import { logStoreErrors } from './assets/log-store-errors.ts'
import type { AssetStore } from './assets/store.ts'
import { type Config, loadOrCreateSecret } from './config.ts'
import { consolePlan } from './console/console-plan.ts'
import { openConsole } from './console/open-console.ts'
import type { Sql } from './db/connect.ts'
import type { Api, Deps } from './deps.ts'
import { createAddressGuard } from './fetching/address-guard.ts'
import { createGuardedPost } from './fetching/guarded-post.ts'
import { buildHealthApp } from './health-app.ts'
import { checkSecret } from './installation/check-secret.ts'
import { claimAssetStore } from './installation/claim-asset-store.ts'
import { createBackgroundPace } from './jobs/background-pace.ts'
import { inBatches } from './jobs/in-batches.ts'
import { createDatabaseLoad, greaterLoad, InteractiveLoad } from './jobs/load.ts'
import { createSignals } from './jobs/signals.ts'
import { startWorker } from './jobs/worker.ts'
import { createEncryption } from './lib/encryption.ts'
import { collectAll, collectWhenIdle, limitGarbage } from './lib/garbage.ts'
import { createLog } from './lib/log/create-log.ts'
import { findCommit, release } from './lib/release.ts'
import { splitSecret } from './lib/secrets.ts'
import { propagateTraces } from './lib/trace.ts'
import { listen } from './listen.ts'
import { countAssetError } from './metrics/assets.ts'
import { deleteOldPreviews } from './modules/approval-rules/application-preview-queries.ts'
import { deleteOldSessions, deleteOldTokens } from './modules/auth/sessions/session-queries.ts'
import { deleteOldAttempts } from './modules/auth/sign-in/attempt-queries.ts'
import { createAuthenticator } from './modules/auth/tokens/authenticator.ts'
import { deleteOldImports } from './modules/imports/delete-old-imports.ts'
import { deleteAbandonedUploads } from './modules/imports/receive/intake-queries.ts'
import { startImporting } from './modules/imports/start-importing.ts'
import { skipMailedEvents } from './modules/mail/queue/collect-queries.ts'
import { type Mailing, mailCleanups, startMailing } from './modules/mail/start-mailing.ts'
import { createFolderMailer } from './modules/mail/transport/folder-mailer.ts'
import { createSmtpMailer } from './modules/mail/transport/smtp-mailer.ts'
import { sweepAssets } from './modules/media/sweep-assets.ts'
import { hasOperator } from './modules/members/queries.ts'
import { deleteExpiredClaims } from './modules/moderation/claims/claim-queries.ts'
import { recordLateOrders } from './modules/orders/late-orders.ts'
import { compactTallies } from './modules/orders/list/tally-queries.ts'
import { deleteOldSnapshots } from './modules/products/approval/decision-queries.ts'
import { startCheckingAttributes } from './modules/products/attributes/check-products.ts'
import { deleteOldReservations } from './modules/products/write/slug-queries.ts'
import { closeStatements } from './modules/statements/close-statements.ts'
import { startRefreshingOffers } from './modules/storefront/offers/refresh-offers.ts'
import { startMovingMergedProducts } from './modules/taxonomy/move-merged-products.ts'
import { applyNextCommissions } from './modules/vendors/commission-queries.ts'
import { maintainWebhooks, reportLongFailures } from './modules/webhooks/deliver/maintain.ts'
import { startWebhooks } from './modules/webhooks/deliver/start-webhooks.ts'
import type { Membership } from './processes/membership.ts'
import { type Database, type Stops, startDatabase, startPartitioning } from './start-database.ts'
import { startMetrics } from './start-metrics.ts'
import { startupMessage } from './startup-message.ts'

type Service = { log: FastifyBaseLogger; stop(): Promise<void> }

/** What is being started. `stops` stops what has been started so far. */
type Start = {
  config: Config
  log: Logger
  commit: string | null
  stops: Stops
  membership: Membership | undefined
}

/** What the API and the worker share. */
type Parts = Omit<Deps, 'assetOrigin' | 'authenticator'> & { load: InteractiveLoad }

/**
 * Starts the parts of the service that the configured role includes: the embedded database unless
 * `databaseUrl` is set, then migrations, the worker and the API. If one part can't start, stops the others
 * and throws. `membership` is given if the process is one of several of a node.
 */
export async function startService(config: Config, membership?: Membership): Promise<Service> {
  const { logLevel: level, nodeEnv } = config
  const log = createLog({ level, nodeEnv, isShared: membership !== undefined })
  limitGarbage()
  propagateTraces()
  const stops: Stops = []
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart()
  }
  const start = { config, log, stops, membership, commit: await findCommit(config.commit) }
  const { role } = config
  const ready = { role, ...release, commit: start.commit }
  try {
    const database = await startDatabase(config, start)
    const metrics = await startMetrics(config, {
      ...{ primary: database.primary, log, release: ready, membership }
    })
    if (metrics) stops.push(() => metrics.close())
    const parts = await startParts(start, database)
    const mailing = role === 'api' ? undefined : prepareMailing(start, parts)
    if (role !== 'api') startBackgroundWork(start, parts, mailing)
    await (role === 'worker' ? startHealthChecks(start, parts, mailing) : startApi(start, parts, mailing))
    // Startup leaves about 40 MB of garbage that an idle process would not collect.
    collectAll()
    const stopCollecting = collectWhenIdle()
    log.info({ ...ready, process: membership?.number, metricsPort: metrics?.port }, 'the service is ready')
    stops.push(async () => stopCollecting())
    return { log, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startParts({ config, log, stops }: Start, { sql, lookupPool }: Database): Promise<Parts> {
  const secretText = config.secrets.jwt ?? (await loadOrCreateSecret(config.dataDir))
  const secret = splitSecret(secretText)
  const encryption = createEncryption(splitSecret(config.secrets.encryption ?? secretText))
  if (config.databaseUrl) await checkSecret(sql, secret)
  const partitions = await startPartitioning(sql, log)
  stops.push(() => partitions.stop())
  const assets = await openAssets({ config, log }, sql)
  const images = createImages()
  stops.push(() => images.close())
  const load = new InteractiveLoad()
  const pace = createBackgroundPace(greaterLoad(load, createDatabaseLoad(sql)))
  const webhookGuard = createAddressGuard(config.webhookAllow)
  const webhookPost = createGuardedPost({
    allow: config.webhookAllow,
    guard: webhookGuard,
    ...(config.webhookProxy && { proxy: config.webhookProxy })
  })
  stops.push(() => webhookPost.close())
  const webhooks = { encryption, webhookGuard, webhookPost }
  return { sql, lookupPool, secret, ...webhooks, assets, images, signals: createSignals(sql), load, pace }
}

/** Opens the asset store. Throws if it isn't the one of the database. */
async function openAssets({ config, log }: Pick<Start, 'config' | 'log'>, sql: Sql): Promise<AssetStore> {
  const logError = logStoreErrors(log)
  const location = await assetLocationOf(config, {
    onError(operation, error) {
      countAssetError(operation)
      logError(operation, error)
    }
  })
  await claimAssetStore(sql, {
    location,
    isEmbedded: config.databaseUrl === undefined,
    log: (message) => log.warn(message)
  })
  return location.store
}

function startBackgroundWork(
  { config, log, stops }: Start,
  parts: Parts,
  mailing: PreparedMailing | undefined
): void {
  const { sql, signals, pace, assets, images, secret, encryption, webhookGuard } = parts
  const sweep = new AbortController()
  const sweepOld = async () => {
    await sweepAssets(sql, assets, { signal: sweep.signal })
  }
  const closeEndedPeriods = async () => {
    const count = await closeStatements(sql)
    if (count > 0) log.info({ count }, 'periods of statements were closed')
  }
  const noteLateOrders = async () => {
    await recordLateOrders(sql)
  }
  const worker = startWorker(sql, {
    log,
    hourly: [
      deleteOldSessions,
      deleteOldTokens,
      deleteExpiredClaims,
      deleteOldPreviews,
      deleteOldImports,
      inBatches(deleteOldSnapshots),
      inBatches(deleteOldReservations),
      ...mailCleanups,
      sweepOld,
      maintainWebhooks
    ],
    everyHalfMinute: [
      applyNextCommissions,
      deleteAbandonedUploads,
      compactTallies,
      deleteOldAttempts,
      closeEndedPeriods,
      noteLateOrders,
      reportLongFailures,
      ...(mailing ? [] : [skipMailedEvents])
    ],
    started: [
      ...startImporting({
        ...{ sql, signals, pace, assets, images, log },
        imageFetchAllow: config.imageFetchAllow
      }),
      ...startRefreshingOffers({ sql, pace, log }),
      startCheckingAttributes({ sql, pace, log }),
      startMovingMergedProducts({ sql, pace, log }),
      startWebhooks({
        ...{ sql, secret, encryption, log, publicUrl: config.publicUrl },
        ...{ guard: webhookGuard, allow: config.webhookAllow, proxy: config.webhookProxy }
      })
    ]
  })
  stops.push(() => {
    sweep.abort()
    return worker.stop()
  })
}

/** Mailing that begins when the URL of its links is known. */
type PreparedMailing = { isServerUp(): boolean; start(origin: string | undefined): void }

/**
 * Prepares to send mails through the mail server of the configuration or, in the demo, into a folder. Returns undefined if
 * there is none.
 */
function prepareMailing(
  { config, log, stops }: Start,
  { sql, secret, assets, images }: Parts
): PreparedMailing | undefined {
  const { smtp: url } = config.secrets
  if (!url && !isDemo(config)) return undefined
  let mailing: Mailing | undefined
  return {
    isServerUp: () => mailing?.isServerUp() ?? true,
    start(origin) {
      if (origin === undefined) log.warn('mails have no links, because PUBLIC_URL is not set')
      const mailer = url
        ? createSmtpMailer({ url, from: config.mailFrom ?? '' })
        : createFolderMailer(mailFolderOf(config))
      const started = startMailing({ sql, mailer, log, secret, assets, images, origin })
      mailing = started
      stops.push(() => started.stop())
    }
  }
}

/** Returns the folder with the mails of the demo. */
function mailFolderOf({ dataDir }: Config): string {
  return join(dataDir, 'mail')
}

/** Serves the health checks of a worker. */
async function startHealthChecks(
  { config, log, commit, stops, membership }: Start,
  { lookupPool }: Parts,
  mailing: PreparedMailing | undefined
): Promise<void> {
  const isReplaced = membership?.isLeaving
  const isMailServerUp = mailing?.isServerUp
  const { app } = await listen(config, () =>
    buildHealthApp({ sql: lookupPool, commit, isReplaced, isMailServerUp, logger: log })
  )
  declineWhileLeaving(app, membership)
  stops.push(() => app.close())
  mailing?.start(config.publicUrl)
}

/**
 * Lets the server accept no connections while the process is leaving. The supervisor sends them to other processes.
 * Otherwise, those on which no request has arrived would be closed when the server closes.
 */
function declineWhileLeaving({ server }: Api, membership: Membership | undefined): void {
  if (!membership) return
  const { maxConnections } = server
  Object.defineProperty(server, 'maxConnections', {
    get: () => (membership.isLeaving() ? 0 : maxConnections)
  })
}

async function startApi(
  { config, log, commit, stops, membership }: Start,
  { load, ...parts }: Parts,
  mailing: PreparedMailing | undefined
): Promise<void> {
  const isFirst = membership?.isFirst !== false
  const demo = isFirst && isDemo(config) ? await import('../../../demo/seed-demo.ts') : undefined
  await demo?.seedDemo(parts.sql, parts, (message) => log.info(message))
  const authenticator = createAuthenticator({ sql: parts.lookupPool, secret: parts.secret })
  const webConsole = config.withConsole ? await openConsole(consolePlan(config), log) : undefined
  const { app, url } = await listen(config, (url) =>
    buildApp({
      deps: { ...parts, authenticator, assetOrigin: config.assetOrigin ?? url },
      load,
      rateLimitMax: config.rateLimitMax,
      storefrontRateLimitMax: config.storefrontRateLimitMax,
      quoteRateLimitMax: config.quoteRateLimitMax,
      trustProxy: config.trustProxy,
      corsOrigins: config.corsOrigins,
      publicUrl: config.publicUrl,
      drainMs: config.drainMs,
      commit,
      demoMailFolder: isDemo(config) && !config.secrets.smtp ? mailFolderOf(config) : undefined,
      isMailServerUp: mailing?.isServerUp,
      isReplaced: membership?.isLeaving,
      webConsole,
      withMetrics: config.metricsPort !== undefined,
      logger: log
    })
  )
  declineWhileLeaving(app, membership)
  stops.push(() => app.close())
  if (webConsole) {
    webConsole.build()
    stops.push(() => webConsole.close())
  }
  mailing?.start(url)
  if (isFirst && !config.databaseUrl)
    console.log(
      startupMessage(url, webConsole, {
        hasDemoMail: isDemo(config) && !config.secrets.smtp,
        needsOperator: !(await hasOperator(parts.sql))
      }) + ((await demo?.signIns(url)) ?? '')
    )
}

/**
 * True if the service starts with the demo marketplace. This requires that the service listens only on this
 * machine, because the passwords of the demo are public.
 */
function isDemo({ databaseUrl, host, nodeEnv }: Config): boolean {
  return !databaseUrl && nodeEnv !== 'production' && ['127.0.0.1', '::1', 'localhost'].includes(host)
}
