import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { test } from 'node:test'
import { testApp } from '../../../test/app.ts'

/** Sends these bytes and doesn't finish the request. Returns what the server sends until it closes the connection. */
async function unfinished(port: number, bytes: string): Promise<{ text: Promise<string> }> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  await new Promise((done) => socket.write(bytes, done))
  return { text: closed.then(() => text) }
}

test('shutdown does not wait for clients that have sent half of a request', async () => {
  const stopping = await testApp({ stoppingTimes: { requestMs: 100, responseMs: 30_000 } })
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = stopping.app.server.address() as AddressInfo
  const arrived = once(stopping.app.server, 'request')
  const head = await unfinished(port, 'GET /livez HTTP/1.1\r\nHost: purveyor.test\r\n')
  const body = await unfinished(
    port,
    'POST /api/v1/auth/login HTTP/1.1\r\nHost: purveyor.test\r\nContent-Type: application/json\r\n' +
      'Content-Length: 100\r\n\r\n{"email'
  )
  await arrived
  await stopping.app.close()
  assert.equal(await head.text, '')
  assert.match(await body.text, /^HTTP\/1.1 503 [\s\S]*retry-after: 5[\s\S]*"code":"UNAVAILABLE"/i)
  await stopping.close()
})

test('shutdown does not wait for clients that do not read their responses', async () => {
  const stopping = await testApp({ stoppingTimes: { requestMs: 100, responseMs: 200 } })
  await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = stopping.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  const arrived = once(stopping.app.server, 'request')
  // Together, the responses are larger than the buffers of the connection.
  socket.write('GET /api/v1/openapi.json HTTP/1.1\r\nHost: purveyor.test\r\n\r\n'.repeat(20))
  await arrived
  await stopping.app.close()
  socket.destroy()
  await stopping.close()
})
