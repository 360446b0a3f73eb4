import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { imageHost } from '../../../test/image-host.ts'
import { picture } from '../../../test/images.ts'
import { workOn } from '../../../test/imports.ts'
import { createGuardedFetch } from '../../fetching/guarded-fetch.ts'
import { startFetchingImages } from './images/fetch-images.ts'

const file = join(import.meta.dirname, '../../../../../../shared/data/electronics.ndjson')
const imageNames = ['one', 'two', 'three']
/** Every 25th product has images. */
const imageInterval = 25

type Row = { sku: string; name: string; description?: string; brand?: string; price: number }

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 0 })
})
after(() => t.close())

test('a catalog of real products can be uploaded with images and read back unchanged', async (context) => {
  if (!existsSync(file))
    return context.diagnostic('skipped: ../shared/data/electronics.ndjson does not exist')
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): Row => JSON.parse(line))
  const files = await Promise.all(
    imageNames.map((_, n) =>
      picture(20 + n, 20)
        .png()
        .toBuffer()
    )
  )
  const host = await imageHost(({ url = '' }, response) => {
    response.end(files[imageNames.indexOf(url.slice(1))])
  })
  const urlsOf = (index: number) =>
    index % imageInterval === 0 ? imageNames.map((name) => `${host.origin}/${name}`) : []
  const queued = await t.call('POST /vendor/products/bulk-upload', {
    as: vendor.owner,
    raw: rows.map((row, index) => JSON.stringify(itemOf(row, urlsOf(index)))).join('\n'),
    headers: { 'content-type': 'application/x-ndjson' }
  })
  assert.equal(queued.status, 200, queued.text)
  await workOn(t)
  const { sql, signals, assets, images } = t.app.deps
  const fetching = startFetchingImages({
    pace: t.app.deps.pace,
    ...{ sql, signals, assets, images, log: t.app.log },
    fetchImage: createGuardedFetch({ allow: ['127.0.0.1'] })
  })
  const job = await endOf(queued.body.queue_id)
  await fetching.stop()
  await host.close()

  assert.equal(job.status, 'COMPLETED', JSON.stringify(job))
  assert.deepEqual([job.items_created, job.items_failed], [rows.length, 0])
  const imageCount = Math.ceil(rows.length / imageInterval) * imageNames.length
  assert.deepEqual([job.images_total, job.images_fetched], [imageCount, imageCount])
  // A URL is fetched once per job.
  assert.equal(host.asked.length, imageNames.length)

  const stored = await readAll()
  assert.equal(stored.size, rows.length)
  for (const [index, row] of rows.entries()) {
    assert.deepEqual(stored.get(row.sku), {
      name: row.name,
      description: row.description || null,
      brand: row.brand || null,
      price: row.price,
      images: urlsOf(index).length
    })
  }
})

function itemOf({ sku, name, description, brand, price }: Row, urls: string[]) {
  return {
    ...{ product: name, code: sku, vendor_price: price, amount: 3 },
    ...{ full_description: description, brand, images: urls.join('///') }
  }
}

async function endOf(id: string): Promise<ReturnType<typeof JSON.parse>> {
  for (;;) {
    const { body } = await t.call(`GET /vendor/import-jobs/${id}?wait=25`, { as: vendor.owner })
    if (body.finished_at !== null) return body
  }
}

type Stored = {
  name: string
  description: string | null
  brand: string | null
  price: number
  images: number
}

/** Reads all products of the vendor from the API. Returns them by SKU. */
async function readAll(): Promise<Map<string, Stored>> {
  const stored = new Map<string, Stored>()
  for (let after = ''; ; ) {
    const { status, text, body } = await t.call(`GET /vendor/products?first=100${after}`, {
      as: vendor.owner
    })
    assert.equal(status, 200, text)
    for (const { id } of body.products) {
      const product = (await t.call(`GET /vendor/products/${id}`, { as: vendor.owner })).body
      const { name, description, brand, images, variants } = product
      const price = Number(variants[0].vendorPrice)
      stored.set(product.sku, { name, description, brand, price, images: images.length })
    }
    if (!body.pageInfo.hasNextPage) return stored
    after = `&after=${body.pageInfo.endCursor}`
  }
}
