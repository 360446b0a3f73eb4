import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** An HTTP proxy for tests, which knows only the method CONNECT. */
export type ConnectProxy = {
  port: number
  /** The destinations of the requests, in their order, such as `8.8.8.8:443`. */
  destinations: string[]
  /** The headers of the requests. */
  headers: IncomingHttpHeaders[]
  /** The number of connections that are open now. */
  open: number
  close(): Promise<void>
}

/**
 * Starts a proxy that connects to the port of 127.0.0.1 that `portOf` returns for a destination. If it returns a text
 * instead, the proxy sends it and closes the connection. With null, the proxy doesn't answer.
 */
export async function connectProxy(
  portOf: (destination: string, headers: IncomingHttpHeaders) => number | string | null
): Promise<ConnectProxy> {
  const sockets = new Set<Socket>()
  const server = createServer()
  server.on('connection', (socket) => {
    sockets.add(socket)
    proxy.open++
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      proxy.open--
    })
  })
  server.on('connect', (request, socket, head) => {
    const destination = request.url ?? ''
    proxy.destinations.push(destination)
    proxy.headers.push(request.headers)
    const port = portOf(destination, request.headers)
    if (port === null) return socket.resume().on('end', () => socket.end())
    if (typeof port === 'string') return socket.end(port)
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy: ConnectProxy = {
    port: (server.address() as AddressInfo).port,
    destinations: [],
    headers: [],
    open: 0,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
  return proxy
}
