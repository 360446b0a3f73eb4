import cors from '@fastify/cors'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { WebConsole } from './console/web-console.ts'
import type { Api, Deps } from './deps.ts'
import { operationExamples } from './examples/operation-examples.ts'
import { addBodyReading, addBufferedBodyLimit } from './http/body/body.ts'
import { addValidation } from './http/body/validation.ts'
import { addCompression } from './http/compression.ts'
import { addIdempotency, sendStoredInstead } from './http/idempotency.ts'
import { addRateLimit } from './http/limits/rate-limit.ts'
import { addOpenApi, tags } from './http/openapi/openapi.ts'
import { addConsole } from './http/pages/console.ts'
import { addDocs } from './http/pages/docs.ts'
import { addScalar } from './http/pages/scalar.ts'
import { addProblemHandlers } from './http/problem.ts'
import { addAccessControl } from './http/server/access.ts'
import { accessCheckMs, addAccessRechecks } from './http/server/access-recheck.ts'
import { addDraining, ignoreExpectations } from './http/server/connections.ts'
import { addFeedWaiter } from './http/server/feed-waiter.ts'
import type { StreamLimits } from './http/server/live-feed.ts'
import { addMethodHandling } from './http/server/methods.ts'
import { addRequestMetrics } from './http/server/request-metrics.ts'
import { addRequestHandling, securityHeaders } from './http/server/requests.ts'
import {
  addResponseTimeouts,
  defaultTimeouts,
  type ResponseTimeouts
} from './http/server/response-timeouts.ts'
import { createServer } from './http/server/server.ts'
import { addTracing } from './http/server/tracing.ts'
import { addStoppingLimits, type StoppingTimes } from './http/server/unfinished-requests.ts'
import { InteractiveLoad } from './jobs/load.ts'
import { apiTokenRoutes } from './modules/api-tokens/routes.ts'
import { ruleEvaluationRoutes } from './modules/approval-rules/evaluation-routes.ts'
import { approvalRuleRoutes } from './modules/approval-rules/platform-routes.ts'
import { platformAttributeRoutes } from './modules/attributes/platform-routes.ts'
import { attributePreviewRoutes } from './modules/attributes/preview-routes.ts'
import { vendorAttributeRoutes } from './modules/attributes/vendor-routes.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { bulkUpdateRoutes } from './modules/bulk-update/routes.ts'
import { catalogChangeRoutes } from './modules/catalog-changes/routes.ts'
import { eventRoutes, platformEventRoutes } from './modules/events/routes.ts'
import { exportRoutes } from './modules/export/routes.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { platformImportJobRoutes } from './modules/imports/platform-routes.ts'
import { importJobRoutes } from './modules/imports/routes.ts'
import { bulkUploadRoutes } from './modules/imports/upload-routes.ts'
import { legacyRoutes } from './modules/legacy/routes.ts'
import { demoMailRoutes } from './modules/mail/demo-mails/demo-mail-routes.ts'
import { mailSettingsRoutes } from './modules/mail/settings/routes.ts'
import { unsubscribeRoutes } from './modules/mail/settings/unsubscribe-routes.ts'
import { mediaRoutes } from './modules/media/routes.ts'
import { platformMemberRoutes } from './modules/members/platform-routes.ts'
import { memberRoutes } from './modules/members/routes.ts'
import { platformTeam, vendorTeam } from './modules/members/teams.ts'
import { changeSetRoutes } from './modules/moderation/change-sets/change-set-routes.ts'
import { claimRoutes } from './modules/moderation/claims/claim-routes.ts'
import { correctionRoutes } from './modules/moderation/correct/correction-routes.ts'
import { decisionRoutes } from './modules/moderation/decide/decision-routes.ts'
import { moderationRoutes } from './modules/moderation/platform-routes.ts'
import { submitRoutes } from './modules/moderation/routes.ts'
import { snapshotRoutes } from './modules/moderation/snapshots/snapshot-routes.ts'
import { platformOrderRoutes } from './modules/orders/platform-routes.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { platformStatisticsRoutes } from './modules/platform-statistics/routes.ts'
import {
  platformProductHistoryRoutes,
  productHistoryRoutes
} from './modules/products/history/history-routes.ts'
import { productImageRoutes } from './modules/products/images/image-routes.ts'
import { platformProductRoutes } from './modules/products/platform-routes.ts'
import { productReviewRoutes } from './modules/products/reviews/review-routes.ts'
import { productRoutes } from './modules/products/routes.ts'
import { purchaseOrderRoutes } from './modules/purchase-orders/routes.ts'
import { quoteRoutes } from './modules/quotes/routes.ts'
import { reasonTemplateRoutes } from './modules/reason-templates/platform-routes.ts'
import { platformSettingsRoutes } from './modules/settings/platform-routes.ts'
import { shipmentRoutes } from './modules/shipments/routes.ts'
import { shippingMethodRoutes } from './modules/shipping-methods/routes.ts'
import { platformStatementRoutes } from './modules/statements/platform-routes.ts'
import { statementRoutes } from './modules/statements/routes.ts'
import { storefrontMarketplaceRoutes } from './modules/storefront/marketplace-routes.ts'
import { storefrontRoutes } from './modules/storefront/routes.ts'
import { storefrontVendorRoutes } from './modules/storefront/vendor-routes.ts'
import { platformTaxonomyRoutes } from './modules/taxonomy/platform-routes.ts'
import { taxonomyRoutes } from './modules/taxonomy/routes.ts'
import { templateRoutes } from './modules/templates/routes.ts'
import { platformVendorListRoutes } from './modules/vendor-statistics/platform-routes.ts'
import { vendorStatisticsRoutes } from './modules/vendor-statistics/routes.ts'
import { platformVendorRoutes } from './modules/vendors/platform-routes.ts'
import { profileRoutes } from './modules/vendors/routes.ts'
import { webhookDocument } from './modules/webhooks/message/message-schema.ts'
import { vendorWebhookRoutes } from './modules/webhooks/platform-routes.ts'
import { webhookRoutes } from './modules/webhooks/routes.ts'

export type AppOptions = {
  deps: Deps
  rateLimitMax: number
  storefrontRateLimitMax: number | undefined
  /** The maximum number of quotes for a client address in ten minutes. The default is 10,000. */
  quoteRateLimitMax?: number
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  /** The origin at which browsers reach the service. If undefined, the host of a request decides. */
  publicUrl?: string | undefined
  /** Replaces time limits of the service, for tests. */
  times?: Partial<ResponseTimeouts & { accessCheckMs: number }>
  /** The times that shutdown waits for slow clients. */
  stoppingTimes?: StoppingTimes
  /** Replaces the maximum number of requests that wait for new rows of a feed, for tests. */
  maxWaiting?: number
  /** The maximum numbers of open streams, for tests. */
  maxStreams?: StreamLimits
  /** Counts the running requests. Background work slows down while the count isn't 0. */
  load?: InteractiveLoad
  /** How long requests are accepted after `close` was called, in milliseconds. */
  drainMs?: number
  /** The commit that `/version` returns. */
  commit?: string | null
  /** The folder with the mails of the demo, which `/dev/mail` shows. Undefined unless the process serves the demo. */
  demoMailFolder?: string | undefined
  /** True while the mail server can be reached. Undefined if this process sends no mails. */
  isMailServerUp?: (() => boolean) | undefined
  /** True if the process stops while others serve its clients. `/readyz` then doesn't report that it stops. */
  isReplaced?: (() => boolean) | undefined
  /** The console. If undefined, `/` redirects to the documentation. */
  webConsole?: WebConsole
  /** True if the durations of requests are measured. */
  withMetrics?: boolean
  /** If undefined, nothing is logged. */
  logger?: FastifyBaseLogger
}

const MiB = 1024 * 1024
/**
 * The maximum number of requests that run at the same time. Further requests are refused immediately: with
 * more running requests, each would be slower, and the service would not finish more requests per second.
 */
const maxRunning = 400
/** The maximum number of requests whose body is still arriving. */
const maxArriving = 400
/** The maximum number of requests on one connection that wait for their responses. */
const maxPerConnection = 50
/** The maximum total size of the JSON bodies that are in memory at the same time. */
const maxBufferedBytes = 256 * MiB
/** The time that a body may take to arrive. Streamed bodies have limits of their own. */
const bodyMs = 30_000

/**
 * Builds the HTTP service. The database must have been migrated. The service doesn't listen yet: call
 * `listen`, or `inject` in tests.
 */
export async function buildApp(options: AppOptions): Promise<Api> {
  const app = createServer({ trustProxy: options.trustProxy, logger: options.logger })
  app.decorate('deps', options.deps)

  addProblemHandlers(app, sendStoredInstead)
  addDraining(app, options.drainMs)
  addStoppingLimits(app, options.stoppingTimes)
  ignoreExpectations(app)
  addTracing(app)
  addRequestHandling(app, {
    ...{ maxRunning, maxArriving, maxPerConnection, bodyMs, corsOrigins: options.corsOrigins },
    headers: securityHeaders(),
    load: options.load ?? new InteractiveLoad()
  })
  if (options.withMetrics) addRequestMetrics(app)
  addResponseTimeouts(app, { ...defaultTimeouts, ...options.times })
  if (options.corsOrigins.length > 0)
    await app.register(cors, { delegator: corsDelegator(options.corsOrigins) })
  addRateLimit(app, {
    ...{ sql: options.deps.lookupPool, max: options.rateLimitMax },
    storefrontMax: options.storefrontRateLimitMax,
    ...(options.quoteRateLimitMax !== undefined && { quotesMax: options.quoteRateLimitMax })
  })
  addMethodHandling(app)
  const { authenticate, confirm } = options.deps.authenticator
  addAccessControl(app, authenticate)
  addAccessRechecks(app, { confirm, everyMs: options.times?.accessCheckMs ?? accessCheckMs })
  addCompression(app)
  addBufferedBodyLimit(app, { maxBytes: maxBufferedBytes })
  addBodyReading(app)
  addIdempotency(app)
  addValidation(app)
  addFeedWaiter(app, { sql: options.deps.lookupPool, max: options.maxWaiting, streams: options.maxStreams })
  await addOpenApi(app, operationExamples, webhookDocument(tags.webhooks))
  await addDocs(app)
  await addScalar(app)
  await addConsole(app, options.webConsole, options.deps.assetOrigin)

  const api = { ...options.deps, prefix: '/api/v1' }
  const webhooks = { ...api, publicUrl: options.publicUrl }
  await app.register(healthRoutes, {
    ...options.deps,
    commit: options.commit,
    isReplaced: options.isReplaced,
    isMailServerUp: options.isMailServerUp
  })
  await app.register(mediaRoutes, options.deps)
  await app.register(legacyRoutes)
  await app.register(authRoutes, { ...api, publicUrl: options.publicUrl })
  await app.register(mailSettingsRoutes, api)
  await app.register(unsubscribeRoutes, options.deps)
  if (options.demoMailFolder) await app.register(demoMailRoutes, { folder: options.demoMailFolder })
  await app.register(profileRoutes, api)
  await app.register(memberRoutes, { ...api, team: vendorTeam })
  await app.register(apiTokenRoutes, { ...api, team: vendorTeam })
  await app.register(shippingMethodRoutes, api)
  await app.register(taxonomyRoutes, api)
  await app.register(productRoutes, api)
  await app.register(productImageRoutes, api)
  await app.register(productReviewRoutes, api)
  await app.register(productHistoryRoutes, api)
  await app.register(bulkUploadRoutes, api)
  await app.register(exportRoutes, api)
  await app.register(bulkUpdateRoutes, api)
  await app.register(templateRoutes, api)
  await app.register(importJobRoutes, api)
  await app.register(orderRoutes, api)
  await app.register(purchaseOrderRoutes, api)
  await app.register(shipmentRoutes, api)
  await app.register(statementRoutes, api)
  await app.register(eventRoutes, api)
  await app.register(webhookRoutes, { ...webhooks, team: vendorTeam })
  await app.register(vendorStatisticsRoutes, api)
  await app.register(submitRoutes, api)
  await app.register(platformStatisticsRoutes, api)
  await app.register(moderationRoutes, api)
  await app.register(decisionRoutes, api)
  await app.register(correctionRoutes, api)
  await app.register(changeSetRoutes, api)
  await app.register(approvalRuleRoutes, api)
  await app.register(snapshotRoutes, api)
  await app.register(reasonTemplateRoutes, api)
  await app.register(claimRoutes, api)
  await app.register(ruleEvaluationRoutes, api)
  await app.register(platformProductRoutes, api)
  await app.register(platformProductHistoryRoutes, api)
  await app.register(platformVendorListRoutes, api)
  await app.register(platformVendorRoutes, api)
  await app.register(platformImportJobRoutes, api)
  await app.register(platformTaxonomyRoutes, api)
  await app.register(vendorAttributeRoutes, api)
  await app.register(platformAttributeRoutes, api)
  await app.register(attributePreviewRoutes, api)
  await app.register(platformSettingsRoutes, api)
  await app.register(memberRoutes, { ...api, team: platformTeam })
  await app.register(platformMemberRoutes, api)
  await app.register(apiTokenRoutes, { ...api, team: platformTeam })
  await app.register(platformOrderRoutes, api)
  await app.register(platformStatementRoutes, api)
  await app.register(platformEventRoutes, api)
  await app.register(webhookRoutes, { ...webhooks, team: platformTeam })
  await app.register(vendorWebhookRoutes, api)
  await app.register(catalogChangeRoutes, api)
  await app.register(storefrontRoutes, api)
  await app.register(storefrontMarketplaceRoutes, api)
  await app.register(storefrontVendorRoutes, api)
  await app.register(quoteRoutes, api)
  return app
}

function corsDelegator(origins: readonly string[]) {
  const options = {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'Allow',
      'ETag',
      'Location',
      'RateLimit',
      'RateLimit-Policy',
      'Retry-After',
      'X-Request-Id',
      'Idempotency-Replayed'
    ],
    maxAge: 600
  }
  // An OPTIONS request that isn't a preflight gets the same response as without CORS.
  return async ({ headers }: FastifyRequest) => ({
    ...options,
    preflight: headers.origin !== undefined && headers['access-control-request-method'] !== undefined
  })
}
