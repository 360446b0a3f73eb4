import cors from '@fastify/cors'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, type FastifyRequest, LogController } from 'fastify'
import type { Api, Deps } from './deps.ts'
import { addAccessControl } from './http/access.ts'
import { type AnswerTimes, addAnswerTimes, answerTimes } from './http/answer-times.ts'
import { addBodyReading, addHeldBodies } from './http/body.ts'
import { addDraining, ignoreExpectations, refuseUnreadable } from './http/connections.ts'
import { addDocs } from './http/docs.ts'
import { addIdempotency } from './http/idempotency.ts'
import { accessCheckMs, addLastingAccess } from './http/lasting-access.ts'
import { addMethodHandling } from './http/methods.ts'
import { addOpenApi } from './http/openapi.ts'
import { addProblemHandlers, sendUnroutable } from './http/problem.ts'
import { addRateLimit } from './http/rate-limit.ts'
import { addRequestHandling, requestIdOf, securityHeaders } from './http/requests.ts'
import { streamTimes } from './http/streamed-body.ts'
import { addValidation } from './http/validation.ts'
import { InteractiveLoad } from './jobs/load.ts'
import { apiTokenRoutes } from './modules/api-tokens/routes.ts'
import { authRoutes } from './modules/auth/routes.ts'
import { bulkUpdateRoutes } from './modules/bulk-update/routes.ts'
import { eventRoutes, platformEventRoutes } from './modules/events/routes.ts'
import { exportRoutes } from './modules/export/routes.ts'
import { healthRoutes } from './modules/health/routes.ts'
import { importJobRoutes } from './modules/imports/routes.ts'
import { bulkUploadRoutes } from './modules/imports/upload-routes.ts'
import { legacyRoutes } from './modules/legacy/routes.ts'
import { mediaRoutes } from './modules/media/routes.ts'
import { platformMemberRoutes } from './modules/members/platform-routes.ts'
import { memberRoutes } from './modules/members/routes.ts'
import { platformTeam, vendorTeam } from './modules/members/teams.ts'
import { decisionRoutes } from './modules/moderation/decision-routes.ts'
import { moderationRoutes } from './modules/moderation/platform-routes.ts'
import { submitRoutes } from './modules/moderation/routes.ts'
import { platformOrderRoutes } from './modules/orders/platform-routes.ts'
import { orderRoutes } from './modules/orders/routes.ts'
import { productImageRoutes } from './modules/products/images/image-routes.ts'
import { platformProductRoutes } from './modules/products/platform-routes.ts'
import { productReviewRoutes } from './modules/products/reviews/review-routes.ts'
import { productRoutes } from './modules/products/routes.ts'
import { purchaseOrderRoutes } from './modules/purchase-orders/routes.ts'
import { platformSettingsRoutes } from './modules/settings/platform-routes.ts'
import { shipmentRoutes } from './modules/shipments/routes.ts'
import { shippingMethodRoutes } from './modules/shipping-methods/routes.ts'
import { storefrontRoutes } from './modules/storefront/routes.ts'
import { platformTaxonomyRoutes } from './modules/taxonomy/platform-routes.ts'
import { taxonomyRoutes } from './modules/taxonomy/routes.ts'
import { platformVendorRoutes } from './modules/vendors/platform-routes.ts'
import { profileRoutes } from './modules/vendors/routes.ts'

export type AppOptions = {
  deps: Deps
  rateLimitMax: number
  storefrontRateLimitMax: number | undefined
  trustProxy: readonly string[]
  corsOrigins: readonly string[]
  /** Other limits than those of the service, for tests. */
  times?: Partial<AnswerTimes & { accessCheckMs: number }>
  /** Where the requests under way are counted that background work gives way to. */
  load?: InteractiveLoad
  /** Without one nothing is logged. */
  logger?: FastifyBaseLogger
}

const MiB = 1024 * 1024
/** More requests than this under way are refused at once: with more, everyone waits longer and no more are served. */
const maxRunning = 400
/** The same for requests whose body still arrives. */
const maxArriving = 400
/** More of one connection than this waiting for their answers are refused. */
const maxOfConnection = 50
/** JSON bodies that are held in memory at once. */
const maxHeldBytes = 256 * MiB
/** What an ordinary body may take to arrive. */
const bodyMs = 30_000

/** The whole HTTP service on a database that is migrated. The caller listens, or injects. */
export async function buildApp(options: AppOptions): Promise<Api> {
  const app = Fastify({
    ...(options.logger && { loggerInstance: options.logger }),
    genReqId: requestIdOf,
    frameworkErrors: sendUnroutable,
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: MiB,
    routerOptions: { maxParamLength: 300 },
    // Of the longest body that may come; other requests have a bound of their own.
    requestTimeout: streamTimes.totalMs,
    // Of silence, longer than an answer takes to begin: a client that reads nothing is let go after once or twice this.
    connectionTimeout: 35_000,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 10_000,
    forceCloseConnections: 'idle',
    // While stopping: those still connected are answered, and their connections closed.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000, requireHostHeader: false }
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.server.maxConnections = 10_000
  app.decorate('deps', options.deps)

  addProblemHandlers(app)
  addDraining(app)
  ignoreExpectations(app)
  addRequestHandling(app, {
    ...{ maxRunning, maxArriving, maxOfConnection, bodyMs, corsOrigins: options.corsOrigins },
    headers: securityHeaders(),
    load: options.load ?? new InteractiveLoad()
  })
  addAnswerTimes(app, { ...answerTimes, ...options.times })
  if (options.corsOrigins.length > 0)
    await app.register(cors, { delegator: corsDelegator(options.corsOrigins) })
  await addRateLimit(app, { max: options.rateLimitMax, storefrontMax: options.storefrontRateLimitMax })
  addMethodHandling(app)
  const { authenticate, confirm } = options.deps.authenticator
  addAccessControl(app, authenticate)
  addLastingAccess(app, { confirm, everyMs: options.times?.accessCheckMs ?? accessCheckMs })
  addHeldBodies(app, { maxBytes: maxHeldBytes })
  addBodyReading(app)
  addIdempotency(app)
  addValidation(app)
  app.setSerializerCompiler(() => JSON.stringify)
  await addOpenApi(app)
  await addDocs(app)

  const api = { ...options.deps, prefix: '/api/v1' }
  await app.register(healthRoutes, options.deps)
  await app.register(mediaRoutes, options.deps)
  await app.register(legacyRoutes)
  await app.register(authRoutes, api)
  await app.register(profileRoutes, api)
  await app.register(memberRoutes, { ...api, team: vendorTeam })
  await app.register(apiTokenRoutes, { ...api, team: vendorTeam })
  await app.register(shippingMethodRoutes, api)
  await app.register(taxonomyRoutes, api)
  await app.register(productRoutes, api)
  await app.register(productImageRoutes, api)
  await app.register(productReviewRoutes, api)
  await app.register(bulkUploadRoutes, api)
  await app.register(exportRoutes, api)
  await app.register(bulkUpdateRoutes, api)
  await app.register(importJobRoutes, api)
  await app.register(orderRoutes, api)
  await app.register(purchaseOrderRoutes, api)
  await app.register(shipmentRoutes, api)
  await app.register(eventRoutes, api)
  await app.register(submitRoutes, api)
  await app.register(moderationRoutes, api)
  await app.register(decisionRoutes, api)
  await app.register(platformProductRoutes, api)
  await app.register(platformVendorRoutes, api)
  await app.register(platformTaxonomyRoutes, api)
  await app.register(platformSettingsRoutes, api)
  await app.register(memberRoutes, { ...api, team: platformTeam })
  await app.register(platformMemberRoutes, api)
  await app.register(apiTokenRoutes, { ...api, team: platformTeam })
  await app.register(platformOrderRoutes, api)
  await app.register(platformEventRoutes, api)
  await app.register(storefrontRoutes, api)
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
  // Any other OPTIONS is answered as without CORS.
  return async ({ headers }: FastifyRequest) => ({
    ...options,
    preflight: headers.origin !== undefined && headers['access-control-request-method'] !== undefined
  })
}
