import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { imageCalls, png, succeeded, testProduct } from '../../../../test/product-images.ts'
import type { Parameter, Tx } from '../../../db/connect.ts'
import { createHandle } from '../../../db/driver/handle.ts'
import { newId } from '../../../lib/ids.ts'
import { listProducts } from '../read/list-queries.ts'
import { findProduct } from '../read/read-queries.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

/** Stages twenty new images of a live product, with previews of the maximum size. */
async function withHeavyPreviews(id: string): Promise<void> {
  const file = await png()
  succeeded(await imageCalls(t, vendor.editor, id).replace(Array.from({ length: 20 }, () => file)))
  const preview = `data:image/webp;base64,${'A'.repeat(349_528)}`
  await t.sql`update pending_images set preview = ${preview} where product_id = ${id}`
}

test('a page omits the data of staged images, and a single product includes it', async () => {
  const products = []
  for (let index = 0; index < 24; index++) products.push(await testProduct(t, vendor, 'PUBLISHED'))
  const [first] = products
  await withHeavyPreviews(first.id)
  await t.sql`
    update products p set pending_revision = q.pending_revision, pending_revision_submitted_at = now()
    from products q where q.id = ${first.id} and p.vendor_id = ${vendor.id}`
  const page = await t.call('GET /vendor/products', { as: vendor.viewer })
  assert.equal(page.body.products.length, 24)
  for (const { pendingRevision } of page.body.products) {
    assert.equal(pendingRevision.images.length, 20)
    for (const image of pendingRevision.images) {
      assert.deepEqual(Object.keys(image).sort(), ['alt', 'id', 'isPrimary', 'sortOrder', 'url', 'variantId'])
    }
  }
  assert.ok(page.text.length < 24 * 8_000, `${page.text.length} bytes`)

  const { body } = await t.call(`GET /vendor/products/${first.id}`, { as: vendor.viewer })
  for (const { base64Image } of body.pendingRevision.images) assert.equal(base64Image.length, 349_551)
})

test('a product or a page is read by one statement, and a page reads no previews', async () => {
  const product = await testProduct(t, vendor, 'PUBLISHED')
  await imageCalls(t, vendor.editor, product.id).add()
  const { sql } = t.app.deps
  const assetOrigin = 'https://assets.test'
  const page = { limit: 24, backward: false, key: undefined }
  const reads = [
    (tx: Tx) => findProduct(tx, vendor.id, { id: product.id, assetOrigin }),
    (tx: Tx) => listProducts(tx, vendor.id, { filters: {}, page, assetOrigin, withCount: true })
  ]
  const seen = []
  for (const read of reads) {
    seen.push(
      await sql.begin(async (tx) => {
        const before = await previewScans(tx)
        let statements = 0
        const counted = createHandle(({ text, values }) => {
          statements++
          return tx.unsafe(text, values as Parameter[]).execute()
        })
        await read(Object.assign(counted, { isTransaction: true as const }))
        return { statements, readsPreviews: (await previewScans(tx)) > before }
      })
    )
  }
  assert.deepEqual(seen, [
    { statements: 1, readsPreviews: true },
    { statements: 1, readsPreviews: false }
  ])
})

/** Returns the number of scans of pending_images in this transaction. */
async function previewScans(tx: Tx): Promise<number> {
  const [row] = await tx<{ scans: number }[]>`
    select (coalesce(seq_scan, 0) + coalesce(idx_scan, 0))::integer as scans from pg_stat_xact_user_tables
    where relname = 'pending_images' and schemaname = current_schema()`
  return row?.scans ?? 0
}

test('a rejected set is returned as it was proposed, until the next edit', async () => {
  const product = await testProduct(t, vendor)
  const calls = imageCalls(t, vendor.editor, product.id)
  const [live] = succeeded(await calls.add({ alt: 'live' })).images
  await t.sql`update products set status = 'PUBLISHED' where id = ${product.id}`
  const { pendingRevision } = succeeded(await calls.add({ alt: 'new' }))
  const operator = await t.operator()
  const path = `/platform/products/${product.id}`
  const { moderationVersion: version } = succeeded(await t.call(`GET ${path}`, { as: operator }))
  const body = { version, reason: 'Blurred' }
  succeeded(await t.call(`POST ${path}/revision/reject`, { as: operator, body }))
  const rejected = await calls.read()
  assert.deepEqual(rejected.moderation.proposed.images, pendingRevision.images)
  assert.equal(rejected.moderation.proposed.images[0].url, live.url)
  const list = await t.call(`GET /vendor/products?sku=${product.sku}`, { as: vendor.viewer })
  const [{ moderation }] = list.body.products
  assert.deepEqual(
    moderation.proposed.images.map((image: object) => 'base64Image' in image),
    [false, false]
  )
  assert.equal((await calls.pendingFile(pendingRevision.images[1].id)).status, 200)

  const edited = succeeded(await calls.add({ alt: 'better' }))
  assert.equal(edited.moderation.proposed, null)
  assert.equal((await calls.pendingFile(pendingRevision.images[1].id)).status, 404)
})

test('the variantId of a staged image becomes null if the variant is deleted', async () => {
  const product = await testProduct(t, vendor, 'PUBLISHED')
  const calls = imageCalls(t, vendor.editor, product.id)
  const variantId = product.variants[0].id
  const { pendingRevision } = succeeded(await calls.add({ alt: 'a', variantId }))
  assert.equal(pendingRevision.images[0].variantId, variantId)
  await t.sql`delete from variants where id = ${variantId}`
  assert.equal((await calls.read()).pendingRevision.images[0].variantId, null)
  const again = succeeded(await calls.add({ alt: newId() }))
  assert.deepEqual(
    again.pendingRevision.images.map((image: { variantId: string | null }) => image.variantId),
    [null, null]
  )
})
