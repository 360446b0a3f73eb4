import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

/** A request that the proxy passes on. `number` counts the requests with this method and path, from 0. */
type Passed = { method: string; path: string; number: number }

/**
 * A proxy that waits for the whole response of the service, and then can lose it by cutting the connection to
 * the client. So the service has processed the request, and the client doesn't know.
 */
export type LosingProxy = {
  url: string
  /** The requests in order, with the key and the status that the service sent. */
  passed: (Passed & { key: string | undefined; status: number; replayed: boolean })[]
}

/** Starts the proxy for a test. Responses are lost if `loses` returns true. */
export async function losingProxy(
  t: TestContext,
  target: string,
  loses: (passed: Passed) => boolean
): Promise<LosingProxy> {
  const passed: LosingProxy['passed'] = []
  async function pass(from: IncomingMessage, to: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers } = from
    const body = await buffer(from)
    const upstream = request(target + path, { method, headers })
    upstream.end(body)
    const [response] = (await once(upstream, 'response')) as [IncomingMessage]
    const content = await buffer(response)
    const number = passed.filter((one) => one.method === method && one.path === path).length
    const key = headers['idempotency-key']
    passed.push({
      ...{ method, path, number, key: typeof key === 'string' ? key : undefined },
      ...{ status: response.statusCode ?? 0, replayed: response.headers['idempotency-replayed'] === 'true' }
    })
    if (loses({ method, path, number })) {
      from.socket.resetAndDestroy()
      return
    }
    to.writeHead(response.statusCode ?? 502, response.headers)
    to.end(content)
  }
  const server = createServer((from, to) => {
    pass(from, to).catch(() => from.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, passed }
}
