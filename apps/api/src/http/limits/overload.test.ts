import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { InteractiveLoad } from '../../jobs/load.ts'
import { addProblemHandlers } from '../problem.ts'
import { addRequestHandling, requestIdOf, securityHeaders } from '../server/requests.ts'
import { createRequestLimiter } from './overload.ts'

const [maxRunning, maxArriving] = [3, 5]
const origin = 'https://console.test'

/** A service with a few routes. Requests to `/api/held` wait until `release` is called. */
async function limitedApp() {
  const lines: { msg: string; refused?: number }[] = []
  const logger: FastifyBaseLogger = pino(
    { level: 'info' },
    { write: (line: string) => lines.push(JSON.parse(line)) }
  )
  const app = Fastify({ loggerInstance: logger, genReqId: requestIdOf })
  let reached = 0
  let held: (() => void)[] = []
  addProblemHandlers(app)
  addRequestHandling(app, {
    ...{ maxRunning, maxArriving, maxPerConnection: 10, bodyMs: 30_000 },
    headers: securityHeaders(),
    load: new InteractiveLoad(),
    corsOrigins: [origin]
  })
  app.addHook('onRequest', async () => {
    reached++
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/api/held',
    handler: () => new Promise((done) => held.push(() => done({})))
  })
  app.get('/api/free', async () => ({}))
  app.get('/api/unchanged', async (_request, reply) => reply.code(304).send())
  app.get('/api/fails', async () => {
    throw new Error('on purpose')
  })
  app.get('/api/stream', async (_request, reply) => reply.send(Readable.from(['a', 'b'])))
  app.get('/livez', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    ...{ app, port, lines },
    url: `http://127.0.0.1:${port}`,
    reached: () => reached,
    heldCount: () => held.length,
    /** Finishes the requests that wait. */
    release() {
      for (const one of held) one()
      held = []
    }
  }
}

type Limited = Awaited<ReturnType<typeof limitedApp>>

const pause = () => new Promise((done) => setTimeout(done, 1))

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause()
}

/**
 * Fills the service with requests that wait. Returns a function that releases them and awaits their
 * responses.
 */
async function fill(service: Limited) {
  const answers = Array.from({ length: maxRunning }, () => fetch(`${service.url}/api/held`))
  await until(() => service.heldCount() === maxRunning)
  return async () => {
    service.release()
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200)
  }
}

let service: Limited
before(async () => {
  service = await limitedApp()
})
after(() => service.app.close())

describe('a request over the limit', () => {
  test('gets a problem with all usual headers, and reaches no later hook', async () => {
    const empty = await fill(service)
    const reached = service.reached()
    const answer = await fetch(`${service.url}/api/free`, { headers: { 'x-request-id': 'order-17' } })
    const body = await answer.json()
    assert.equal(answer.status, 503)
    assert.deepEqual(body, {
      type: 'urn:purveyor:problem:unavailable',
      title: 'The service is temporarily unavailable',
      status: 503,
      detail: 'The service is overloaded.',
      code: 'UNAVAILABLE',
      docUrl: '/docs/errors#unavailable',
      requestId: 'order-17'
    })
    assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.equal(answer.headers.get('x-request-id'), 'order-17')
    assert.match(answer.headers.get('retry-after') ?? '', /^[1-9]\d*$/)
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
    for (const [name, value] of Object.entries(securityHeaders())) {
      assert.equal(answer.headers.get(name), value, name)
    }
    assert.equal(service.reached(), reached)
    await empty()
  })

  test('gets the same response before and after routing', async () => {
    const empty = await fill(service)
    const headers = { 'x-request-id': 'same' }
    const early = await fetch(`${service.url}/api/free`, { headers })
    // Only the router recognises this path as one of the API.
    const late = await fetch(`${service.url}/%61pi/free`, { headers })
    assert.deepEqual(await late.json(), await early.json())
    const named = (answer: Response) =>
      Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
    assert.deepEqual(named(late), named(early))
    await empty()
  })

  test('gets a response that only configured origins may read', async () => {
    const empty = await fill(service)
    const allowed = await fetch(`${service.url}/api/free`, { headers: { origin } })
    assert.equal(allowed.status, 503)
    assert.equal(allowed.headers.get('access-control-allow-origin'), origin)
    assert.equal(allowed.headers.get('vary'), 'Origin')
    const other = await fetch(`${service.url}/api/free`, { headers: { origin: 'https://other.test' } })
    assert.equal(other.status, 503)
    assert.equal(other.headers.get('access-control-allow-origin'), null)
    await empty()
  })

  test('is refused even with a body, and its connection serves the next request', async () => {
    const empty = await fill(service)
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const sent = request({ port: service.port, path: '/api/held', method: 'POST', agent })
    sent.end('{"name":"a"}')
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    assert.equal(answer.statusCode, 503)
    await once(answer.resume(), 'end')
    const [next] = (await once(get({ port: service.port, path: '/livez', agent }), 'response')) as [
      IncomingMessage
    ]
    assert.equal(next.statusCode, 200)
    await once(next.resume(), 'end')
    agent.destroy()
    await empty()
  })

  test('is not refused if it is a health check or an OPTIONS request', async () => {
    const empty = await fill(service)
    assert.equal((await fetch(`${service.url}/livez`)).status, 200)
    assert.notEqual((await fetch(`${service.url}/api/free`, { method: 'OPTIONS' })).status, 503)
    await empty()
  })
})

describe('the number of requests in progress', () => {
  /** Asserts that exactly `maxRunning` requests are accepted, and that the next one is refused. */
  async function assertEmpty() {
    const empty = await fill(service)
    assert.equal((await fetch(`${service.url}/api/free`)).status, 503)
    await empty()
    assert.equal((await fetch(`${service.url}/api/free`)).status, 200)
  }

  test('returns to zero after successes, errors, 304s, streams and 404s', async () => {
    for (let round = 0; round < 2 * maxRunning; round++) {
      for (const path of ['free', 'unchanged', 'fails', 'stream', 'nothing']) {
        await (await fetch(`${service.url}/api/${path}`)).arrayBuffer()
      }
    }
    await assertEmpty()
    await assertEmpty()
  })

  test('returns to zero after clients disconnect early', async () => {
    for (let round = 0; round < 3; round++) {
      const sockets = Array.from({ length: maxRunning }, () => connect(service.port, '127.0.0.1'))
      for (const socket of sockets) socket.write('GET /api/held HTTP/1.1\r\nHost: a\r\n\r\n')
      await until(() => service.heldCount() === maxRunning)
      for (const socket of sockets) socket.destroy()
      await until(async () => (await fetch(`${service.url}/api/free`)).status === 200)
      // The handlers end after their clients have disconnected, which must not decrease the number again.
      service.release()
    }
    await assertEmpty()
  })
})

describe('requests whose body is still arriving', () => {
  const begin = () => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(
      'POST /api/held HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'
    )
    return socket
  }
  const post = () => fetch(`${service.url}/api/nothing`, { method: 'POST', body: '{}' })

  test('have a limit of their own, which does not affect requests without a body', async () => {
    const before = service.reached()
    const sockets = Array.from({ length: maxArriving }, begin)
    await until(() => service.reached() === before + maxArriving)
    assert.equal((await fetch(`${service.url}/api/free`)).status, 200)
    assert.equal((await post()).status, 503)
    // This request has a Content-Length of 0, so it counts as one without a body.
    assert.equal((await fetch(`${service.url}/api/nothing`, { method: 'POST' })).status, 404)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await post()).status === 404)
  })

  test('count as running once the body has arrived', async () => {
    const sockets = Array.from({ length: maxRunning }, begin)
    for (const socket of sockets) socket.write('}')
    await until(() => service.heldCount() === maxRunning)
    assert.equal((await fetch(`${service.url}/api/free`)).status, 503)
    service.release()
    await until(async () => (await fetch(`${service.url}/api/free`)).status === 200)
    for (const socket of sockets) socket.destroy()
  })
})

test('refusals are logged once per second, and the last ones during shutdown', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: unknown[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).refused) })
  const limiter = createRequestLimiter({ maxRunning: 1, maxArriving: 1 }, log)
  limiter.enter(false)
  for (let count = 0; count < 7; count++) limiter.countRefusal()
  assert.deepEqual(lines, [])
  context.mock.timers.tick(1000)
  assert.deepEqual(lines, [7])
  limiter.countRefusal()
  limiter.countRefusal()
  limiter.close()
  context.mock.timers.tick(1000)
  assert.deepEqual(lines, [7, 2])
})

test('a refused request has no line of its own in the log', async () => {
  const own = await limitedApp()
  const empty = await fill(own)
  for (let count = 0; count < 5; count++) assert.equal((await fetch(`${own.url}/api/free`)).status, 503)
  await empty()
  await own.app.close()
  assert.equal(own.lines.filter(({ msg }) => msg === 'request').length, maxRunning)
  const summaries = own.lines.filter(({ msg }) => msg.startsWith('overloaded'))
  assert.equal(
    summaries.reduce((sum, { refused = 0 }) => sum + refused, 0),
    5
  )
})
