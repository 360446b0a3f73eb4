import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A web server for tests that fetch images. */
export type ImageHost = {
  /** `http://127.0.0.1:<port>` */
  origin: string
  port: number
  /**
   * Counts of connections: all connections so far (`connections`), those that are open now (`open`), and the
   * most that were open at the same time (`peakOpen`).
   */
  connections: number
  open: number
  peakOpen: number
  /** The path and query string of each request, in the order of the requests. */
  asked: string[]
  close(): Promise<void>
}

/** Starts a local web server that takes the role of a supplier's image host. */
export async function imageHost(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  { address = '127.0.0.1', tls }: { address?: string; tls?: { cert: string; key: string } } = {}
): Promise<ImageHost> {
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    host.asked.push(request.url ?? '')
    answer(request, response)
  }
  const server = tls ? createTlsServer(tls, serve) : createServer(serve)
  server.on('connection', (socket) => {
    host.connections++
    host.open++
    host.peakOpen = Math.max(host.peakOpen, host.open)
    socket.on('close', () => host.open--)
    socket.on('error', () => {})
  })
  server.listen(0, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host: ImageHost = {
    origin: `${tls ? 'https' : 'http'}://${address}:${port}`,
    port,
    connections: 0,
    open: 0,
    peakOpen: 0,
    asked: [],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
  return host
}
