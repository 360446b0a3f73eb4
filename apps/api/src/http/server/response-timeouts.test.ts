import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'

import { addProblemHandlers } from '../problem.ts'
import { addResponseTimeouts } from './response-timeouts.ts'

const responseTimeoutMs = 300
const readerIdleMs = 1_000
const portion = 'x'.repeat(64 * 1024)

let app: FastifyInstance
let port: number
let open = 0
before(async () => {
  app = Fastify({ connectionTimeout: 400 })
  addProblemHandlers(app)
  addResponseTimeouts(app, { responseTimeoutMs, readerIdleMs })
  const streams = (step: (push: (text: string | null) => void) => void) => {
    open++
    const stream = new Readable({ read: () => step((text) => stream.push(text)) })
    return stream.once('close', () => open--)
  }
  // Sends a chunk every few milliseconds, and in total takes longer than a response may take to begin.
  app.get('/slow', async (_, reply) => {
    let left = 8
    return reply.send(
      streams((push) => setTimeout(() => push(left-- > 0 ? 'abc' : null), responseTimeoutMs / 4))
    )
  })
  app.get('/endless', async (_, reply) => reply.send(streams((push) => push(portion))))
  app.route({
    method: ['GET', 'POST'],
    url: '/late',
    handler: () => new Promise(() => {})
  })
  app.post('/long', { config: { responseTimeoutMs: 60_000 } }, async () => {
    await sleep(1_000)
    return { done: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
after(() => app.close())

const url = (path: string) => `http://127.0.0.1:${port}${path}`
const json = { 'content-type': 'application/json' }

async function untilClosed(): Promise<void> {
  while (open > 0) await sleep(5)
}

describe('a stream', () => {
  test('may take longer in total than a response may take to begin', async () => {
    assert.equal(await (await fetch(url('/slow'))).text(), 'abc'.repeat(8))
    await untilClosed()
  })

  test('continues for as long as its client reads', async () => {
    const [answer] = (await once(get(url('/endless'), { agent: false }), 'response')) as [IncomingMessage]
    // Reads for four times as long as a client may read nothing.
    const until = performance.now() + readerIdleMs * 4
    while (performance.now() < until) {
      await sleep(10)
      // More than the buffers in between can hold, so the server notices each of these reads.
      for (let read = 0; read < 8; read++) answer.read()
      assert.equal(answer.destroyed, false)
    }
    answer.destroy()
    await untilClosed()
  })

  for (const version of ['1.0', '1.1']) {
    test(`is reset if its HTTP/${version} client reads nothing`, async () => {
      const socket = connect(port, '127.0.0.1').pause()
      const failed = once(socket, 'error')
      socket.write(`GET /endless HTTP/${version}\r\nHost: a\r\n\r\n`)
      while (open === 0) await sleep(5)
      await untilClosed()
      socket.resume()
      assert.equal((await failed.catch((error) => [error]))[0].code, 'ECONNRESET')
    })
  }
})

describe('a response', () => {
  test('is a 503 if it does not begin in time, with or without a request body', async () => {
    for (const init of [{}, { method: 'POST', headers: json, body: '{}' }]) {
      const answer = await fetch(url('/late'), init)
      assert.equal(answer.status, 503)
      assert.equal(((await answer.json()) as { code: string }).code, 'UNAVAILABLE')
      assert.equal(answer.headers.get('retry-after'), '2')
    }
  })

  test('is a 408 if the request body has not arrived', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      'POST /late HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
    )
    const [answer] = await once(socket, 'data')
    assert.match(String(answer), /^HTTP\/1\.1 408 /)
    socket.destroy()
  })

  test('arrives on a connection that was idle for long, if its route has a longer timeout', async () => {
    const answer = await fetch(url('/long'), { method: 'POST', headers: json, body: '{}' })
    assert.deepEqual(await answer.json(), { done: true })
  })
})
