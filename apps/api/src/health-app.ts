import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from './db/connect.ts'
import type { Api } from './deps.ts'
import { addProblemHandlers } from './http/problem.ts'
import { addDraining, ignoreExpectations } from './http/server/connections.ts'
import { addMethodHandling } from './http/server/methods.ts'
import { addRequestHandling, securityHeaders } from './http/server/requests.ts'
import { createServer } from './http/server/server.ts'
import { addStoppingLimits } from './http/server/unfinished-requests.ts'
import { healthRoutes } from './modules/health/routes.ts'

type HealthAppOptions = {
  /** The pool that `/readyz` uses. */
  sql: Sql
  commit: string | null
  /** See `AppOptions`. */
  isReplaced?: (() => boolean) | undefined
  isMailServerUp?: (() => boolean) | undefined
  logger?: FastifyBaseLogger
}

/** Bodies aren't read, so few requests run at the same time. */
const limits = { maxRunning: 100, maxArriving: 10, maxPerConnection: 10, bodyMs: 5_000 }

/**
 * Builds the HTTP service of a worker, which has only `/livez`, `/readyz` and `/version`. It doesn't listen yet.
 */
export async function buildHealthApp({
  sql,
  commit,
  isReplaced,
  isMailServerUp,
  logger
}: HealthAppOptions): Promise<Api> {
  const app = createServer({ trustProxy: [], logger })
  addProblemHandlers(app)
  addDraining(app)
  addStoppingLimits(app)
  ignoreExpectations(app)
  addRequestHandling(app, {
    ...limits,
    ...{ corsOrigins: [], headers: securityHeaders(), load: { enter: () => () => {} } }
  })
  addMethodHandling(app)
  await app.register(healthRoutes, { lookupPool: sql, commit, isReplaced, isMailServerUp })
  return app
}
