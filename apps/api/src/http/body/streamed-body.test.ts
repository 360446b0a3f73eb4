import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, test } from 'node:test'
import { gzipSync, zstdCompressSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../errors.ts'
import { StreamedBody, stopping } from './streamed-body.ts'

type Options = {
  headers?: Record<string, string>
  maxBytes?: number
  idleMs?: number
  totalMs?: number
  ending?: AbortSignal
}

function bodyOf(
  source: Readable,
  { headers = {}, maxBytes = 1_000, idleMs = 60_000, totalMs = 60_000, ...more }: Options = {}
) {
  const request = { headers, log: { debug: () => {} } } as unknown as FastifyRequest
  return new StreamedBody(request, source, { maxBytes, idleMs, totalMs, ...more })
}

async function read(body: StreamedBody): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of body.chunks()) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const gzip = { headers: { 'content-encoding': 'gzip' } }
const isProblem = (code: string) => (error: unknown) => error instanceof Problem && error.code === code

describe('a body that is read while it arrives', () => {
  test('is decompressed, and its hash is that of the decompressed bytes', async () => {
    const hash = createHash('sha256').update('some text').digest()
    for (const [bytes, options] of [
      [Buffer.from('some text'), {}],
      [gzipSync('some text'), gzip]
    ] as const) {
      const body = bodyOf(Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]), options)
      assert.equal(await read(body), 'some text')
      assert.deepEqual(body.hash(), hash)
    }
    assert.deepEqual(await bodyOf(Readable.from([gzipSync('some text')]), gzip).drain(), hash)
  })

  test('is refused if it is gzip data and no header says so, wherever its chunks end', async () => {
    const bytes = gzipSync('some text')
    const single = [...bytes].map((byte) => Buffer.from([byte]))
    for (const chunks of [[bytes], single, [Buffer.alloc(0), bytes.subarray(0, 1), bytes.subarray(1)]]) {
      await assert.rejects(read(bodyOf(Readable.from(chunks))), isProblem('GZIP_NOT_DECLARED'))
    }
    for (const text of ['\x1f', '\x1fx', 'x\x1f', ''])
      assert.equal(await read(bodyOf(Readable.from([Buffer.from(text)]))), text)
  })

  test('is refused if it is gzip data after decompression', async () => {
    const bytes = gzipSync('some text')
    const member = (start: number, end?: number) => gzipSync(bytes.subarray(start, end))
    for (const chunks of [[gzipSync(bytes)], [member(0, 1), member(1)]])
      await assert.rejects(
        read(bodyOf(Readable.from(chunks), gzip)),
        (error) =>
          isProblem('GZIP_NOT_DECLARED')(error) && /only once\.$/.test((error as Problem).detail ?? '')
      )
  })

  test('is refused if it is zstd data, wherever its chunks end', async () => {
    const bytes = zstdCompressSync('some text')
    const single = [...bytes].map((byte) => Buffer.from([byte]))
    for (const [chunks, options] of [
      [[bytes], {}],
      [single, {}],
      [[bytes.subarray(0, 3), bytes.subarray(3)], {}],
      [[gzipSync(bytes)], gzip]
    ] as const) {
      const reading = read(bodyOf(Readable.from(chunks), options))
      await assert.rejects(reading, isProblem('UNSUPPORTED_MEDIA_TYPE'))
    }
    const start = bytes.subarray(0, 3)
    assert.equal(await read(bodyOf(Readable.from([start]))), start.toString())
  })

  test('may have exactly maxBytes, compressed or not', async () => {
    for (const length of [1_000, 1_001]) {
      for (const [bytes, options] of [
        [Buffer.alloc(length), {}],
        [gzipSync(Buffer.alloc(length)), gzip]
      ] as const) {
        const reading = read(bodyOf(Readable.from([bytes]), options))
        if (length === 1_000) assert.equal((await reading).length, 1_000)
        else await assert.rejects(reading, isProblem('PAYLOAD_TOO_LARGE'))
      }
    }
    const headers = { 'content-length': '1001' }
    assert.throws(() => bodyOf(Readable.from(['']), { headers }), isProblem('PAYLOAD_TOO_LARGE'))
  })

  test('is refused if it has not arrived before shutdown', async () => {
    const silent = () => new Readable({ read() {} })
    const ending = new AbortController()
    const early = bodyOf(silent(), { ending: ending.signal })
    const refusals = [
      assert.rejects(read(bodyOf(silent(), { ending: ending.signal })), isProblem('UNAVAILABLE')),
      assert.rejects(read(bodyOf(silent(), { ...gzip, ending: ending.signal })), isProblem('UNAVAILABLE'))
    ]
    ending.abort(stopping())
    await Promise.all(refusals)
    await assert.rejects(read(early), isProblem('UNAVAILABLE'))
  })

  test('is limited even if it decompresses to nothing', async () => {
    const empty = Array.from({ length: 100 }, () => gzipSync(''))
    await assert.rejects(read(bodyOf(Readable.from(empty), gzip)), isProblem('PAYLOAD_TOO_LARGE'))
  })

  test('is refused if no byte arrives for too long, or if it takes too long in total', async () => {
    const silent = new Readable({ read() {} })
    silent.push('a')
    await assert.rejects(read(bodyOf(silent, { idleMs: 1 })), isProblem('REQUEST_TIMEOUT'))
    const packed = new Readable({ read() {} })
    await assert.rejects(read(bodyOf(packed, { ...gzip, idleMs: 1 })), isProblem('REQUEST_TIMEOUT'))
    const endless = new Readable({ read() {} })
    const drip = setInterval(() => endless.push('a'), 1)
    try {
      await assert.rejects(read(bodyOf(endless, { totalMs: 20 })), isProblem('REQUEST_TIMEOUT'))
    } finally {
      clearInterval(drip)
    }
  })

  test('gets a 400 if it is incomplete', async () => {
    for (const options of [{}, gzip]) {
      const cut = new Readable({ read() {} })
      setImmediate(() => cut.destroy(new Error('aborted')))
      await assert.rejects(read(bodyOf(cut, options)), isProblem('BAD_REQUEST'))
    }
  })

  test('discards the rest if the reader stops early', async () => {
    const source = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(9)))
    for await (const _ of bodyOf(source).chunks()) break
    await new Promise((resolve) => source.once('end', resolve))
  })
})
