import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { liveImage, newImage, productWithStatus, stage, staged } from '../../../../test/staged.ts'
import { unavailable } from '../../../errors.ts'
import type { StagedImage } from '../../products/write/fields.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
})
after(() => t.close())

const origin = 'https://assets.test/assets'
const decide = (id: string, verb: string, body: object) =>
  t.call(`POST /platform/products/${id}/revision/${verb}`, { as: operator, body })
const approve = (id: string, version: number) => decide(id, 'approve', { version })
const reject = (id: string, version: number) => decide(id, 'reject', { version, reason: 'Blurred' })
const readProduct = async (id: string) =>
  (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
const served = async (path: string) => (await t.app.inject(`/assets/${path}`)).statusCode
const pathOf = (url: string) => url.replace(`${origin}/`, '')
const pendingOf = async (id: string) =>
  (await t.sql<{ id: string }[]>`select id from pending_images where product_id = ${id} order by id`).map(
    (row) => row.id
  )

/** Returns the queue's entry of a product, also as text. */
async function queued(id: string) {
  const { body } = await t.call(`GET /platform/moderation?vendorId=${vendor.id}&first=100`, { as: operator })
  const entry = body.entries.find(({ product }: { product: { id: string } }) => product.id === id)
  return { entry, text: JSON.stringify(entry) }
}

describe('approving a proposed set of images', () => {
  test('changes, removes and adds images, and publishes only the files of new ones', async () => {
    const productId = await productWithStatus(t, vendor, 'PUBLISHED')
    const variantId = (await readProduct(productId)).variants[0].id
    const existing = await liveImage(t, vendor, { productId, alt: 'Front', isPrimary: true })
    const removed = await liveImage(t, vendor, { productId, alt: 'Back', sortOrder: 1 })
    const added = await newImage(t, vendor, {
      productId,
      alt: 'Box',
      sortOrder: 0,
      isPrimary: true,
      variantId
    })
    const images = [staged(added), { ...staged(existing), alt: 'Front view', sortOrder: 1, isPrimary: false }]
    const version = await stage(t, vendor, { id: productId, revision: { images } })
    const before = await readProduct(productId)
    assert.deepEqual(
      before.images.map((image: { id: string }) => image.id),
      [existing.id, removed.id]
    )
    assert.equal(await served(added.path), 404)

    const answer = await approve(productId, version)
    assert.equal(answer.status, 200, answer.text)
    const [first, second, ...others] = answer.body.images
    assert.deepEqual(others, [])
    const { url, ...rest } = first
    assert.deepEqual(rest, {
      ...{ id: added.id, productId, variantId },
      ...{ alt: 'Box', sortOrder: 0, isPrimary: true }
    })
    assert.deepEqual(second, {
      ...{ id: existing.id, productId, variantId: null, url: `${origin}/${existing.path}` },
      ...{ alt: 'Front view', sortOrder: 1, isPrimary: false }
    })
    assert.match(pathOf(url), /^images\//)
    assert.equal(await served(pathOf(url)), 200)
    assert.equal(await served(added.path), 404)
    assert.deepEqual(await pendingOf(productId), [])
    const shown = (await t.call(`GET /storefront/products/${answer.body.slug}`)).body
    assert.deepEqual(
      shown.images.map((image: { url: string }) => image.url),
      [url, `${origin}/${existing.path}`]
    )
  })

  test('removes all live images if the set is empty', async () => {
    const productId = await productWithStatus(t, vendor, 'PUBLISHED')
    await liveImage(t, vendor, { productId })
    const version = await stage(t, vendor, { id: productId, revision: { images: [] } })
    assert.deepEqual((await approve(productId, version)).body.images, [])
  })

  test("doesn't change live images if no images are proposed", async () => {
    const productId = await productWithStatus(t, vendor, 'PUBLISHED')
    const { id } = await liveImage(t, vendor, { productId })
    const version = await stage(t, vendor, { id: productId, revision: { name: 'Flange bolt M10' } })
    const { images } = (await approve(productId, version)).body
    assert.deepEqual(
      images.map((image: { id: string }) => image.id),
      [id]
    )
  })

  test('sets variantId to null if the variant was deleted', async () => {
    const productId = await productWithStatus(t, vendor, 'PUBLISHED')
    const variantId = (await readProduct(productId)).variants[0].id
    const image = await newImage(t, vendor, { productId, variantId })
    const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
    await t.sql`delete from variants where id = ${variantId}`
    const [added] = (await approve(productId, version)).body.images
    assert.deepEqual([added.id, added.variantId], [image.id, null])
  })

  test("doesn't change live or pending images of other products", async () => {
    const [productId, other] = [
      await productWithStatus(t, vendor, 'PUBLISHED'),
      await productWithStatus(t, vendor, 'PUBLISHED')
    ]
    const [live, pending] = [
      await liveImage(t, vendor, { productId: other, alt: 'Other' }),
      await newImage(t, vendor, { productId: other })
    ]
    const stolen = { ...staged(live), alt: 'Stolen' }
    const version = await stage(t, vendor, { id: productId, revision: { images: [stolen] } })
    assert.deepEqual((await approve(productId, version)).body.images, [])
    const [image] = (await readProduct(other)).images
    assert.deepEqual([image.id, image.alt], [live.id, 'Other'])
    assert.deepEqual(await pendingOf(other), [pending.id])
  })

  test('publishes nothing for a stale version', async () => {
    const productId = await productWithStatus(t, vendor, 'PUBLISHED')
    const image = await newImage(t, vendor, { productId })
    const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
    await stage(t, vendor, { id: productId, revision: { name: 'New', images: [staged(image)] } })
    const count = async () => (await Array.fromAsync(t.app.deps.assets.list())).length
    const before = await count()
    assertProblem(await approve(productId, version), 412, 'STALE_VERSION')
    assert.equal(await count(), before)
  })

  test('changes nothing if the asset store fails, and succeeds later', async () => {
    const { deps } = t.app
    const { assets } = deps
    const productId = await productWithStatus(t, vendor, 'PUBLISHED')
    const live = await liveImage(t, vendor, { productId })
    const image = await newImage(t, vendor, { productId })
    const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
    deps.assets = { ...assets, publish: async () => Promise.reject(unavailable('The disk is full.')) }
    try {
      assertProblem(await approve(productId, version), 503, 'UNAVAILABLE')
      assertProblem(await approve(productId, version + 1), 412, 'STALE_VERSION')
    } finally {
      deps.assets = assets
    }
    assert.equal((await readProduct(productId)).images[0].id, live.id)
    assert.equal((await approve(productId, version)).body.images[0].id, image.id)
  })
})

describe('rejecting a proposed set of images', () => {
  test("doesn't change live images, and the vendor can still read the private new ones", async () => {
    const productId = await productWithStatus(t, vendor, 'PUBLISHED')
    const live = await liveImage(t, vendor, { productId })
    const image = await newImage(t, vendor, { productId, alt: 'Box' })
    const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
    const answer = await reject(productId, version)
    assert.equal(answer.status, 200, answer.text)
    const { images, moderation } = await readProduct(productId)
    assert.equal(images[0].id, live.id)
    assert.deepEqual(
      moderation.proposed.images.map(({ id, alt }: { id: string; alt: string }) => ({ id, alt })),
      [{ id: image.id, alt: 'Box' }]
    )
    assert.deepEqual(await pendingOf(productId), [image.id])
    assert.equal(await served(image.path), 404)
    const [stored] = await t.sql`
      select moderation #> '{fields,images,proposed}' as images from products where id = ${productId}`
    assert.deepEqual(stored?.images, [staged(image)])
  })
})

/** Returns a staged image without its internal field. */
function shown({ isNew: _, ...image }: StagedImage): Omit<StagedImage, 'isNew'> {
  return image
}

test('the queue contains live and proposed images without previews', async () => {
  const productId = await productWithStatus(t, vendor, 'HIDDEN')
  const live = await liveImage(t, vendor, { productId, alt: 'Front' })
  const image = await newImage(t, vendor, { productId, sortOrder: 1 })
  const version = await stage(t, vendor, {
    id: productId,
    revision: { images: [{ ...staged(live), alt: 'Front view' }, staged(image)] }
  })
  const { entry, text } = await queued(productId)
  assert.deepEqual([entry.kind, entry.version, entry.product.status], ['REVISION', version, 'HIDDEN'])
  const url = `${origin}/${live.path}`
  assert.deepEqual(entry.changes, [
    {
      field: 'images',
      live: [{ id: live.id, productId, variantId: null, url, alt: 'Front', sortOrder: 0, isPrimary: false }],
      proposed: [
        { ...shown(staged(live)), alt: 'Front view', url },
        { ...shown(staged(image)), url: null }
      ]
    }
  ])
  assert.doesNotMatch(text, /data:image|pending\//)
})
