import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, test } from 'node:test'
import { newPrefix, startS3 } from '../../../test/s3.ts'
import { type S3Fault, type S3Proxy, startS3Proxy } from '../../../test/s3-proxy.ts'
import type { AssetBucket } from '../../config.ts'
import { Problem } from '../../errors.ts'
import type { AssetStore } from '../store.ts'
import { openBucket } from './bucket.ts'
import type { Limits } from './limits.ts'
import { s3Store } from './s3-store.ts'

let proxy: S3Proxy
let assetBucket: AssetBucket
let store: AssetStore
const reported: string[] = []
before(async () => {
  proxy = await startS3Proxy(await startS3())
})
after(() => proxy.stop())
beforeEach(() => {
  proxy.reset()
  reported.length = 0
  assetBucket = newPrefix(proxy.server)
  store = storeWith({})
})

/** Returns a store with short pauses, and otherwise the given limits. */
function storeWith(limits: Partial<Limits>): AssetStore {
  const bucket = openBucket(assetBucket, proxy.server.key, { limits: { pauseMs: 1, ...limits } })
  return s3Store(bucket, { onError: (operation) => reported.push(operation) })
}

/** Limits with which a request that isn't answered fails soon, without another attempt. */
const impatient = { attemptMs: 100, totalMs: 150 }
const bytes = Buffer.from('0123456789')
/** A document that is sent in two parts. */
const large = Buffer.alloc(5 * 1024 * 1024 + 10, 'a large document')
const slowDown = { status: 503, code: 'SlowDown' }
const internalError = { status: 500, code: 'InternalError' }

/** Makes the next requests that match fail, and returns the number of them that have failed. */
function failNext(fault: S3Fault, { times = 1, pattern = /./ } = {}): () => number {
  let failed = 0
  proxy.fault = (request) => {
    if (failed >= times || !pattern.test(request)) return undefined
    failed++
    return fault
  }
  return () => failed
}

async function read(path: string): Promise<string> {
  const stream = await store.read(path)
  assert.ok(stream)
  return (await buffer(stream)).toString()
}

async function assertUnavailable(work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof Problem, String(error))
    assert.equal(error.status, 503)
    assert.equal(error.headers['retry-after'], '2')
    assert.ok(error.cause instanceof Error)
    return true
  })
}

const urlOf = (path: string) => `${assetBucket.endpoint}/${assetBucket.bucket}/${assetBucket.prefix}${path}`

describe('objects of a bucket', () => {
  const cacheable = 'public, max-age=31536000, immutable'
  test('have the headers with which the service serves the file', async (t) => {
    if (process.env.TEST_S3_SERVER) return t.skip('only s3rver answers without a signature')
    const image = await store.put('images', 'png', bytes)
    const document = await store.put('documents', 'txt', bytes)
    const text = await store.put('documents', 'bin', large)
    const pending = await store.put('pending', 'webp', bytes)
    const published = await store.publish(pending)
    for (const [path, type, disposition] of [
      [image, 'image/png', null],
      [document, 'text/plain; charset=utf-8', `attachment; filename="${document.split('/')[1]}"`],
      [text, 'application/octet-stream', `attachment; filename="${text.split('/')[1]}"`],
      [published, 'image/webp', null]
    ] as const) {
      const { status, headers } = await fetch(urlOf(path), { method: 'HEAD' })
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), type)
      assert.equal(headers.get('cache-control'), cacheable)
      assert.equal(headers.get('content-disposition'), disposition)
    }
    const { headers } = await fetch(urlOf(pending), { method: 'HEAD' })
    assert.equal(headers.get('cache-control'), 'private, no-store')
  })
})

describe('after a temporary failure of the store', () => {
  for (const fault of [internalError, slowDown, 'cut upload', 'lose answer', 'lie'] as const) {
    test(`a file is stored completely by the next attempt: ${JSON.stringify(fault)}`, async () => {
      const failed = failNext(fault, { times: 2, pattern: /^PUT/ })
      const path = await store.put('images', 'png', bytes)
      assert.equal(failed(), 2)
      assert.equal(await read(path), '0123456789')
    })
  }

  test('the parts of a large file are repeated one by one', async () => {
    for (const fault of [internalError, 'cut upload', 'lose answer'] as const) {
      proxy.reset()
      failNext(fault, { times: 2, pattern: /^PUT .*partNumber=/ })
      const path = await store.put('documents', 'bin', large)
      const parts = proxy.requests.filter((request) => /partNumber/.test(request))
      assert.equal(parts.length, 4)
      assert.equal((await store.stat(path))?.bytes, large.length)
    }
  })

  test('a completed upload whose response was lost is recognised', async () => {
    const failed = failNext('lose answer', { pattern: /^POST .*uploadId=/ })
    const path = await store.put('documents', 'bin', large)
    assert.equal(failed(), 1)
    assert.equal((await store.stat(path))?.bytes, large.length)
  })

  test('all other operations are repeated too', async () => {
    const pending = await store.put('pending', 'png', bytes)
    failNext(slowDown, { times: 3 })
    const path = await store.publish(pending)
    failNext(internalError, { times: 2 })
    assert.equal((await store.stat(path))?.bytes, 10)
    failNext('lose answer', { times: 2 })
    assert.equal(await read(path), '0123456789')
    failNext('lose answer', { times: 2 })
    assert.ok((await Array.fromAsync(store.list())).some((file) => file.path === path))
    failNext('lose answer', { times: 2 })
    await store.remove(path)
    assert.equal(await store.stat(path), undefined)
    assert.deepEqual(reported, [])
  })
})

describe('while the store fails', () => {
  for (const fault of [
    internalError,
    slowDown,
    'cut upload',
    'lie',
    { status: 403, code: 'AccessDenied' }
  ] as const) {
    test(`callers get a 503, nothing is half stored, and it recovers: ${JSON.stringify(fault)}`, async () => {
      proxy.fault = (request) => (fault === 'lie' && !request.startsWith('PUT') ? undefined : fault)
      await assertUnavailable(store.put('images', 'png', bytes))
      await assertUnavailable(store.put('documents', 'bin', large))
      assert.deepEqual(reported, ['put', 'put'])
      proxy.reset()
      const files = await Array.fromAsync(store.list())
      // s3rver writes to the object itself, so a file whose upload was cut is there. No row refers to it.
      if (fault !== 'cut upload' || process.env.TEST_S3_SERVER) assert.deepEqual(files, [])
      assert.equal(await read(await store.put('images', 'png', bytes)), '0123456789')
    })
  }

  test('a request that is not answered is repeated, unless the total time would be over', async () => {
    const path = await store.put('images', 'png', bytes)
    const cases = [
      { totalMs: 100_000, expected: ['PUT', 'PUT', 'HEAD', 'HEAD', 'GET', 'GET'] },
      { totalMs: impatient.totalMs, expected: ['PUT', 'HEAD', 'GET'] }
    ]
    for (const { totalMs, expected } of cases) {
      proxy.reset()
      proxy.fault = () => 'hang'
      const times = { ...impatient, totalMs }
      const limited = storeWith({ read: times, write: times, maxAttempts: 2 })
      await assertUnavailable(limited.put('images', 'png', bytes))
      await assertUnavailable(limited.stat(path))
      await assertUnavailable(limited.read(path))
      const methods = proxy.requests.map((request) => request.split(' ')[0])
      assert.deepEqual(methods, expected)
    }
    proxy.reset()
    assert.equal((await store.stat(path))?.bytes, 10)
  })

  test('a body that is cut short or stops is an error, never a shorter file', async () => {
    const path = await store.put('images', 'png', bytes)
    const limited = storeWith({ idleMs: 100 })
    for (const fault of ['cut download', 'stall'] as const) {
      proxy.fault = () => fault
      const stream = await limited.read(path)
      assert.ok(stream)
      await assert.rejects(buffer(stream), /terminated/)
      const part = await limited.read(path, { start: 2, end: 7 })
      assert.ok(part)
      await assert.rejects(buffer(part), /terminated/)
    }
    assert.deepEqual(reported, ['read', 'read', 'read', 'read'])
  })

  test('a reader that stops early is not an error of the store', async () => {
    const path = await store.put('documents', 'bin', large)
    const stream = await store.read(path)
    assert.ok(stream)
    for await (const chunk of stream) {
      assert.ok(chunk.length > 0)
      break
    }
    assert.equal(stream.destroyed, true)
    assert.deepEqual(reported, [])
  })
})

describe('a store that fails many times in succession', () => {
  test('gets one request at a time, and all requests again as soon as it works', async () => {
    const path = await store.put('images', 'png', bytes)
    proxy.reset()
    proxy.fault = () => internalError
    const limited = storeWith({ maxFailures: 10 })
    const first = await Promise.allSettled(Array.from({ length: 30 }, () => limited.stat(path)))
    assert.ok(first.every(({ status }) => status === 'rejected'))
    proxy.requests.length = 0
    const second = await Promise.allSettled(Array.from({ length: 30 }, () => limited.stat(path)))
    assert.ok(second.every(({ status }) => status === 'rejected'))
    // Only one of the operations made its five attempts.
    assert.equal(proxy.requests.length, 5)
    proxy.reset()
    assert.equal((await limited.stat(path))?.bytes, 10)
    const third = await Promise.all(Array.from({ length: 30 }, () => limited.stat(path)))
    assert.ok(third.every((found) => found?.bytes === 10))
  })
})

describe('unfinished uploads', () => {
  test('are aborted if they are old, and a store that cannot list them is left alone', async () => {
    const { clients } = openBucket(assetBucket, proxy.server.key)
    const key = `${assetBucket.prefix}documents/01968d2a-7a51-7c3e-9f0b-2f4f6f1f9c11.bin`
    const id = await clients.objects.getMultipartUploadId(key)
    await store.removeDrafts(new Date(Date.now() - 3_600_000))
    await clients.objects.uploadPart(key, id, bytes, 1)
    await store.removeDrafts(new Date(Date.now() + 60_000))
    const again = clients.objects.uploadPart(key, id, bytes, 1)
    if (process.env.TEST_S3_SERVER) await assert.rejects(again, { status: 404 })
    else await again
    assert.deepEqual(reported, [])
  })
})
