import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Api } from '../../deps.ts'
import { streamTimes } from '../body/streamed-body.ts'
import { sendUnroutable } from '../problem.ts'
import { refuseUnreadable } from './connections.ts'
import { requestIdOf } from './requests.ts'

const MiB = 1024 * 1024

type ServerOptions = {
  /** Addresses and networks of the proxies whose `X-Forwarded-For` header is trusted. */
  trustProxy: readonly string[]
  /** If undefined, nothing is logged. */
  logger: FastifyBaseLogger | undefined
}

/**
 * Returns a bucket that all plugins share. By default, Fastify copies all schemas for each plugin, which takes a tenth of
 * the time to build the service.
 */
function sharedBucket() {
  const schemas: Record<string, unknown> = {}
  const bucket = {
    add(schema: unknown) {
      schemas[String((schema as { $id?: string }).$id)] = schema
      // Fastify's types demand a server, which nothing reads.
      return undefined as never
    },
    getSchema: (id: string) => schemas[id],
    getSchemas: () => schemas
  }
  return () => bucket
}

/** Returns an HTTP server without routes and hooks, with the limits of connections. It doesn't listen yet. */
export function createServer({ trustProxy, logger }: ServerOptions): Api {
  const app = Fastify({
    ...(logger && { loggerInstance: logger }),
    genReqId: requestIdOf,
    frameworkErrors: sendUnroutable,
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: MiB,
    schemaController: { bucket: sharedBucket() },
    routerOptions: { maxParamLength: 300 },
    // The limit for streamed bodies, which may take the longest. Other requests have a shorter limit.
    requestTimeout: streamTimes.totalMs,
    // Closes a connection that is idle for this time, or twice this time if the client doesn't read. It must
    // be longer than a response may take to begin.
    connectionTimeout: 35_000,
    keepAliveTimeout: 72_000,
    maxRequestsPerSocket: 10_000,
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are still served, and then the connections are closed.
    return503OnClosing: false,
    clientErrorHandler: refuseUnreadable,
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 5_000,
      requireHostHeader: false
    }
  }).withTypeProvider<TypeBoxTypeProvider>()
  app.server.maxConnections = 10_000
  app.setSerializerCompiler(() => JSON.stringify)
  return app
}
