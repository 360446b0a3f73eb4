import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
import { type Headers, signInTo } from './ground.ts'
import { openTarget, type Target } from './http.ts'
import { ndjsonStream, sendUpload } from './upload.ts'

// What a request keeps in memory may not grow with its size. Counted is what is left after a forced collection, while the
// request goes on, so that neither the machine nor the collector's mood has a part in it.

const MiB = 2 ** 20
const lines = { few: 20_000, many: 60_000 }
const lookEvery = 10_000
const products = { few: 500, many: 8000 }
/** So much may be kept of what came more: a small part of it, be it codes that are remembered. */
const part = 0.25

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
    return signInTo(t.sql, testSecret, id)
  }
  vendors = { few: await vendorOf('few'), many: await vendorOf('many') }
  // Of an export's row only the SKU can be long, and few rows are to be many bytes.
  await t.sql`update variants set sku = sku || repeat('x', 2000)`
})
after(async () => {
  await service?.pool.close()
  await t?.close()
})

/** Bytes of this process that are in use, buffers among them; those are swept only by the next collection. */
function kept(): number {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** The most that is kept at any look, above what was kept before. */
function watch() {
  const before = kept()
  let most = 0
  return {
    look() {
      most = Math.max(most, kept() - before)
    },
    most: () => most
  }
}

function itemAt(index: number) {
  const description = `A hex bolt of series ${index}, `.padEnd(900, 'made to be measured and counted. ')
  return {
    product: `Hex bolt ${index}`,
    code: `KEPT-${index}`,
    vendor_price: 12.5,
    full_description: description
  }
}

type Work = (size: 'few' | 'many', look: () => void) => Promise<number>

/** Does the work in both sizes; each tells how many bytes it has gone through. */
async function assertFlat(work: Work): Promise<void> {
  // What any such request needs is there before it counts.
  await work('few', () => {})
  const seen: { bytes: number; most: number }[] = []
  for (const size of ['few', 'many'] as const) {
    const memory = watch()
    const bytes = await work(size, memory.look)
    seen.push({ bytes, most: memory.most() })
  }
  const [few, many] = seen
  assert.ok(few && many)
  const [came, grown] = [many.bytes - few.bytes, many.most - few.most]
  assert.ok(came > 10 * MiB, `${came} bytes more`)
  assert.ok(
    grown < came * part,
    `${(grown / MiB).toFixed(1)} MiB more are kept of ${(came / MiB).toFixed(1)}`
  )
}

/** Lines as a body has them, and a look every so many. */
function bodyOf(size: 'few' | 'many', look: () => void) {
  let bytes = 0
  const { bytes: body } = ndjsonStream(lines[size], (index) => {
    if (index % lookEvery === 0) look()
    const item = itemAt(index)
    bytes += JSON.stringify(item).length
    return item
  })
  return { body, bytes: () => bytes }
}

test('reading the lines of an upload keeps no more of many lines than of few', async () => {
  await assertFlat(async (size, look) => {
    const { body, bytes } = bodyOf(size, look)
    const chunks = (body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
    const reading = readItems('LINES', { kind: uploadItems, limits: lineLimits })
    let step = reading.next({})
    while (!step.done) {
      if (step.value.need === 'bytes') {
        const { value, done } = await chunks.next()
        step = reading.next(done ? {} : { bytes: value })
      } else {
        step = reading.next(step.value.need === 'categories' ? { unknownIds: [] } : {})
      }
    }
    assert.equal(step.value.total, lines[size])
    return bytes()
  })
})

test('the process that takes an upload in keeps no more of many lines than of few', async () => {
  await assertFlat(async (size, look) => {
    const { body, bytes } = bodyOf(size, look)
    await sendUpload(service, vendors.few, { type: 'application/x-ndjson', bytes: body })
    return bytes()
  })
})

test('the texts of stored chunks are let go of before the whole heap is collected', async () => {
  const [vendorId = ''] = await insertVendors(t.sql, { prefix: 'CHUNKS', count: 1 })
  const jobId = newId()
  await t.sql.begin((tx) =>
    insertUpload(tx, vendorId, {
      ...{ id: jobId, source: 'NDJSON', errorPolicy: 'reject_failed_items', retryOf: null, maxJobs: 1 },
      origin: systemOrigin
    })
  )
  const store = async (position: number) => {
    const submitted = Buffer.alloc(MiB, 'x').toString('latin1')
    const chunk = { jobId, position, firstIndex: position, count: 1, submitted, prepared: '[{}]' }
    assert.ok(await insertChunk(t.sql, vendorId, chunk))
  }
  await store(0)
  // On a busy machine a text may still be on its way when it is collected, and counts as old from then on. What holds
  // texts holds them in every pass.
  const passes: number[] = []
  for (let next = 1; passes.length < 3 && !passes.some((most) => most < 30 * MiB); next += 60) {
    const before = kept()
    let most = 0
    for (let position = next; position < next + 60; position++) {
      await store(position)
      collectYoung()
      const { heapUsed, external } = process.memoryUsage()
      most = Math.max(most, heapUsed + external - before)
    }
    passes.push(most)
  }
  const least = Math.min(...passes)
  assert.ok(least < 30 * MiB, `${(least / MiB).toFixed(1)} MiB more, of chunks of 1 MiB`)
})

test('a streamed export keeps no more of many rows than of few', async () => {
  await assertFlat(async (size, look) => {
    const { statusCode, body } = await service.pool.request({
      method: 'GET',
      path: '/api/v1/vendor/products/export',
      headers: { ...vendors[size](), accept: 'application/x-ndjson' }
    })
    assert.equal(statusCode, 200)
    let [bytes, looked] = [0, 0]
    for await (const chunk of body) {
      bytes += (chunk as Buffer).length
      if (bytes - looked < MiB) continue
      look()
      looked = bytes
    }
    return bytes
  })
})
