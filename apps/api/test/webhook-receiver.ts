import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export type ReceivedRequest = { path: string; headers: IncomingHttpHeaders; body: string }

/** A receiver of webhooks on a port of this machine. `received` has its requests in their order. */
export type Receiver = { url: string; received: ReceivedRequest[]; close(): Promise<void> }

/** Starts a receiver. `answer` answers each request; without it, the answer is 200. */
export async function startReceiver(
  answer: (response: ServerResponse, request: ReceivedRequest) => void | Promise<void> = (response) =>
    void response.end('ok')
): Promise<Receiver> {
  const received: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const { url: path = '', headers } = request
    const one = { path, headers, body: await text(request) }
    received.push(one)
    await answer(response, one)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  }
}
