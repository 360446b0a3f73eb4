import { once } from 'node:events'
import {
  createServer,
  request as forward,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Server } from './s3.ts'

/**
 * What happens to a request instead of being forwarded unchanged:
 * - a status: it's answered with this status and an S3 error
 * - `hang`: it's never answered
 * - `cut upload`: the connections are closed after half of its body
 * - `cut download`: the client's connection is closed after half of the body of the response
 * - `stall`: half of the body of the response arrives, and then nothing
 * - `lose answer`: it's carried out, but the connection is closed before the response
 * - `lie`: it's answered with success, but not carried out
 */
export type S3Fault =
  | { status: number; code: string }
  | 'hang'
  | 'cut upload'
  | 'cut download'
  | 'stall'
  | 'lose answer'
  | 'lie'

/** A proxy before an S3 server that injects faults. */
export type S3Proxy = {
  server: S3Server
  /** Returns the fault of a request, such as "PUT /bucket/key", or undefined to forward it unchanged. */
  fault: (request: string) => S3Fault | undefined
  /** The requests since the last `reset`. */
  requests: string[]
  /** Forwards everything again. */
  reset(): void
  stop(): Promise<void>
}

/** Starts a proxy before an S3 server, which it stops too. */
export async function startS3Proxy(target: S3Server): Promise<S3Proxy> {
  const http = createServer((request, response) => {
    const name = `${request.method} ${request.url}`
    proxy.requests.push(name)
    const { endpoint } = target
    handle({ request, response, endpoint }, proxy.fault(name)).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const proxy: S3Proxy = {
    server: { ...target, endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}` },
    fault: () => undefined,
    requests: [],
    reset() {
      proxy.fault = () => undefined
      proxy.requests.length = 0
    },
    async stop() {
      http.close()
      http.closeAllConnections()
      await target.stop()
    }
  }
  return proxy
}

type Exchange = { request: IncomingMessage; response: ServerResponse; endpoint: string }

async function handle({ request, response, endpoint }: Exchange, fault: S3Fault | undefined): Promise<void> {
  const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
  if (fault === 'hang') return
  if (fault === 'lie') {
    response.writeHead(200, { 'content-length': 0 }).end()
    return
  }
  if (typeof fault === 'object') {
    response.writeHead(fault.status, { 'content-type': 'application/xml' })
    response.end(`<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>no</Message></Error>`)
    return
  }
  const options = { method: request.method ?? 'GET', headers: request.headers }
  const outgoing = forward(endpoint + request.url, options)
  outgoing.on('error', () => response.destroy())
  if (fault === 'cut upload') {
    await new Promise<void>((done) => outgoing.write(body.subarray(0, body.length / 2), () => done()))
    outgoing.destroy()
    response.destroy()
    return
  }
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  const content = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>))
  if (fault === 'lose answer') {
    response.destroy()
    return
  }
  response.writeHead(answer.statusCode ?? 500, headersOf(answer))
  if (fault === undefined) {
    response.end(content)
    return
  }
  await new Promise<void>((done) => response.write(content.subarray(0, content.length / 2), () => done()))
  if (fault === 'cut download') response.destroy()
}

/** The headers of a response without those of its connection. */
function headersOf({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { connection, 'keep-alive': keepAlive, 'transfer-encoding': encoding, ...others } = headers
  return others
}
