import assert from 'node:assert/strict'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { test } from 'node:test'
import { testApp, testSecret } from '../../../../test/app.ts'
import { startNodes } from '../../../../test/service-nodes.ts'

test('a process that receives SIGTERM answers incomplete uploads with 503 and exits with code 0', async () => {
  const t = await testApp()
  const vendor = await t.vendor()
  const [database] = await t.sql`select current_database() as name`
  const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), {
    pathname: `/${database?.name}`
  }).href
  // The test server runs with fsync off.
  const options = { url, secret: testSecret, roles: ['api' as const], env: { DURABILITY_CHECK: 'off' } }
  const { folder, nodes } = await startNodes(options)
  const [service] = nodes
  assert.ok(service?.url)
  try {
    const { hostname, port } = new URL(service.url)
    const uploads = ['bulk-upload', 'bulk-update'].map(async (path) => {
      const socket = connect(Number(port), hostname)
      let text = ''
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.write(
        `POST /api/v1/vendor/products/${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${vendor.owner}\r\n` +
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
    await service.kill()
    await t.close()
    await rm(folder, { recursive: true, force: true })
  }
})
