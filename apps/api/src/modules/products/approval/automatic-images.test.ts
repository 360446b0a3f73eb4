import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { imageCalls, storedPaths, succeeded, testProduct } from '../../../../test/product-images.ts'
import { liveImage, newImage, stage, staged } from '../../../../test/staged.ts'
import { setRules } from '../../../../test/stored-rules.ts'
import { unavailable } from '../../../errors.ts'
import { systemOrigin } from '../../../events.ts'
import type { Log } from '../../../lib/log.ts'
import { decideByRules } from './apply-rules.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
beforeEach(async () => {
  vendor = await t.vendor()
  await setRules(t, [])
})
after(() => t.close())

const origin = 'https://assets.test/assets'
const isServed = async (url: string) => {
  const { statusCode } = await t.app.inject(`/assets/${url.replace(`${origin}/`, '')}`)
  return statusCode === 200
}

/** A log that collects its warnings. */
function collectingLog(): Log & { warnings: string[] } {
  const warnings: string[] = []
  const ignore = () => {}
  const log = {
    warnings,
    warn: (_: object, message: string) => warnings.push(message),
    info: ignore,
    error: ignore,
    child: () => log
  }
  return log
}

test('a new product is evaluated when it gets an image', async () => {
  await setRules(t, [{ when: { minImages: 2 } }])
  const product = await testProduct(t, vendor)
  const { add } = imageCalls(t, vendor.owner, product.id)
  assert.equal(succeeded(await add()).status, 'PENDING_APPROVAL')
  const approved = succeeded(await add())
  assert.deepEqual([approved.status, approved.images.length], ['PUBLISHED', 2])
})

test('images that a rule approves become live and public in the request that adds them', async () => {
  const product = await testProduct(t, vendor, 'PUBLISHED')
  const [id] = await setRules(t, [{ when: { onlyFields: ['images'], minImages: 1 } }])
  const { add, read, remove } = imageCalls(t, vendor.owner, product.id)
  const first = succeeded(await add({ alt: 'Front' }))
  assert.deepEqual([first.pendingRevision, first.images.length, first.images[0].alt], [null, 1, 'Front'])
  assert.ok(await isServed(first.images[0].url))
  const second = succeeded(await add({ alt: 'Back' }))
  assert.deepEqual(
    second.images.map(({ alt }: { alt: string }) => alt),
    ['Front', 'Back']
  )
  assert.ok(await isServed(second.images[1].url))
  assert.deepEqual(await read(), second)
  const left = await t.sql`select from pending_images where product_id = ${product.id}`
  assert.equal(left.length, 0)
  const removed = succeeded(await remove(second.images[0].id))
  assert.equal(removed.images.length, 1)
  const [snapshot] =
    await t.sql`select rule_id, fields from moderation_snapshots where product_id = ${product.id}`
  assert.deepEqual({ ...snapshot }, { ruleId: id, fields: { images: 'APPROVED' } })
})

test('images that wait are published when a rule approves a later edit of a text', async () => {
  const product = await testProduct(t, vendor, 'PUBLISHED')
  const { add } = imageCalls(t, vendor.owner, product.id)
  succeeded(await add())
  await setRules(t, [{ when: { kinds: ['REVISION'] } }])
  const answer = await t.call(`PATCH /vendor/products/${product.id}`, {
    as: vendor.owner,
    body: { name: 'Hex nut' }
  })
  const { name, images, pendingRevision } = succeeded(answer)
  assert.deepEqual([name, images.length, pendingRevision], ['Hex nut', 1, null])
  assert.ok(await isServed(images[0].url))
})

test('images that a rule rejects are discarded like those that a person rejects', async () => {
  const product = await testProduct(t, vendor, 'PUBLISHED')
  await setRules(t, [{ decision: 'REJECT' }])
  const { add, pendingFile } = imageCalls(t, vendor.owner, product.id)
  const { images, pendingRevision, moderation } = succeeded(await add())
  assert.deepEqual([images, pendingRevision], [[], null])
  assert.equal((await pendingFile(moderation.proposed.images[0].id)).status, 200)
})

test('if an image cannot be published, the edit waits, and a warning is logged', async () => {
  const { assets } = t.app.deps
  const product = await testProduct(t, vendor, 'PUBLISHED')
  const image = await newImage(t, vendor, { productId: product.id, isPrimary: true })
  await stage(t, vendor, { id: product.id, revision: { name: 'Hex nut', images: [staged(image)] } })
  const other = await testProduct(t, vendor, 'PUBLISHED')
  await stage(t, vendor, { id: other.id, revision: { name: 'Hex nut' } })
  await setRules(t, [{ decision: 'APPROVE' }])
  const log = collectingLog()
  const failing = { ...assets, publish: async () => Promise.reject(unavailable('The disk is full.')) }
  const decide = (store: typeof assets) =>
    t.sql.begin((tx) =>
      decideByRules(tx, { assets: store, log }, { origin: systemOrigin, productIds: [product.id, other.id] })
    )
  const outcomes = await decide(failing)
  const byId = new Map(outcomes.map(({ productId, decision }) => [productId, decision]))
  assert.deepEqual([byId.get(product.id), byId.get(other.id)], ['QUEUE', 'APPROVE'])
  assert.deepEqual(log.warnings, ['an approval rule could not publish an image'])
  const { read } = imageCalls(t, vendor.owner, product.id)
  assert.equal((await read()).name, 'Hex bolt M8')
  assert.deepEqual(
    (await decide(assets)).map(({ decision }) => decision),
    ['APPROVE']
  )
  assert.deepEqual([(await read()).name, (await read()).images.length], ['Hex nut', 1])
})

test('a file that several new images share is published once', async () => {
  const product = await testProduct(t, vendor, 'PUBLISHED')
  const live = await liveImage(t, vendor, { productId: product.id, isPrimary: true })
  const images = [0, 1].map((n) => newImage(t, vendor, { productId: product.id, sortOrder: n + 1 }))
  const [a, b] = await Promise.all(images)
  assert.ok(a && b)
  await t.sql`update pending_images set path = ${a.path} where id = ${b.id}`
  const revision = { images: [live, a, b].map(staged) }
  await stage(t, vendor, { id: product.id, revision })
  await setRules(t, [{ decision: 'APPROVE' }])
  const before = await storedPaths(t)
  await t.sql.begin((tx) =>
    decideByRules(tx, { assets: t.app.deps.assets }, { origin: systemOrigin, productIds: [product.id] })
  )
  const added = (await storedPaths(t)).difference(before)
  assert.equal(added.size, 1)
  const { images: shown } = await imageCalls(t, vendor.owner, product.id).read()
  assert.equal(shown.length, 3)
  assert.equal(shown[1].url, shown[2].url)
  assert.ok(await isServed(shown[1].url))
})
