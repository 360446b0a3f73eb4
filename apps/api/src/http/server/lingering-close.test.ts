import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { InteractiveLoad } from '../../jobs/load.ts'
import { addProblemHandlers } from '../problem.ts'
import type { LingerLimits } from './connections.ts'
import { addRequestHandling } from './requests.ts'

const MiB = 1024 * 1024
const long = 10 * 60_000

let t: TestApp
let vendor: TestVendor
let port: number
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = portOf(t.app)
})
after(() => t.close())

const portOf = ({ server }: { server: FastifyInstance['server'] }) => (server.address() as AddressInfo).port

type Sent = { path: string; headers?: string; method?: string; body: Iterable<Buffer> }

/** Sends a whole request before it reads anything, and returns all that the server sends back. */
async function sendThenRead({ path, headers = '', method = 'POST', body }: Sent, to = port): Promise<string> {
  const socket = connect(to, '127.0.0.1').pause()
  await once(socket, 'connect')
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  socket.on('error', failed.reject)
  const write = (bytes: Uint8Array | string) =>
    Promise.race([new Promise<void>((done) => socket.write(bytes, () => done())), failed.promise])
  await write(`${method} ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`)
  for (const bytes of body) await write(bytes)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.resume()
  await Promise.race([untilAnswered(socket, chunks), failed.promise])
  socket.destroy()
  return answerOf(chunks)
}

/** Returns what was received, without an interim 100 response. */
function answerOf(chunks: Buffer[]): string {
  return Buffer.concat(chunks).toString().replace('HTTP/1.1 100 Continue\r\n\r\n', '')
}

/** Resolves when a complete response has arrived, or when the connection has ended. */
async function untilAnswered(socket: Socket, chunks: Buffer[]): Promise<void> {
  const ended = once(socket, 'end').then(() => true)
  for (;;) {
    const [head = '', body] = answerOf(chunks).split('\r\n\r\n')
    const length = /content-length: (\d+)/i.exec(head)?.[1]
    if (body !== undefined && Buffer.byteLength(body) === Number(length)) return
    if ((await Promise.race([once(socket, 'data').then(() => false), ended])) === true) return
  }
}

function assertProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  assert.match(head, new RegExp(`^HTTP/1.1 ${status} `), answer)
  assert.equal(JSON.parse(body).code, code)
}

function* bytesOf(total: number): Generator<Buffer> {
  const portion = Buffer.alloc(MiB, ' ')
  for (let sent = 0; sent < total; sent += portion.length) yield portion
}

function* chunked(total: number): Generator<Buffer> {
  for (const bytes of bytesOf(total))
    yield Buffer.concat([Buffer.from('100000\r\n'), bytes, Buffer.from('\r\n')])
  yield Buffer.from('0\r\n\r\n')
}

const size = 70 * MiB
const json = 'Content-Type: application/json\r\n'
const withLength = `Content-Length: ${size}\r\n`
const inChunks = 'Transfer-Encoding: chunked\r\n'
const closing = 'Connection: close\r\n'
const authorized = () => `Authorization: Bearer ${vendor.owner}\r\n`

describe('a client that sends 70 MiB before it reads always gets the whole response', () => {
  const cases: [title: string, sent: () => Sent, status: number, code: string][] = [
    [
      'with a length',
      () => ({
        path: '/api/v1/vendor/me/shipping-methods',
        headers: authorized() + json + withLength,
        body: bytesOf(size)
      }),
      413,
      'PAYLOAD_TOO_LARGE'
    ],
    [
      'in chunks',
      () => ({
        path: '/api/v1/vendor/me/shipping-methods',
        headers: authorized() + json + inChunks,
        body: chunked(size)
      }),
      413,
      'PAYLOAD_TOO_LARGE'
    ],
    [
      'with Connection: close',
      () => ({
        path: '/api/v1/vendor/me/shipping-methods',
        headers: authorized() + json + withLength + closing,
        body: bytesOf(size)
      }),
      413,
      'PAYLOAD_TOO_LARGE'
    ],
    [
      'with Expect: 100-continue',
      () => ({
        path: '/api/v1/vendor/products/bulk-upload',
        headers: `${authorized()}${json}${withLength}Expect: 100-continue\r\n`,
        body: bytesOf(size)
      }),
      413,
      'PAYLOAD_TOO_LARGE'
    ],
    [
      'to a route that streams bodies, in chunks',
      () => ({
        path: '/api/v1/vendor/products/bulk-update',
        headers: authorized() + json + inChunks,
        body: chunked(size)
      }),
      413,
      'PAYLOAD_TOO_LARGE'
    ],
    [
      'as a form',
      () => ({
        path: '/api/v1/vendor/me/logo',
        headers: `${authorized()}Content-Type: multipart/form-data; boundary=x\r\n${inChunks}`,
        body: chunked(size)
      }),
      413,
      'PAYLOAD_TOO_LARGE'
    ],
    [
      'without a token',
      () => ({
        path: '/api/v1/vendor/products/bulk-upload',
        headers: json + withLength + closing,
        body: bytesOf(size)
      }),
      401,
      'UNAUTHENTICATED'
    ],
    [
      'to an unknown path',
      () => ({
        path: '/api/v1/nothing',
        headers: `Content-Type: text/plain\r\n${withLength}${closing}`,
        body: bytesOf(size)
      }),
      404,
      'NOT_FOUND'
    ],
    [
      'of an unsupported content type',
      () => ({
        path: '/api/v1/vendor/products/bulk-upload',
        headers: `${authorized()}Content-Type: text/plain\r\n${withLength}`,
        body: bytesOf(size)
      }),
      415,
      'UNSUPPORTED_MEDIA_TYPE'
    ]
  ]
  for (const [title, sent, status, code] of cases) {
    test(title, async () => {
      // The first case is the usual one. In the others, the server refuses the request in a different way.
      const tries = title === 'with a length' ? 8 : 2
      for (let count = 0; count < tries; count++) assertProblem(await sendThenRead(sent()), status, code)
    })
  }
})

const unlimited: LingerLimits = { idleMs: long, totalMs: long, maxBytes: 1024 * MiB, stoppingMs: long }

/** A service that refuses every body before it is read. It accepts `maxArriving` requests with a body. */
async function refusingApp({
  maxArriving = 10,
  ...limits
}: Partial<LingerLimits> & { maxArriving?: number }) {
  const app = Fastify()
  addProblemHandlers(app)
  addRequestHandling(app, {
    ...{ maxRunning: 10, maxArriving, maxPerConnection: 10, bodyMs: long },
    linger: { ...unlimited, ...limits },
    ...{ headers: {}, load: new InteractiveLoad(), corsOrigins: [] }
  })
  let handled = 0
  app.post('/api/refused', {
    onRequest: (_, reply, done) => {
      reply.code(403).send({})
      done()
    },
    handler: async () => {}
  })
  app.post('/api/handled', async () => ({ handled: ++handled }))
  const closed = new Promise((done) => {
    app.server.once('connection', (socket) => socket.once('close', done))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: portOf(app), closed, handled: () => handled }
}

type Refusing = Awaited<ReturnType<typeof refusingApp>>

/** Opens a connection and sends a request whose response arrives before its body is sent. */
async function answeredEarly(
  service: Refusing,
  headers = `Content-Length: ${1024 * MiB}\r\n`,
  path = '/api/refused'
) {
  // With `allowHalfOpen`, the client can still send after the server has ended its side.
  const socket = connect({ port: service.port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${json}${headers}\r\n`)
  await once(socket, 'data')
  return { socket, text: () => text }
}

describe('the rest of a request after its response', () => {
  test('has a size limit: a client that never stops sending loses its connection', async () => {
    for (const headers of [undefined, `Content-Length: ${1024 * MiB}\r\n${closing}`]) {
      const service = await refusingApp({ maxBytes: 8 * MiB })
      const { socket } = await answeredEarly(service, headers)
      const portion = Buffer.alloc(MiB)
      const send = (error?: Error | null) => {
        if (!error) socket.write(portion, send)
      }
      send()
      await service.closed
      socket.destroy()
      await service.app.close()
    }
  })

  test('has time limits: a client that stops sending, or sends slowly for too long, loses its connection', async () => {
    const silent = await refusingApp({ idleMs: 20 })
    const idle = await answeredEarly(silent)
    await silent.closed
    idle.socket.destroy()
    await silent.app.close()

    const slow = await refusingApp({ totalMs: 50 })
    const { socket } = await answeredEarly(slow)
    const drip = setInterval(() => socket.write('a'), 5)
    await slow.closed
    clearInterval(drip)
    socket.destroy()
    await slow.app.close()
  })

  test('does not count as a request', async () => {
    const service = await refusingApp({ maxArriving: 1 })
    const first = await answeredEarly(service)
    const second = await answeredEarly(service)
    assert.match(second.text(), /^HTTP\/1\.1 403 /)
    for (const { socket } of [first, second]) socket.destroy()
    await service.app.close()
  })

  test('does not delay shutdown', async () => {
    const service = await refusingApp({ stoppingMs: 1 })
    const { socket } = await answeredEarly(service)
    await Promise.all([service.app.close(), service.closed])
    socket.destroy()
  })

  test('is read, and then the connection serves the next request', async () => {
    const service = await refusingApp({})
    const { socket, text } = await answeredEarly(service, 'Content-Length: 10\r\n')
    socket.write(
      `0123456789POST /api/handled HTTP/1.1\r\nHost: a\r\n${json}${closing}Content-Length: 2\r\n\r\n{}`
    )
    await once(socket, 'end')
    socket.destroy()
    assert.deepEqual(text().match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 403', 'HTTP/1.1 200'])
    await service.app.close()
  })

  test('is read, and then a closing connection ends without handling another request', async () => {
    const service = await refusingApp({})
    const head = `POST /api/handled HTTP/1.1\r\nHost: a\r\n${json}`
    // The body is too large, so the service closes the connection.
    const { socket, text } = await answeredEarly(service, `Content-Length: ${2 * MiB}\r\n`, '/api/handled')
    socket.write(`${' '.repeat(2 * MiB)}${head}Content-Length: 2\r\n\r\n{}`)
    await service.closed
    assert.deepEqual(text().match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 413'])
    assert.equal(service.handled(), 0)
    socket.destroy()
    await service.app.close()
  })
})

test('early responses leave no listeners on their connection', async () => {
  const service = await refusingApp({})
  const counts: number[] = []
  service.app.server.on('request', ({ socket }) => counts.push(socket.listenerCount('close')))
  const { socket, text } = await answeredEarly(service, 'Content-Length: 2\r\n')
  for (let count = 1; count <= 15; count++) {
    const answers = () => text().match(/HTTP\/1\.1 403/g)?.length ?? 0
    socket.write('{}')
    if (count === 15) break
    socket.write(`POST /api/refused HTTP/1.1\r\nHost: a\r\n${json}Content-Length: 2\r\n\r\n`)
    while (answers() <= count) await new Promise((resolve) => setImmediate(resolve))
  }
  assert.equal(counts.length, 15)
  assert.ok(Math.max(...counts) <= Math.min(...counts) + 1, counts.join(' '))
  socket.destroy()
  await service.app.close()
})

test('a client that sends 70 MiB after a malformed request always gets the response', async () => {
  for (let count = 0; count < 5; count++) {
    const head = `X: ${'a'.repeat(20_000)}\r\n${withLength}`
    const answer = await sendThenRead({ path: '/livez', headers: head, body: bytesOf(size) })
    assertProblem(answer, 431, 'HEADERS_TOO_LARGE')
  }
})

test('a client that is refused before routing always gets the response', async () => {
  const service = await refusingApp({ maxArriving: 0 })
  for (let count = 0; count < 5; count++) {
    const sent = { path: '/api/refused', headers: json + withLength + closing, body: bytesOf(size) }
    assertProblem(await sendThenRead(sent, service.port), 503, 'UNAVAILABLE')
  }
  await service.app.close()
})
