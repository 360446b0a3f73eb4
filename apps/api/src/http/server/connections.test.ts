import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fastify from 'fastify'
import { type TestApp, testApp } from '../../../test/app.ts'
import { addDraining } from './connections.ts'

let t: TestApp
let port: number
before(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})
after(() => t.close())

const host = 'Host: purveyor.test\r\n'
const request = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${host}${headers}\r\n`

/** Sends these bytes and returns what the server sends before it closes the connection. */
async function exchange(bytes: string): Promise<{ head: string; body: ReturnType<typeof JSON.parse> }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
  return { head, body: JSON.parse(body) }
}

/** Opens a connection that sends these bytes and doesn't read the response. */
async function withoutReader(bytes: string) {
  const socket = connect(port, '127.0.0.1').pause()
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write(bytes, resolve))
  return socket
}

describe('a malformed HTTP request', () => {
  const cases: [title: string, bytes: string, status: number, code: string][] = [
    ['with an invalid request line', 'garbage\r\n\r\n', 400, 'BAD_REQUEST'],
    ['with a space in a header name', request('/livez', 'a b: c\r\n'), 400, 'BAD_REQUEST'],
    ['without a Host header', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'with two Content-Length headers',
      `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
      400,
      'BAD_REQUEST'
    ],
    [
      'with both Content-Length and chunks',
      `POST /api/v1/auth/login HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'BAD_REQUEST'
    ],
    [
      'with headers that are too long',
      request('/livez', `X: ${'a'.repeat(20_000)}\r\n`),
      431,
      'HEADERS_TOO_LARGE'
    ],
    [
      'with a path that is too long',
      request(`/api/v1/storefront/products?search=${'a'.repeat(20_000)}`),
      431,
      'HEADERS_TOO_LARGE'
    ]
  ]
  for (const [title, bytes, status, code] of cases) {
    test(`${title} gets a problem, and the connection is closed`, async () => {
      const { head, body } = await exchange(bytes)
      assert.match(head, new RegExp(`^HTTP/1.1 ${status} `))
      assert.match(head, /\r\ncontent-type: application\/problem\+json/i)
      assert.match(head, /\r\nconnection: close/i)
      assert.equal(body.status, status)
      assert.equal(body.code, code)
      assert.match(head, new RegExp(`\r\nx-request-id: ${body.requestId}`, 'i'))
    })
  }
})

describe('many requests on one connection', () => {
  test('pipelined requests get their responses in order', async () => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.write(request('/livez') + request('/api/v1/nothing') + request('/readyz', 'Connection: close\r\n'))
    await once(socket, 'close')
    assert.deepEqual(text.match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
  })

  test('a client that sends hundreds of requests and reads no response does not block other clients', async () => {
    const idle = await withoutReader(request('/api/v1/openapi.json').repeat(450))
    // The response to a later request on another connection shows that all requests have arrived.
    const answered = await fetch(`http://127.0.0.1:${port}/api/v1/storefront/categories`)
    assert.equal(answered.status, 200)
    idle.destroy()
  })
})

test('during shutdown, a request on an open connection is served, and then the connection is closed', async () => {
  const stopping = await testApp()
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = stopping.app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const read = async (path: string) => {
    const [answer] = (await once(get({ port, path, agent }), 'response')) as [IncomingMessage]
    await once(answer.resume(), 'end')
    return answer
  }
  assert.equal((await read('/livez')).headers.connection, 'keep-alive')
  const closed = stopping.app.close()
  const answer = await read('/api/v1/storefront/categories')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers.connection, 'close')
  await closed
  await stopping.close()
})

test('an unknown expectation in the Expect header is ignored', async () => {
  const { head, body } = await exchange(request('/livez', 'Expect: a-miracle\r\nConnection: close\r\n'))
  assert.match(head, /^HTTP\/1\.1 200/)
  assert.deepEqual(body, { status: 'ok' })
})

test('a connection on which a response ends during shutdown is closed, although the client keeps it open', async () => {
  const app = fastify()
  addDraining(app)
  const responses = new EventEmitter()
  app.get('/', async () => {
    responses.emit('begun')
    await once(responses, 'end')
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  const received = once(get({ port: (app.server.address() as AddressInfo).port, agent }), 'response')
  await once(responses, 'begun')
  const closed = app.close()
  while (app.server.listening) await turn()
  responses.emit('end')
  const [response] = (await received) as [IncomingMessage]
  response.resume()
  await closed
  agent.destroy()
})
