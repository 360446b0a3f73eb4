// Measures the memory of requests. Takes a minute.
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib'
import { systemOrigin } from '../apps/api/src/events.ts'
import { collectYoung } from '../apps/api/src/lib/garbage.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { readItems } from '../apps/api/src/modules/bulk-items/read-items.ts'
import { insertChunk, insertUpload } from '../apps/api/src/modules/imports/receive/intake-queries.ts'
import { lineLimits } from '../apps/api/src/modules/imports/receive/receive-upload.ts'
import { uploadItems } from '../apps/api/src/modules/imports/receive/upload-item.ts'
import { type TestApp, testApp, testSecret } from '../apps/api/test/app.ts'
import { fillVendor } from './fill.ts'
import { insertCategories, insertVendors } from './fill-queries.ts'
import { openTarget, type Target } from './http.ts'
import { type Headers, signInTo } from './setup.ts'
import { ndjsonStream, sendUpload } from './upload.ts'

// The memory that a request uses must not grow with its size. Memory is measured during the request, after a
// forced garbage collection, so that the result depends neither on the machine nor on the collector's timing.

const MiB = 2 ** 20
const lines = { few: 1_500, many: 7_500 }
const sampleEvery = 1_000
const products = { few: 500, many: 5500 }
/** The maximum growth of memory, as a share of the additional bytes. Item codes, for example, are stored. */
const maxShare = 0.25

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

let t: TestApp
let service: Target
let vendors: Record<'few' | 'many', Headers>

before(async () => {
  t = await testApp()
  service = openTarget(await t.app.listen({ port: 0, host: '127.0.0.1' }))
  const categoryIds = await insertCategories(t.sql)
  const vendorOf = async (size: 'few' | 'many') => {
    const prefix = size.toUpperCase()
    const id = await fillVendor(t.sql, { prefix, products: products[size], categoryIds })
    return signInTo(t.sql, { secret: testSecret, vendorId: id })
  }
  vendors = { few: await vendorOf('few'), many: await vendorOf('many') }
  // Makes the rows of an export long, so that few of them are many bytes.
  await t.sql`update variants set sku = sku || repeat('x', 2000)`
})
after(async () => {
  await service?.pool.close()
  await t?.close()
})

/** Returns the bytes in use, including buffers. The second collection frees the memory of buffers. */
function usedBytes(): number {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Measures memory at each sample, relative to the start, and returns the peak. */
function watch() {
  const before = usedBytes()
  let peak = 0
  return {
    sample() {
      peak = Math.max(peak, usedBytes() - before)
    },
    peak: () => peak
  }
}

function itemAt(index: number) {
  const description = `A hex bolt of series ${index}, `.padEnd(1900, 'made to be measured and counted. ')
  return {
    product: `Hex bolt ${index}`,
    code: `ITEM-${index}`,
    vendor_price: 12.5,
    full_description: description
  }
}

type Work = (size: 'few' | 'many', sample: () => void) => Promise<number>

/**
 * Does the work in both sizes and asserts that memory doesn't grow. The work returns the bytes it has
 * processed.
 */
async function assertFlat(work: Work): Promise<void> {
  // The first request allocates memory that all requests share.
  await work('few', () => {})
  const seen: { bytes: number; peak: number }[] = []
  for (const size of ['few', 'many'] as const) {
    const memory = watch()
    const bytes = await work(size, memory.sample)
    seen.push({ bytes, peak: memory.peak() })
  }
  const [few, many] = seen
  assert.ok(few && many)
  const [addedBytes, addedMemory] = [many.bytes - few.bytes, many.peak - few.peak]
  assert.ok(addedBytes > 10 * MiB, `${addedBytes} bytes more`)
  assert.ok(
    addedMemory < addedBytes * maxShare,
    `memory grew by ${(addedMemory / MiB).toFixed(1)} MiB for ${(addedBytes / MiB).toFixed(1)} MiB`
  )
}

/** Returns a body of lines that calls `sample` regularly while it is read. */
function bodyOf(size: 'few' | 'many', sample: () => void) {
  let bytes = 0
  const { bytes: body } = ndjsonStream(lines[size], (index) => {
    if (index % sampleEvery === 0) sample()
    const item = itemAt(index)
    bytes += JSON.stringify(item).length
    return item
  })
  return { body, bytes: () => bytes }
}

test('reading the lines of an upload uses no more memory for many lines than for few', async () => {
  await assertFlat(async (size, sample) => {
    const { body, bytes } = bodyOf(size, sample)
    const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    const reading = readItems('LINES', { kind: uploadItems, limits: lineLimits })
    let step = reading.next({})
    while (!step.done) {
      if (step.value.need === 'bytes') {
        const { value, done } = await chunks.next()
        step = reading.next(done ? {} : { bytes: value })
      } else {
        step = reading.next({})
      }
    }
    assert.equal(step.value.total, lines[size])
    return bytes()
  })
})

test('receiving an upload uses no more memory for many lines than for few', async () => {
  await assertFlat(async (size, sample) => {
    const { body, bytes } = bodyOf(size, sample)
    await sendUpload(service, vendors.few, { type: 'application/x-ndjson', bytes: body })
    return bytes()
  })
})

test('a collection of the young generation frees the texts of stored chunks', async () => {
  const [vendorId = ''] = await insertVendors(t.sql, { prefix: 'CHUNKS', count: 1 })
  const jobId = newId()
  await t.sql.begin((tx) =>
    insertUpload(tx, vendorId, {
      ...{
        id: jobId,
        source: 'NDJSON',
        errorPolicy: 'reject_failed_items',
        retryOf: null,
        fileName: null,
        maxJobs: 1
      },
      origin: systemOrigin
    })
  )
  const store = async (position: number) => {
    const submitted = Buffer.alloc(MiB, 'x').toString('latin1')
    const chunk = { jobId, position, firstIndex: position, count: 1, submitted, prepared: '[{}]' }
    assert.ok(await insertChunk(t.sql, vendorId, chunk))
  }
  await store(0)
  // On a busy machine, a text may still be in use during a collection and become part of the old generation.
  // So this fails only if all three passes exceed the limit.
  const passes: number[] = []
  for (let next = 1; passes.length < 3 && !passes.some((peak) => peak < 30 * MiB); next += 60) {
    const before = usedBytes()
    let peak = 0
    for (let position = next; position < next + 60; position++) {
      await store(position)
      collectYoung()
      const { heapUsed, external } = process.memoryUsage()
      peak = Math.max(peak, heapUsed + external - before)
    }
    passes.push(peak)
  }
  const lowest = Math.min(...passes)
  assert.ok(lowest < 30 * MiB, `memory grew by ${(lowest / MiB).toFixed(1)} MiB, for 60 chunks of 1 MiB`)
})

const decoders = {
  identity: () => new PassThrough(),
  zstd: createZstdDecompress,
  br: createBrotliDecompress,
  gzip: createGunzip
}

for (const [coding, createDecoder] of Object.entries(decoders)) {
  test(`an export that is streamed as ${coding} uses no more memory for many rows than for few`, async () => {
    await assertFlat(async (size, sample) => {
      const { statusCode, headers, body } = await service.pool.request({
        method: 'GET',
        path: '/api/v1/vendor/products/export',
        headers: { ...vendors[size](), accept: 'application/x-ndjson', 'accept-encoding': coding }
      })
      assert.deepEqual([statusCode, headers['content-encoding'] ?? 'identity'], [200, coding])
      let [bytes, sampledAt] = [0, 0]
      for await (const chunk of body.compose(createDecoder())) {
        bytes += (chunk as Buffer).length
        if (bytes - sampledAt < MiB) continue
        sample()
        sampledAt = bytes
      }
      return bytes
    })
  })
}
