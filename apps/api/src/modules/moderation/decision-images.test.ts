import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { liveImage, newImage, productIn, stage, staged } from '../../../test/staged.ts'
import { unavailable } from '../../http/problem.ts'
import type { StagedImage } from '../products/write/fields.ts'

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
const seen = async (id: string) => (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
const served = async (path: string) => (await t.app.inject(`/assets/${path}`)).statusCode
const pathOf = (url: string) => url.replace(`${origin}/`, '')
const pendingOf = async (id: string) =>
  (await t.sql<{ id: string }[]>`select id from pending_images where product_id = ${id} order by id`).map(
    (row) => row.id
  )

/** Images of the queue's entry of a product. */
async function queued(id: string) {
  const { body } = await t.call(`GET /platform/moderation?vendorId=${vendor.id}&first=100`, { as: operator })
  const entry = body.entries.find(({ product }: { product: { id: string } }) => product.id === id)
  return { entry, text: JSON.stringify(entry) }
}

describe('approving a proposed set of images', () => {
  test('keeps, changes, removes and adds, and publishes the files of new ones alone', async () => {
    const productId = await productIn(t, vendor, 'PUBLISHED')
    const variantId = (await seen(productId)).variants[0].id
    const kept = await liveImage(t, vendor, { productId, alt: 'Front', isPrimary: true })
    const gone = await liveImage(t, vendor, { productId, alt: 'Back', sortOrder: 1 })
    const added = await newImage(t, vendor, {
      productId,
      alt: 'Box',
      sortOrder: 0,
      isPrimary: true,
      variantId
    })
    const images = [staged(added), { ...staged(kept), alt: 'Front view', sortOrder: 1, isPrimary: false }]
    const version = await stage(t, vendor, { id: productId, revision: { images } })
    const before = await seen(productId)
    assert.deepEqual(
      before.images.map((image: { id: string }) => image.id),
      [kept.id, gone.id]
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
      ...{ id: kept.id, productId, variantId: null, url: `${origin}/${kept.path}` },
      ...{ alt: 'Front view', sortOrder: 1, isPrimary: false }
    })
    assert.match(pathOf(url), /^images\//)
    assert.equal(await served(pathOf(url)), 200)
    assert.equal(await served(added.path), 404)
    assert.deepEqual(await pendingOf(productId), [])
    const shown = (await t.call(`GET /storefront/products/${answer.body.slug}`)).body
    assert.deepEqual(
      shown.images.map((image: { url: string }) => image.url),
      [url, `${origin}/${kept.path}`]
    )
  })

  test('of none removes them all', async () => {
    const productId = await productIn(t, vendor, 'PUBLISHED')
    await liveImage(t, vendor, { productId })
    const version = await stage(t, vendor, { id: productId, revision: { images: [] } })
    assert.deepEqual((await approve(productId, version)).body.images, [])
  })

  test('leaves live images alone where none are proposed', async () => {
    const productId = await productIn(t, vendor, 'PUBLISHED')
    const { id } = await liveImage(t, vendor, { productId })
    const version = await stage(t, vendor, { id: productId, revision: { name: 'Flange bolt M10' } })
    const { images } = (await approve(productId, version)).body
    assert.deepEqual(
      images.map((image: { id: string }) => image.id),
      [id]
    )
  })

  test('of a variant that is gone keeps the images, for no variant', async () => {
    const productId = await productIn(t, vendor, 'PUBLISHED')
    const variantId = (await seen(productId)).variants[0].id
    const image = await newImage(t, vendor, { productId, variantId })
    const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
    await t.sql`delete from variants where id = ${variantId}`
    const [added] = (await approve(productId, version)).body.images
    assert.deepEqual([added.id, added.variantId], [image.id, null])
  })

  test("leaves other products' images alone, live and pending", async () => {
    const [productId, other] = [
      await productIn(t, vendor, 'PUBLISHED'),
      await productIn(t, vendor, 'PUBLISHED')
    ]
    const [live, pending] = [
      await liveImage(t, vendor, { productId: other, alt: 'Other' }),
      await newImage(t, vendor, { productId: other })
    ]
    const stolen = { ...staged(live), alt: 'Stolen' }
    const version = await stage(t, vendor, { id: productId, revision: { images: [stolen] } })
    assert.deepEqual((await approve(productId, version)).body.images, [])
    const [image] = (await seen(other)).images
    assert.deepEqual([image.id, image.alt], [live.id, 'Other'])
    assert.deepEqual(await pendingOf(other), [pending.id])
  })

  test('publishes nothing for a version that is stale', async () => {
    const productId = await productIn(t, vendor, 'PUBLISHED')
    const image = await newImage(t, vendor, { productId })
    const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
    await stage(t, vendor, { id: productId, revision: { name: 'New', images: [staged(image)] } })
    const count = async () => (await Array.fromAsync(t.app.deps.assets.list())).length
    const before = await count()
    assertProblem(await approve(productId, version), 412, 'STALE_VERSION')
    assert.equal(await count(), before)
  })

  test('changes nothing while the store cannot publish, and works once it can', async () => {
    const { deps } = t.app
    const { assets } = deps
    const productId = await productIn(t, vendor, 'PUBLISHED')
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
    assert.equal((await seen(productId)).images[0].id, live.id)
    assert.equal((await approve(productId, version)).body.images[0].id, image.id)
  })
})

describe('rejecting a proposed set of images', () => {
  test('keeps live ones, and the new ones private for the vendor to read', async () => {
    const productId = await productIn(t, vendor, 'PUBLISHED')
    const live = await liveImage(t, vendor, { productId })
    const image = await newImage(t, vendor, { productId, alt: 'Box' })
    const version = await stage(t, vendor, { id: productId, revision: { images: [staged(image)] } })
    const answer = await reject(productId, version)
    assert.equal(answer.status, 200, answer.text)
    const { images, moderation } = await seen(productId)
    assert.equal(images[0].id, live.id)
    assert.deepEqual(
      moderation.proposed.images.map(({ id, alt }: { id: string; alt: string }) => ({ id, alt })),
      [{ id: image.id, alt: 'Box' }]
    )
    assert.deepEqual(await pendingOf(productId), [image.id])
    assert.equal(await served(image.path), 404)
    const [stored] = await t.sql`
      select moderation -> 'proposed' -> 'images' as images from products where id = ${productId}`
    assert.deepEqual(stored?.images, [staged(image)])
  })
})

/** A staged image without what only we know of it. */
function shown({ isNew: _, ...image }: StagedImage): Omit<StagedImage, 'isNew'> {
  return image
}

test('the queue shows live and proposed images side by side, as small objects without previews', async () => {
  const productId = await productIn(t, vendor, 'HIDDEN')
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
