import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import Fastify from 'fastify'
import { addRequestHandling } from './requests.ts'

// Which requests background work gives way to.

const underWay = new Set<number>()
let entered = 0
const load = {
  enter() {
    const request = ++entered
    underWay.add(request)
    return () => void underWay.delete(request)
  }
}
const app = Fastify()
let port: number
before(async () => {
  addRequestHandling(app, {
    ...{ maxRunning: 10, maxArriving: 10, maxOfConnection: 10, bodyMs: 10_000 },
    ...{ headers: {}, load, corsOrigins: [] }
  })
  const answer = async () => ({ underWay: underWay.size })
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
  test(`${method} ${url} counts as ${expected} while it is under way`, async () => {
    const payload = method === 'POST' ? { some: 'body' } : undefined
    const answer = await app.inject({ method, url, ...(payload && { payload }) })
    assert.deepEqual(answer.json(), { underWay: expected })
    assert.equal(underWay.size, 0)
  })
}

test('a body that has not arrived does not count', async () => {
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
  assert.match(String(text), /"underWay":1/)
  socket.destroy()
})
