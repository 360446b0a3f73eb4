import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { registry } from '../../metrics/registry.ts'

/** A server that serves metrics. `port` is the port that it listens on. */
export type MetricsServer = { port: number; close(): Promise<void> }

type ServerOptions = { port: number; host: string; log: Pick<Log, 'error'> }

/**
 * Serves the text that `read` returns at `/metrics`, in the text format of Prometheus. The server is separate from that
 * of the API, so that it can be reached from another network, and so that overload doesn't affect it. Rejects if the
 * server can't listen.
 */
export async function serveMetrics(
  read: () => Promise<string>,
  { port, host, log }: ServerOptions
): Promise<MetricsServer> {
  const server = createServer(async ({ method, url }, response) => {
    if (url?.split('?', 1)[0] !== '/metrics') return sendText(response, 404, 'The metrics are at /metrics.\n')
    if (method !== 'GET' && method !== 'HEAD') return sendText(response, 405, 'Use GET.\n')
    try {
      sendText(response, 200, await read())
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
