import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { addRequestHandling } from './requests.ts'

// Tests which requests count as load. Background work slows down while there is load.

const running = new Set<number>()
let entered = 0
const load = {
  enter() {
    const request = ++entered
    running.add(request)
    return () => void running.delete(request)
  }
}
const app = Fastify()
let port: number
before(async () => {
  addRequestHandling(app, {
    ...{ maxRunning: 10, maxArriving: 10, maxPerConnection: 10, bodyMs: 10_000 },
    ...{ headers: {}, load, corsOrigins: [] }
  })
  const answer = async () => ({ running: running.size })
  app.get('/plain', answer)
  app.post('/plain', answer)
  app.post('/streamed', { config: { bodyIsStreamed: true } }, answer)
  app.get('/slow', { config: { isInteractive: false } }, answer)
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
after(() => app.close())

for (const [method, url, expected] of [
  ['GET', '/plain', 1],
  ['POST', '/plain', 1],
  ['POST', '/streamed', 0],
  ['GET', '/slow', 0]
] as const) {
  test(`${method} ${url} counts as ${expected} while it is running`, async () => {
    const payload = method === 'POST' ? { some: 'body' } : undefined
    const answer = await app.inject({ method, url, ...(payload && { payload }) })
    assert.deepEqual(answer.json(), { running: expected })
    assert.equal(running.size, 0)
  })
}

test('a request does not count before its body has arrived', async () => {
  const before = entered
  const socket = connect(port, '127.0.0.1')
  const arrived = once(app.server, 'request')
  socket.write(
    'POST /plain HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{'
  )
  await arrived
  assert.equal(entered, before)
  socket.write('}')
  const [text] = await once(socket, 'data')
  assert.match(String(text), /"running":1/)
  socket.destroy()
})

test('a request that only waits is counted neither as load nor among the running requests', async () => {
  const waiting = Fastify()
  addRequestHandling(waiting, {
    ...{ maxRunning: 1, maxArriving: 1, maxPerConnection: 10, bodyMs: 10_000 },
    ...{ headers: {}, load, corsOrigins: [] }
  })
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  waiting.get('/api/plain', async () => ({ running: running.size }))
  waiting.get('/api/waiting', async (request) => {
    await request.whileUncounted(() => {
      begun.resolve()
      return end.promise
    })
    const other = await waiting.inject('/api/plain')
    return { other: other.statusCode }
  })
  const answer = waiting.inject('/api/waiting')
  await begun.promise
  assert.deepEqual((await waiting.inject('/api/plain')).json(), { running: 1 })
  end.resolve()
  // From then on, it counts again, so that there is no room for another request.
  assert.deepEqual((await answer).json(), { other: 503 })
  assert.equal((await waiting.inject('/api/plain')).statusCode, 200)
  await waiting.close()
})
