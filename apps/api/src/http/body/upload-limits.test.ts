import assert from 'node:assert/strict'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { disposition, type FormApp, faultsOf, file, formApp, type Parts } from '../../../test/form-app.ts'
import { newId } from '../../lib/ids.ts'

const MiB = 1024 * 1024

let t: FormApp
before(async () => {
  t = await formApp()
})
after(() => t.close())

describe('limits', () => {
  test('a file has at most 10 MiB', async () => {
    assert.equal((await t.one([['file', Buffer.alloc(10 * MiB)]])).body.files[0].bytes, 10 * MiB)
    assert.deepEqual(faultsOf(await t.one([['file', Buffer.alloc(10 * MiB + 1)]])), {
      '/file': 'IMAGE_TOO_LARGE'
    })
    const images: Parts = [
      ['images', file('A')],
      ['images', Buffer.alloc(10 * MiB + 1)]
    ]
    assert.deepEqual(faultsOf(await t.many(images)), { '/images/1': 'IMAGE_TOO_LARGE' })
  })

  test('a text field has at most 64 KiB, and a longer one is refused instead of being cut', async () => {
    const metadata = (length: number) => `[]${' '.repeat(length - 2)}`
    assert.equal((await t.many([['metadata', metadata(64 * 1024)]])).status, 200)
    assert.deepEqual(faultsOf(await t.many([['metadata', metadata(64 * 1024 + 1)]])), {
      '/metadata': 'TOO_LONG'
    })
  })

  test('a thousand parts are refused', async () => {
    assert.deepEqual(
      faultsOf(await t.many(Array.from({ length: 1000 }, (_, index) => [`field${index}`, 'x']))),
      { '': 'TOO_MANY' }
    )
    assert.deepEqual(faultsOf(await t.many(Array.from({ length: 1000 }, () => ['images', file('A')]))), {
      '': 'TOO_MANY'
    })
  })

  test('a form gets a 503 while all forms together use too much memory', async () => {
    const small = await formApp({ heldBytes: 100_000 })
    const status = async (bytes: number) => (await small.one([['file', Buffer.alloc(bytes)]])).status
    assert.deepEqual([await status(90_000), await status(110_000), await status(90_000)], [200, 503, 200])
    await small.close()
  })

  test('a body that is larger than the sum of all limits gets a 413 before it is read', async () => {
    const over = await t.one([['file', Buffer.alloc(11 * MiB)]])
    assert.equal(over.status, 413)
    assert.equal(over.body.code, 'PAYLOAD_TOO_LARGE')
  })

  test('an endless body gets a 413, whether it is endless in a part or before the first part', async () => {
    const { app } = t
    await app.listen({ port: 0, host: '127.0.0.1' })
    for (const start of [`--x\r\n${disposition('file')}\r\n\r\n`, '']) {
      assert.equal(await sendEndless(app, start), 413)
    }
  })
})

/** Sends an endless body and returns the status of the response. */
function sendEndless(app: FastifyInstance, start: string): Promise<number | undefined> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve) => {
    const headers = { authorization: 'Bearer editor', 'content-type': 'multipart/form-data; boundary=x' }
    const client = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/v1/one/${newId()}`,
      headers
    })
    let answered = false
    const write = () => {
      while (!answered && client.write(Buffer.alloc(256 * 1024))) {}
    }
    client.on('drain', write)
    client.on('response', (response) => {
      answered = true
      resolve(response.statusCode)
      client.destroy()
    })
    client.on('error', () => resolve(undefined))
    client.write(start || 'preamble')
    write()
  })
}
