import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { InteractiveLoad } from '../jobs/load.ts'
import { createGate } from './overload.ts'
import { addProblemHandlers } from './problem.ts'
import { addRequestHandling, requestIdOf, securityHeaders } from './requests.ts'

const [maxRunning, maxArriving] = [3, 5]
const origin = 'https://shop.test'

/** A service of a few routes that holds what asks `/api/held` until it is let go. */
async function boundedApp() {
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
    ...{ maxRunning, maxArriving, maxOfConnection: 10, bodyMs: 30_000 },
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
    /** Lets those who are held go, and those who come while they do. */
    letGo() {
      for (const one of held) one()
      held = []
    }
  }
}

type Bounded = Awaited<ReturnType<typeof boundedApp>>

const turn = () => new Promise((done) => setTimeout(done, 1))

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turn()
}

/** Fills the service with requests that are held; what is given waits for their answers after they are let go. */
async function fill(service: Bounded) {
  const answers = Array.from({ length: maxRunning }, () => fetch(`${service.url}/api/held`))
  await until(() => service.heldCount() === maxRunning)
  return async () => {
    service.letGo()
    for (const answer of await Promise.all(answers)) assert.equal(answer.status, 200)
  }
}

let service: Bounded
before(async () => {
  service = await boundedApp()
})
after(() => service.app.close())

describe('a request past the bound', () => {
  test('is refused by a problem with every header of an answer, and reaches no hook behind', async () => {
    const empty = await fill(service)
    const reached = service.reached()
    const answer = await fetch(`${service.url}/api/free`, { headers: { 'x-request-id': 'order-17' } })
    const body = await answer.json()
    assert.equal(answer.status, 503)
    assert.deepEqual(body, {
      type: 'urn:purveyor:problem:unavailable',
      title: 'The service cannot answer at the moment',
      status: 503,
      detail: 'The service is overloaded.',
      code: 'UNAVAILABLE',
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

  test('gets the same answer before routing and behind it', async () => {
    const empty = await fill(service)
    const headers = { 'x-request-id': 'same' }
    const early = await fetch(`${service.url}/api/free`, { headers })
    // Only the router knows that this is a path of the API.
    const late = await fetch(`${service.url}/%61pi/free`, { headers })
    assert.deepEqual(await late.json(), await early.json())
    const named = (answer: Response) =>
      Object.fromEntries([...answer.headers].filter(([name]) => name !== 'date'))
    assert.deepEqual(named(late), named(early))
    await empty()
  })

  test('may be read by pages of the origins that are allowed, and by no others', async () => {
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

  test('with a body is refused too, and its connection serves the next', async () => {
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

  test('is not refused when it asks for health or what a browser may do', async () => {
    const empty = await fill(service)
    assert.equal((await fetch(`${service.url}/livez`)).status, 200)
    assert.notEqual((await fetch(`${service.url}/api/free`, { method: 'OPTIONS' })).status, 503)
    await empty()
  })
})

describe('the number of requests under way', () => {
  /** The bound is met exactly: so many are held, and the next one is refused. */
  async function assertEmpty() {
    const empty = await fill(service)
    assert.equal((await fetch(`${service.url}/api/free`)).status, 503)
    await empty()
    assert.equal((await fetch(`${service.url}/api/free`)).status, 200)
  }

  test('comes back to nothing after answers, errors, 304s, streams and refusals', async () => {
    for (let round = 0; round < 2 * maxRunning; round++) {
      for (const path of ['free', 'unchanged', 'fails', 'stream', 'nothing']) {
        await (await fetch(`${service.url}/api/${path}`)).arrayBuffer()
      }
    }
    await assertEmpty()
    await assertEmpty()
  })

  test('comes back to nothing after clients that give up', async () => {
    for (let round = 0; round < 3; round++) {
      const sockets = Array.from({ length: maxRunning }, () => connect(service.port, '127.0.0.1'))
      for (const socket of sockets) socket.write('GET /api/held HTTP/1.1\r\nHost: a\r\n\r\n')
      await until(() => service.heldCount() === maxRunning)
      for (const socket of sockets) socket.destroy()
      await until(async () => (await fetch(`${service.url}/api/free`)).status === 200)
      // Their handlers end after they are gone: they are not counted off a second time.
      service.letGo()
    }
    await assertEmpty()
  })
})

describe('requests whose body still arrives', () => {
  const begin = () => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(
      'POST /api/held HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'
    )
    return socket
  }
  const post = () => fetch(`${service.url}/api/nothing`, { method: 'POST', body: '{}' })

  test('keep out others with a body past their own bound, and no one without', async () => {
    const before = service.reached()
    const sockets = Array.from({ length: maxArriving }, begin)
    await until(() => service.reached() === before + maxArriving)
    assert.equal((await fetch(`${service.url}/api/free`)).status, 200)
    assert.equal((await post()).status, 503)
    // Says that its body has no bytes, so that none is still to come.
    assert.equal((await fetch(`${service.url}/api/nothing`, { method: 'POST' })).status, 404)
    for (const socket of sockets) socket.destroy()
    await until(async () => (await post()).status === 404)
  })

  test('are under way as any other once it is there', async () => {
    const sockets = Array.from({ length: maxRunning }, begin)
    for (const socket of sockets) socket.write('}')
    await until(() => service.heldCount() === maxRunning)
    assert.equal((await fetch(`${service.url}/api/free`)).status, 503)
    service.letGo()
    await until(async () => (await fetch(`${service.url}/api/free`)).status === 200)
    for (const socket of sockets) socket.destroy()
  })
})

test('refusals are told by one line a second, and the last ones when the service stops', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] })
  const lines: unknown[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line).refused) })
  const gate = createGate({ maxRunning: 1, maxArriving: 1 }, log)
  gate.enter(false)
  for (let count = 0; count < 7; count++) gate.noteRefusal()
  assert.deepEqual(lines, [])
  context.mock.timers.tick(1000)
  assert.deepEqual(lines, [7])
  gate.noteRefusal()
  gate.noteRefusal()
  gate.end()
  context.mock.timers.tick(1000)
  assert.deepEqual(lines, [7, 2])
})

test('a request that was refused has no line of its own in the log', async () => {
  const own = await boundedApp()
  const empty = await fill(own)
  for (let count = 0; count < 5; count++) assert.equal((await fetch(`${own.url}/api/free`)).status, 503)
  await empty()
  await own.app.close()
  assert.equal(own.lines.filter(({ msg }) => msg === 'request').length, maxRunning)
  const told = own.lines.filter(({ msg }) => msg.startsWith('overloaded'))
  assert.equal(
    told.reduce((sum, { refused = 0 }) => sum + refused, 0),
    5
  )
})
