import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sql } from '../../db/connect.ts'
import type { Log } from '../../lib/log.ts'
import { registry } from '../../metrics/registry.ts'
import { createDatabaseMetrics } from './database-metrics.ts'

type MetricsServer = { port: number; close(): Promise<void> }

/**
 * Serves the metrics of the process at `/metrics`, in the text format of Prometheus. The server is separate from that
 * of the API, so that it can be reached from another network, and so that overload doesn't affect it. `sql` should be
 * a pool of its own, for the same reason. Rejects if the server can't listen.
 */
export async function startMetricsServer(
  sql: Sql,
  { port, host, log }: { port: number; host: string; log: Log }
): Promise<MetricsServer> {
  const databaseMetrics = createDatabaseMetrics(sql)
  const server = createServer(async ({ method, url }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics') return sendText(response, 404, 'The metrics are at /metrics.\n')
    if (method !== 'GET' && method !== 'HEAD') return sendText(response, 405, 'Use GET.\n')
    try {
      const ofDatabase = await databaseMetrics()
      sendText(response, 200, (await registry.metrics()) + ofDatabase)
    } catch (error) {
      log.error({ err: error }, 'the metrics could not be read')
      sendText(response, 500, 'The metrics could not be read. The log contains the error.\n')
    }
  })
  server.maxConnections = 100
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close()
      server.closeAllConnections()
    }
  }
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': status === 200 ? registry.contentType : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 405 && { allow: 'GET, HEAD' })
  })
  // Node leaves out the body of the response to a HEAD request.
  response.end(text)
}
