import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { form } from '../../../test/form.ts'
import { picture } from '../../../test/images.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { productWithStatus } from '../../../test/staged.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator()
})
after(() => t.close())

const patch = (id: string, body: object) =>
  t.call(`PATCH /vendor/products/${id}`, { as: vendor.editor, body })
const decide = (id: string, verb: string, body: object) =>
  t.call(`POST /platform/products/${id}/revision/${verb}`, { as: operator, body })
const readProduct = async (id: string) =>
  (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).body
const shown = async (slug: string) => (await t.call(`GET /storefront/products/${slug}`)).body
const statusOf = async (url: string) => (await t.app.inject(new URL(url).pathname)).statusCode

/** Returns the queue's entry of the product. */
async function entryOf(id: string) {
  const { body } = await t.call(`GET /platform/moderation?vendorId=${vendor.id}`, { as: operator })
  return body.entries.find(({ product }: { product: { id: string } }) => product.id === id)
}

async function addPicture(id: string, alt: string) {
  const bytes = await picture().png().toBuffer()
  const body = await form([
    ['file', bytes],
    ['alt', alt]
  ])
  const answer = await t.call(`POST /vendor/products/${id}/images`, { as: vendor.editor, ...body })
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

test('an edit after the queue was read makes the decision stale', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  await patch(id, { name: 'Flange bolt M10' })
  const { version } = await entryOf(id)
  await patch(id, { name: 'Flange bolt M12' })
  assertProblem(await decide(id, 'approve', { version }), 412, 'STALE_VERSION')
  const newer = await entryOf(id)
  assert.deepEqual(newer.changes, [{ field: 'name', live: 'Hex bolt M8', proposed: 'Flange bolt M12' }])
  const { slug } = await readProduct(id)
  assert.equal((await shown(slug)).name, 'Hex bolt M8')
  assert.equal((await decide(id, 'approve', { version: newer.version })).status, 200)
  assert.equal((await shown(slug)).name, 'Flange bolt M12')
  assert.equal(await entryOf(id), undefined)
})

test("a new price doesn't need approval, so it doesn't make a decision stale", async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  await patch(id, { name: 'Flange bolt M10' })
  const { version } = await entryOf(id)
  const [variant] = (await readProduct(id)).variants
  await patch(id, { variants: [{ id: variant.id, vendorPrice: 20 }] })
  const answer = await decide(id, 'approve', { version })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.body.name, answer.body.variants[0].vendorPrice], ['Flange bolt M10', '20.00'])
})

test('a decision on a withdrawn edit is refused', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  await patch(id, { name: 'Flange bolt M10' })
  const { version } = await entryOf(id)
  await t.call(`DELETE /vendor/products/${id}/revision`, { as: vendor.editor })
  assertProblem(await decide(id, 'approve', { version }), 409, 'NO_REVISION')
})

test('an uploaded image is visible only to the vendor and operators until it is approved', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  const { images, pendingRevision, slug } = await addPicture(id, 'Front')
  assert.deepEqual(images, [])
  assert.match(pendingRevision.images[0].base64Image, /^data:image\//)
  assert.deepEqual((await shown(slug)).images, [])
  const entry = await entryOf(id)
  assert.deepEqual(entry.changes[0].live, [])
  assert.doesNotMatch(JSON.stringify(entry), /data:image|pending\//)
  const whole = (await t.call(`GET /platform/products/${id}`, { as: operator })).body
  assert.deepEqual(whole.pendingRevision, pendingRevision)

  const approved = await decide(id, 'approve', { version: entry.version })
  assert.equal(approved.status, 200, approved.text)
  const [image] = approved.body.images
  assert.deepEqual([image.id, image.alt, image.isPrimary], [pendingRevision.images[0].id, 'Front', true])
  assert.equal(await statusOf(image.url), 200)
  assert.equal((await shown(slug)).images[0].url, image.url)
})

test("the URL of an image doesn't change when another image is added and approved", async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  await addPicture(id, 'Front')
  const first = (await decide(id, 'approve', { version: (await entryOf(id)).version })).body.images[0]
  await addPicture(id, 'Back')
  const { version, changes } = await entryOf(id)
  assert.deepEqual(
    changes[0].proposed.map(({ alt, url }: { alt: string; url?: string }) => [alt, url ?? null]),
    [
      ['Front', first.url],
      ['Back', null]
    ]
  )
  const { images } = (await decide(id, 'approve', { version })).body
  assert.deepEqual(images[0], first)
  assert.equal(images[1].alt, 'Back')
  assert.equal(await statusOf(images[1].url), 200)
})

test('the vendor can read rejected images until the next edit, and they are never public', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  const [image] = (await addPicture(id, 'Front')).pendingRevision.images
  const { version } = await entryOf(id)
  assert.equal((await decide(id, 'reject', { version, reason: 'Blurred' })).status, 200)
  const { moderation, pendingRevision, images } = await readProduct(id)
  assert.deepEqual([pendingRevision, images], [null, []])
  assert.deepEqual(moderation.proposed.images, [image])
  await patch(id, { name: 'Flange bolt M10' })
  assert.equal((await readProduct(id)).moderation.proposed, null)
  assert.equal((await t.sql`select from pending_images where product_id = ${id}`).length, 0)
})

test('a concurrent approval and edit are applied in either order, but never mixed', async () => {
  const id = await productWithStatus(t, vendor, 'PUBLISHED')
  await patch(id, { name: 'Flange bolt M10' })
  const { version } = await entryOf(id)
  const [approved, patched] = await withLocksHeld(t, {
    hold: (tx) => tx`select from products where id = ${id} for update`,
    waiting: 2,
    work: () => Promise.all([decide(id, 'approve', { version }), patch(id, { description: 'Flanged' })])
  })
  assert.equal(patched.status, 200, patched.text)
  const { name, description, pendingRevision } = await readProduct(id)
  assert.equal(description, null)
  if (approved.status === 200) {
    assert.deepEqual([name, pendingRevision], ['Flange bolt M10', { description: 'Flanged' }])
  } else {
    assertProblem(approved, 412, 'STALE_VERSION')
    const both = { name: 'Flange bolt M10', description: 'Flanged' }
    assert.deepEqual([name, pendingRevision], ['Hex bolt M8', both])
  }
})
