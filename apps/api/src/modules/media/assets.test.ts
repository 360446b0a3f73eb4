import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { storeKinds, type TestLocations } from '../../../test/asset-stores.ts'
import { diskStore } from '../../assets/disk-store.ts'
import { type FileExtension, fileTypes } from '../../assets/file-types.ts'
import { newId } from '../../lib/ids.ts'

/** Sends a path unchanged and returns the raw response. HTTP clients would normalise dots and backslashes. */
function rawGet(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    })
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

for (const { kind, start } of storeKinds) {
  describe(`files of an asset store: ${kind}`, () => {
    let locations: TestLocations
    let t: TestApp
    let picture: string
    before(async () => {
      locations = await start()
      t = await testApp({ rateLimitMax: 5, assets: locations.newLocation().store })
      picture = await t.app.deps.assets.put('images', 'png', Buffer.from('0123456789'))
    })
    after(async () => {
      await t.close()
      await locations.stop()
    })

    const request = (path: string, headers = {}, method = 'GET') =>
      t.call(`${method} assets/${path}`, { headers })

    describe('a stored file', () => {
      test('is served without a token, with headers that allow caching and forbid execution', async () => {
        const { status, headers, text } = await request(picture)
        assert.equal(status, 200)
        assert.equal(text, '0123456789')
        assert.equal(headers['content-type'], 'image/png')
        assert.equal(String(headers['content-length']), '10')
        assert.equal(headers['x-content-type-options'], 'nosniff')
        assert.equal(headers['content-security-policy'], "default-src 'none'; sandbox")
        assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
        assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
        assert.equal(headers['accept-ranges'], 'bytes')
        assert.match(headers.etag ?? '', /^"[^"]+"$/)
        assert.ok(Date.parse(headers['last-modified'] ?? ''))
        assert.equal(headers['content-disposition'], undefined)
        assert.equal(headers.ratelimit, undefined)
      })

      test('has the content type of its extension, and is an attachment unless it is an image or a PDF', async () => {
        for (const extension of Object.keys(fileTypes) as FileExtension[]) {
          const path = await t.app.deps.assets.put('documents', extension, Buffer.from('<script>'))
          const { headers } = await request(path)
          const { contentType, inline } = fileTypes[extension]
          assert.equal(headers['content-type'], contentType)
          const name = path.replace('documents/', '')
          assert.equal(headers['content-disposition'], inline ? undefined : `attachment; filename="${name}"`)
          assert.equal(headers['x-content-type-options'], 'nosniff')
        }
      })

      test('HEAD returns the headers only', async () => {
        const whole = await request(picture)
        const { status, text, headers } = await request(picture, {}, 'HEAD')
        assert.deepEqual([status, text], [200, ''])
        for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'cache-control']) {
          assert.equal(String(headers[name]), String(whole.headers[name]), name)
        }
        assert.equal((await request(`images/${newId()}.png`, {}, 'HEAD')).status, 404)
      })

      test('a query string has no effect', async () => {
        assert.equal((await request(`${picture}?width=100&width=200`)).text, '0123456789')
      })

      test("requests for files don't count towards the rate limit", async () => {
        for (let count = 0; count < 8; count++) assert.equal((await request(picture)).status, 200)
      })
    })

    describe('conditional requests', () => {
      test('a client that has the file gets 304 and no body', async () => {
        const { etag = '', 'last-modified': time = '' } = (await request(picture)).headers
        const later = new Date(Date.parse(time) + 5000).toUTCString()
        const known: Record<string, string>[] = [
          { 'if-none-match': etag },
          { 'if-none-match': `W/${etag}` },
          { 'if-none-match': `"other", ${etag}` },
          { 'if-none-match': '*' },
          { 'if-modified-since': time },
          { 'if-modified-since': later }
        ]
        for (const headers of known) {
          const answer = await request(picture, headers)
          assert.deepEqual([answer.status, answer.text], [304, ''], JSON.stringify(headers))
          assert.equal(answer.headers.etag, etag)
          assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
          assert.equal((await request(picture, headers, 'HEAD')).status, 304)
        }
      })

      test('a client with another version, or with invalid conditions, gets the file', async () => {
        const { 'last-modified': time = '' } = (await request(picture)).headers
        const unknown: Record<string, string>[] = [
          { 'if-none-match': '"other"' },
          { 'if-none-match': '"other"', 'if-modified-since': time },
          { 'if-modified-since': new Date(Date.parse(time) - 1000).toUTCString() },
          { 'if-modified-since': 'yesterday' }
        ]
        for (const headers of unknown)
          assert.equal((await request(picture, headers)).status, 200, JSON.stringify(headers))
      })
    })

    describe('ranges', () => {
      test('a single range is returned with 206', async () => {
        for (const [range, text, contentRange] of [
          ['bytes=2-4', '234', 'bytes 2-4/10'],
          ['bytes=7-', '789', 'bytes 7-9/10'],
          ['bytes=-2', '89', 'bytes 8-9/10']
        ] as const) {
          const answer = await request(picture, { range })
          assert.deepEqual([answer.status, answer.text], [206, text])
          assert.equal(answer.headers['content-range'], contentRange)
          assert.equal(String(answer.headers['content-length']), String(text.length))
        }
      })

      test('several ranges, or ranges in other units, get the whole file', async () => {
        for (const range of ['bytes=0-1,3-4', 'pages=1-2', 'bytes=4-2']) {
          const answer = await request(picture, { range })
          assert.deepEqual([answer.status, answer.text], [200, '0123456789'], range)
        }
      })

      test('a range after the end of the file gets 416 with the size', async () => {
        const answer = await request(picture, { range: 'bytes=10-' })
        assertProblem(answer, 416, 'RANGE_NOT_SATISFIABLE')
        assert.equal(answer.headers['content-range'], 'bytes */10')
        assert.equal(answer.headers['cache-control'], 'no-store')
      })

      test('a range is returned only if If-Range names the current version', async () => {
        const { etag = '', 'last-modified': time = '' } = (await request(picture)).headers
        const status = async (condition: string) =>
          (await request(picture, { range: 'bytes=0-1', 'if-range': condition })).status
        assert.deepEqual([await status(etag), await status(time)], [206, 206])
        assert.deepEqual(
          [await status('"other"'), await status(`W/${etag}`), await status(new Date(0).toUTCString())],
          [200, 200, 200]
        )
      })

      test('HEAD ignores ranges', async () => {
        assert.equal((await request(picture, { range: 'bytes=0-1' }, 'HEAD')).status, 200)
      })
    })

    describe('files that are not served', () => {
      test('a pending image gets 404', async () => {
        const pending = await t.app.deps.assets.put('pending', 'png', Buffer.from('secret'))
        const hidden = [
          pending,
          pending.replace('pending', 'images'),
          pending.replace('pending/', 'images/../pending/')
        ]
        for (const path of hidden) assertProblem(await request(path), 404, 'NOT_FOUND')
      })

      test('no spelling of a path leads out of the folder', async () => {
        const name = picture.replace('images/', '')
        const paths = [
          '',
          'images',
          'images/',
          'images/..',
          name,
          `images//${name}`,
          `images/${name}/`,
          `images/${name}.html`,
          `images/${name}%00`,
          `images/${name}%00.html`,
          `images%2f${name}`,
          `images%5c${name}`,
          `images\\${name}`,
          `IMAGES/${name}`,
          `images/${name.toUpperCase()}`,
          `/images/${name}`,
          `images/./${name}`,
          `documents/../images/${name}`,
          `documents/..%2fimages%2f${name}`,
          `documents/%2e%2e/images/${name}`,
          `documents/%2e%2e%2fimages%2f${name}`,
          `documents/%252e%252e%252fimages%252f${name}`,
          `documents/..%5cimages%5c${name}`,
          'images/..%2f..%2f..%2fjwt-secret',
          '..%2fjwt-secret',
          '%2e%2e/jwt-secret',
          '../jwt-secret',
          '../../../../etc/passwd',
          '/etc/passwd',
          '%2fetc%2fpasswd',
          'images/%c0%ae%c0%ae/x.png',
          'images/%zz',
          'images/%',
          `images/${'a'.repeat(400)}.png`,
          `images/${'%2e'.repeat(400)}`,
          'drafts/x',
          `images/${newId()}.png`
        ]
        await t.app.listen({ port: 0, host: '127.0.0.1' })
        const { port } = t.app.server.address() as AddressInfo
        for (const path of paths) {
          const answer = await rawGet(port, `/assets/${path}`)
          assert.match(answer, /^HTTP\/1\.1 404 /, path)
          assert.match(answer, /"code":"NOT_FOUND"/, path)
        }
        assert.match(await rawGet(port, `/assets/${picture}`), /^HTTP\/1\.1 200 /)
      })

      test('methods that write get 405', async () => {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
          assertProblem(await request(picture, {}, method), 405, 'METHOD_NOT_ALLOWED')
      })
    })

    test('the file is closed when the client disconnects', async () => {
      const { store } = locations.newLocation()
      // More than fits into the buffers of the sockets.
      const bytes = 50 * 1024 * 1024
      const opened: Readable[] = []
      const assets = {
        ...store,
        read: async (...args: Parameters<typeof store.read>) => {
          const stream = await store.read(...args)
          if (stream) opened.push(stream)
          return stream
        }
      }
      const other = await testApp({ assets })
      const path = await store.put('documents', 'bin', Buffer.alloc(bytes))
      await other.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = other.app.server.address() as AddressInfo
      await new Promise<void>((resolve) => {
        const request = get({ port, host: '127.0.0.1', path: `/assets/${path}` }, (response) => {
          response.once('data', () => {
            const [stream] = opened
            if (!stream) throw new Error('no file was opened')
            stream.once('close', resolve)
            request.destroy()
          })
        })
        request.on('error', () => {})
      })
      assert.equal(opened.length, 1)
      await other.close()
    })
  })
}

test("a store that can't be read gets 503", async () => {
  const file = join(tmpdir(), `purveyor-test-${newId()}`)
  await writeFile(file, '')
  const failing = {
    ...diskStore(file),
    stat: () =>
      diskStore(file)
        .put('images', 'png', Buffer.alloc(1))
        .then(() => undefined)
  }
  const other = await testApp({ assets: failing })
  const answer = await other.call(`GET assets/images/${newId()}.png`)
  assertProblem(answer, 503, 'UNAVAILABLE')
  assert.equal(answer.headers['retry-after'], '2')
  await other.close()
  await rm(file)
})
