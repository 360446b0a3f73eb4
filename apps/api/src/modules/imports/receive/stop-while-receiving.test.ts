import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { startService } from '../../../../test/running-service.ts'

test('a process that receives SIGTERM answers incomplete uploads with 503 and exits with code 0', async () => {
  const service = await startService()
  try {
    const { hostname, port, origin } = new URL(service.url)
    const signedIn = await fetch(`${origin}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'owner@harbor.test', password: 'purveyor-demo' })
    })
    const { access_token } = (await signedIn.json()) as { access_token: string }
    const uploads = ['bulk-upload', 'bulk-update'].map(async (path) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.write(
        `POST /api/v1/vendor/products/${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${access_token}\r\n` +
          'Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 100000\r\n\r\n'
      )
      // The server has begun to read the body.
      await once(socket, 'data')
      socket.write('{"items":[')
      return { closed: once(socket, 'close'), answer: () => text }
    })
    const open = await Promise.all(uploads)
    service.child.kill('SIGTERM')
    for (const { closed, answer } of open) {
      await closed
      assert.match(answer(), /HTTP\/1\.1 503 .*\r\nretry-after: 5\r\n/is)
    }
    assert.equal(await service.ended, 0)
  } finally {
    await service.remove()
  }
})
