import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from './db/connect.ts'
import type { Api } from './deps.ts'
import { addDraining, ignoreExpectations } from './http/connections.ts'
import { addMethodHandling } from './http/methods.ts'
import { addProblemHandlers } from './http/problem.ts'
import { addRequestHandling, securityHeaders } from './http/requests.ts'
import { createServer } from './http/server.ts'
import { addStoppingLimits } from './http/unfinished-requests.ts'
import { healthRoutes } from './modules/health/routes.ts'

type HealthAppOptions = {
  /** The pool that `/readyz` uses. */
  sql: Sql
  commit: string | null
  logger?: FastifyBaseLogger
}

/** Bodies aren't read, so few requests run at the same time. */
const limits = { maxRunning: 100, maxArriving: 10, maxPerConnection: 10, bodyMs: 5_000 }

/**
 * Builds the HTTP service of a worker, which has only `/livez`, `/readyz` and `/version`. It doesn't listen yet.
 */
export async function buildHealthApp({ sql, commit, logger }: HealthAppOptions): Promise<Api> {
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
  await app.register(healthRoutes, { lookupPool: sql, commit })
  return app
}
