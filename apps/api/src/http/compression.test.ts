import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import Fastify, { type FastifyInstance } from 'fastify'
import { type TestApp, type TestVendor, testApp } from '../../test/app.ts'
import { Problem } from '../errors.ts'
import { addCompression } from './compression.ts'
import { addProblemHandlers } from './problem.ts'

const KiB = 1024
const decoders = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes
}
type CodingName = keyof typeof decoders
const codingOf = (headers: Record<string, unknown>) =>
  (headers['content-encoding'] ?? 'identity') as CodingName

/** JSON text of exactly this number of bytes. */
const jsonOf = (bytes: number) => {
  const text = JSON.stringify('Größe '.repeat((bytes - 8) / 8))
  return text + ' '.repeat(bytes - Buffer.byteLength(text))
}

/** A source that never ends. */
class Endless extends Readable {
  override _read() {
    this.push(Buffer.alloc(16 * KiB, 'a row of an export\n'))
  }
}

describe('a response', () => {
  let app: FastifyInstance
  let origin: string
  let source: Readable
  before(async () => {
    app = Fastify()
    addProblemHandlers(app)
    addCompression(app)
    const types: Record<string, string> = {
      json: 'application/json; charset=utf-8',
      problem: 'application/problem+json; charset=utf-8',
      csv: 'text/csv; charset=utf-8',
      ndjson: 'application/x-ndjson; charset=utf-8',
      pdf: 'application/pdf',
      webp: 'image/webp'
    }
    app.get<{ Params: { type: string; bytes: number } }>('/:type/:bytes', ({ params }, reply) => {
      reply.type(types[params.type] ?? '')
      return reply.send(Buffer.from(jsonOf(Number(params.bytes))))
    })
    app.get('/api/v1/auth/me', (_request, reply) => reply.type(types.json ?? '').send(jsonOf(100 * KiB)))
    app.get('/file', (_request, reply) =>
      reply
        .header('accept-ranges', 'bytes')
        .type('text/plain')
        .send(jsonOf(100 * KiB))
    )
    app.get('/origin', (_request, reply) =>
      reply
        .header('vary', 'Origin')
        .type(types.json ?? '')
        .send(jsonOf(9 * KiB))
    )
    app.get('/rows', (_request, reply) =>
      reply
        .type(types.ndjson ?? '')
        .send(Readable.from(Array(50_000).fill('{"a":1}\n'), { objectMode: false }))
    )
    app.get('/endless', (_request, reply) => {
      source = new Endless()
      return reply.type(types.csv ?? '').send(source)
    })
    app.get('/broken', (_request, reply) => {
      const failing = new Readable({ read() {} })
      setImmediate(() => failing.destroy(new Problem('UNAVAILABLE')))
      return reply.type(types.csv ?? '').send(failing)
    })
    origin = await app.listen({ port: 0, host: '127.0.0.1' })
  })
  after(() => app.close())

  const read = (url: string, accept?: string, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ url, method, headers: accept === undefined ? {} : { 'accept-encoding': accept } })

  test('is compressed from 8 KiB, and always has Vary', async () => {
    const [small, large] = [
      await read(`/json/${8 * KiB - 1}`, 'gzip'),
      await read(`/json/${8 * KiB}`, 'gzip')
    ]
    assert.deepEqual([small.rawPayload.length, codingOf(small.headers)], [8 * KiB - 1, 'identity'])
    assert.deepEqual([gunzipSync(large.rawPayload).length, codingOf(large.headers)], [8 * KiB, 'gzip'])
    assert.equal(large.headers['content-length'], String(large.rawPayload.length))
    for (const { headers } of [small, large, await read(`/json/${8 * KiB}`)]) {
      assert.equal(headers.vary, 'Accept-Encoding')
    }
  })

  const choices: [string | undefined, CodingName][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['ZSTD', 'zstd'],
    ['deflate', 'identity'],
    ['identity', 'identity'],
    ['*', 'gzip'],
    ['*;q=0', 'identity'],
    ['*;q=0, br', 'br'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0, *', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip', 'gzip'],
    ['identity;q=0', 'identity'],
    ['gzip;q=2', 'identity'],
    ['gzip;q=x', 'identity']
  ]
  for (const [accept, coding] of choices) {
    test(`to Accept-Encoding: ${accept ?? '(none)'} is sent as ${coding}`, async () => {
      const { headers, rawPayload } = await read(`/json/${20 * KiB}`, accept)
      assert.equal(codingOf(headers), coding)
      assert.equal(decoders[coding](rawPayload).toString(), jsonOf(20 * KiB))
    })
  }

  test('never has a coding that the client refuses', async () => {
    const coding = fc.constantFrom('gzip', 'br', 'zstd', 'identity', 'deflate', '*', 'x-gzip')
    const quality = fc.constantFrom('', ';q=0', ';q=0.0', ';q=0.001', '; q=1', ';q=0.5')
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(coding, quality), { selector: ([name]) => name }),
        async (entries) => {
          const { headers, rawPayload } = await read(
            `/json/${9 * KiB}`,
            entries.map((entry) => entry.join('')).join(', ')
          )
          const used = codingOf(headers)
          assert.equal(decoders[used](rawPayload).toString(), jsonOf(9 * KiB))
          const names = used === 'gzip' ? ['gzip', 'x-gzip', '*'] : [used]
          const isAccepted = entries.some(([name, q]) => names.includes(name) && !/q=0(\.0)?$/.test(q))
          assert.ok(used === 'identity' || isAccepted, used)
        }
      )
    )
  })

  for (const [type, isText] of [
    ['json', true],
    ['problem', true],
    ['csv', true],
    ['ndjson', true],
    ['pdf', false],
    ['webp', false]
  ] as const) {
    test(`of type ${type} is ${isText ? '' : 'not '}compressed`, async () => {
      const { headers } = await read(`/${type}/${40 * KiB}`, 'gzip')
      assert.equal(codingOf(headers), isText ? 'gzip' : 'identity')
      assert.equal(headers.vary, isText ? 'Accept-Encoding' : undefined)
    })
  }

  test('is not compressed for /auth, nor if the path serves byte ranges', async () => {
    for (const url of ['/api/v1/auth/me', '/file']) {
      const { headers } = await read(url, 'gzip')
      assert.deepEqual([codingOf(headers), headers.vary], ['identity', undefined], url)
    }
  })

  test('keeps the names that Vary contains already', async () =>
    assert.equal((await read('/origin', 'gzip')).headers.vary, 'Origin, Accept-Encoding'))

  test('to HEAD has the headers of the response to GET', async () => {
    for (const url of ['/json/100', `/json/${50 * KiB}`]) {
      const [head, whole] = [await read(url, 'br', 'HEAD'), await read(url, 'br')]
      const { date: _, connection: __, ...expected } = whole.headers
      for (const [name, value] of Object.entries(expected)) assert.equal(head.headers[name], value, name)
      assert.equal(head.rawPayload.length, 0)
    }
    assert.equal(codingOf((await read('/rows', 'br', 'HEAD')).headers), 'br')
  })

  test('is compressed even if many are requested at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => read(`/json/${100 * KiB}`, 'gzip')))
    for (const { headers, rawPayload } of answers) {
      assert.equal(codingOf(headers), 'gzip')
      assert.equal(gunzipSync(rawPayload).length, 100 * KiB)
    }
  })

  const open = async (path: string, accept: string) => {
    const request = get(`${origin}${path}`, { headers: { 'accept-encoding': accept } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  }

  for (const coding of ['zstd', 'br', 'gzip'] as const) {
    test(`that is a stream is compressed with ${coding}`, async () => {
      const response = await open('/rows', coding)
      assert.equal(response.headers['content-encoding'], coding)
      assert.equal(response.headers.vary, 'Accept-Encoding')
      assert.equal(decoders[coding](await buffer(response)).toString(), '{"a":1}\n'.repeat(50_000))
    })

    test(`that is an endless stream in ${coding} is read only as fast as the client reads`, async () => {
      const response = await open('/endless', coding)
      await once(response, 'readable')
      const closed = new Promise((done) => source.once('close', done))
      response.destroy()
      await closed
      assert.equal(source.destroyed, true)
    })
  }

  test('that fails before its first byte is a problem without Content-Encoding', async () => {
    const response = await open('/broken', 'gzip')
    assert.deepEqual([response.statusCode, response.headers['content-encoding']], [503, undefined])
    assert.equal(JSON.parse(String(await buffer(response))).code, 'UNAVAILABLE')
  })
})

describe('a product', () => {
  let t: TestApp
  let vendor: TestVendor
  let path: string
  let text: string
  before(async () => {
    t = await testApp()
    vendor = await t.vendor()
    const description = Array.from({ length: 1_000 }, (_, index) => `<p>Line ${index}.</p>`).join('')
    const created = await t.call('POST /vendor/products', {
      as: vendor.owner,
      body: { name: 'Vise', sku: 'V-1', description }
    })
    assert.equal(created.status, 201, created.text)
    path = `/vendor/products/${created.body.id}`
    text = (await t.call(`GET ${path}`, { as: vendor.owner })).text
  })
  after(() => t.close())

  const read = (headers: Record<string, string>) =>
    t.app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${vendor.owner}`, ...headers } })

  test('has the same ETag in every encoding, and the ETag is valid for If-None-Match and If-Match', async () => {
    const tags = new Set<unknown>()
    for (const coding of ['zstd', 'br', 'gzip', 'identity'] as const) {
      const { headers, rawPayload } = await read({ 'accept-encoding': coding })
      assert.equal(codingOf(headers), coding)
      assert.equal(headers.vary, 'Accept-Encoding')
      assert.equal(decoders[coding](rawPayload).toString(), text)
      tags.add(headers.etag)
      const again = await read({ 'accept-encoding': coding, 'if-none-match': String(headers.etag) })
      assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0])
      assert.deepEqual([codingOf(again.headers), again.headers.vary], ['identity', 'Accept-Encoding'])
    }
    assert.equal(tags.size, 1)
    const { status } = await t.call(`PATCH ${path}`, {
      as: vendor.owner,
      body: { leadTime: 3 },
      headers: { 'if-match': String([...tags][0]) }
    })
    assert.equal(status, 200)
  })

  test('is read by a client that decompresses automatically', async () => {
    const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${vendor.owner}` }
    })
    assert.notEqual(answer.headers.get('content-encoding'), null)
    assert.equal(((await answer.json()) as { name: string }).name, 'Vise')
  })
})
