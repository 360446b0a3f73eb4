import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { picture } from '../../../../test/images.ts'
import { imageCalls, png, succeeded, testProduct } from '../../../../test/product-images.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

type Status = Parameters<typeof testProduct>[2]
type Shown = { id: string; url: string | null; alt: string; sortOrder: number; isPrimary: boolean }

async function createProduct(status?: Status) {
  const product = await testProduct(t, vendor, status)
  return { ...imageCalls(t, vendor.editor, product.id), id: product.id, variantId: product.variants[0].id }
}

/** Creates a live product with two images, of which `one` is the primary image. */
async function live(status: Status = 'PUBLISHED') {
  const product = await createProduct()
  succeeded(await product.add({ alt: 'one' }))
  const { images } = succeeded(await product.add({ alt: 'two' }))
  await t.sql`update products set status = ${status ?? 'PUBLISHED'} where id = ${product.id}`
  const [one, two] = images as [Shown, Shown]
  return { ...product, one, two, images }
}

const summary = (images: Shown[]) =>
  images.map(({ alt, sortOrder, isPrimary }) => `${alt}:${sortOrder}${isPrimary ? '*' : ''}`).join(' ')
const eventsOf = async (id: string): Promise<string[]> => {
  const rows = await t.sql<{ type: string }[]>`select type from events where subject_id = ${id} order by id`
  return rows.map(({ type }) => type).filter((type) => type !== 'product.created')
}
const versionOf = async (id: string): Promise<number> => {
  const [row] = await t.sql<{ version: number }[]>`
    select moderation_version as version from products where id = ${id}`
  return row?.version ?? 0
}

for (const status of ['PENDING_APPROVAL', 'DRAFT'] as const) {
  describe(`images of a product that is ${status}`, () => {
    test('are live immediately, with a public URL', async () => {
      const { add, variantId, id } = await createProduct(status)
      const before = await versionOf(id)
      const answer = await add({ alt: ' Front ', sortOrder: '3', isPrimary: 'true', variantId })
      const { images, pendingRevision } = succeeded(answer)
      assert.equal(pendingRevision, null)
      const [{ id: imageId, url, ...image }] = images
      assert.deepEqual(image, { productId: id, variantId, alt: 'Front', sortOrder: 3, isPrimary: true })
      assert.match(url, /^https:\/\/assets\.test\/assets\/images\/[0-9a-f-]{36}\.png$/)
      const served = await t.call(`GET ${url.replace('https://assets.test/', '')}`)
      assert.deepEqual([served.status, served.headers['content-type']], [200, 'image/png'])
      assert.equal(
        answer.headers.etag,
        (await t.call(`GET /vendor/products/${id}`, { as: vendor.viewer })).headers.etag
      )
      assert.deepEqual(await eventsOf(id), ['product.images_changed'])
      assert.equal(await versionOf(id), before + 1)
      assert.ok(imageId)
    })

    test('are sorted by their sort order, and a new primary image replaces the previous one', async () => {
      const { add } = await createProduct(status)
      assert.equal(summary(succeeded(await add({ alt: 'a' })).images), 'a:0*')
      assert.equal(summary(succeeded(await add({ alt: 'b' })).images), 'a:0* b:1')
      assert.equal(summary(succeeded(await add({ alt: 'c', sortOrder: '0' })).images), 'c:0 a:1* b:2')
      assert.equal(summary(succeeded(await add({ alt: 'd', isPrimary: 'true' })).images), 'c:0 a:1 b:2 d:3*')
      assert.equal(
        summary(succeeded(await add({ alt: 'e', isPrimary: 'false' })).images),
        'c:0 a:1 b:2 d:3* e:4'
      )
    })

    test('can be replaced by existing and new images, in another order and with other texts', async () => {
      const { add, replace, id, variantId } = await createProduct(status)
      succeeded(await add({ alt: 'a' }))
      const { images } = succeeded(await add({ alt: 'b' }))
      const [a, b] = images
      const answer = await replace(
        [await png(), await png()],
        [{ alt: 'new' }, { id: b.id.toUpperCase(), alt: 'B', variantId }, { alt: 'last', isPrimary: true }]
      )
      const replaced = succeeded(answer).images
      assert.equal(summary(replaced), 'new:0 B:1 last:2*')
      assert.deepEqual(replaced[1], { ...b, alt: 'B', variantId })
      assert.ok(replaced.every((image: Shown) => image.id !== a.id))
      assert.deepEqual(await eventsOf(id), Array(3).fill('product.images_changed'))
    })

    test('can be replaced by files without metadata, in their order, or by an empty set', async () => {
      const { add, replace } = await createProduct(status)
      succeeded(await add({ alt: 'a' }))
      const files = [await picture(30, 10).jpeg().toBuffer(), await picture(30, 10).webp().toBuffer()]
      const { images } = succeeded(await replace(files))
      assert.deepEqual(
        images.map(({ url }: { url: string }) => url.split('.').at(-1)),
        ['jpg', 'webp']
      )
      assert.equal(summary(images), ':0* :1')
      assert.deepEqual(succeeded(await replace([])).images, [])
    })

    test('can be removed one by one, and the first one left becomes the primary image', async () => {
      const { add, remove, replace } = await createProduct(status)
      succeeded(await add({ alt: 'a' }))
      const [a, b] = succeeded(await add({ alt: 'b' })).images
      assert.equal(summary(succeeded(await remove(a.id)).images), 'b:1*')
      assertProblem(await remove(a.id), 404, 'NOT_FOUND')
      assert.deepEqual(succeeded(await remove(b.id)).images, [])
      assert.deepEqual(succeeded(await replace([], [])).images, [])
    })

    test("don't change if the same set is sent", async () => {
      const { add, replace, id } = await createProduct(status)
      const { images, updatedAt } = succeeded(await add({ alt: 'a', sortOrder: '4' }))
      const [version, events] = [await versionOf(id), await eventsOf(id)]
      const again = succeeded(await replace([], [{ id: images[0].id }]))
      assert.deepEqual([again.images, again.updatedAt], [images, updatedAt])
      assert.deepEqual([await versionOf(id), await eventsOf(id)], [version, events])
    })
  })
}

for (const status of ['PUBLISHED', 'HIDDEN'] as const) {
  describe(`images of a product that is ${status}`, () => {
    test('are staged in a proposed set of the live images and the new one', async () => {
      const { add, one, two, images, id, pendingFile } = await live(status)
      const before = await versionOf(id)
      const file = await png()
      const product = succeeded(await add({ alt: 'new', isPrimary: 'true', sortOrder: '1' }, file))
      assert.equal(product.status, status)
      assert.deepEqual(product.images, images)
      assert.ok(product.pendingRevisionSubmittedAt)
      const proposed = product.pendingRevision.images
      assert.equal(summary(proposed), 'one:0 new:1* two:2')
      const unchanged = ({ id, url, alt }: Shown) => ({
        id,
        url,
        alt,
        variantId: null,
        base64Image: null,
        isPrimary: false
      })
      assert.deepEqual(proposed[0], { ...unchanged(one), sortOrder: 0 })
      assert.deepEqual(proposed[2], { ...unchanged(two), sortOrder: 2 })
      assert.equal(proposed[1].url, null)
      const [head, data] = proposed[1].base64Image.split(',')
      assert.equal(head, 'data:image/png;base64')
      const whole = await pendingFile(proposed[1].id)
      assert.equal(whole.status, 200)
      assert.equal(Number(whole.headers['content-length']), Buffer.from(data, 'base64').length)
      assert.deepEqual(await eventsOf(id).then((types) => types.slice(2)), ['product.revision_staged'])
      assert.equal(await versionOf(id), before + 1)
    })

    test('can be changed back to the live set step by step, until nothing is staged', async () => {
      const { add, remove, replace, read, one, two, id, images } = await live(status)
      const added = succeeded(await add({ alt: 'new', isPrimary: 'true', sortOrder: '0' })).pendingRevision
        .images[0]
      succeeded(await remove(two.id))
      assert.equal(summary((await read()).pendingRevision.images), 'new:0* one:1')
      succeeded(await remove(added.id))
      const withoutTwo = await read()
      assert.equal(summary(withoutTwo.pendingRevision.images), 'one:1*')
      assertProblem(await remove(two.id), 404, 'NOT_FOUND')
      const { pendingRevision } = succeeded(await replace([], [{ id: one.id }, { id: two.id }]))
      assert.equal(pendingRevision, null)
      const [{ count }] = await t.sql<
        [{ count: string }]
      >`select count(*) from pending_images where product_id = ${id}`
      assert.equal(count, '0')
      assert.deepEqual((await read()).images, images)
    })

    test('a proposed set equal to the live one unstages the images and leaves the other fields', async () => {
      const { add, remove, id } = await live(status)
      await t.call(`PATCH /vendor/products/${id}`, { as: vendor.editor, body: { name: 'Hex bolt M10' } })
      const { pendingRevision } = succeeded(await add({ alt: 'new' }))
      assert.equal(pendingRevision.name, 'Hex bolt M10')
      const product = succeeded(await remove(pendingRevision.images[2].id))
      assert.deepEqual(product.pendingRevision, { name: 'Hex bolt M10' })
    })

    test('a set that equals the live one stages nothing', async () => {
      const { replace, remove, add, one, two, id } = await live(status)
      const [version, events] = [await versionOf(id), await eventsOf(id)]
      const product = succeeded(await replace([], [{ id: one.id }, { id: two.id, alt: 'two', sortOrder: 1 }]))
      assert.equal(product.pendingRevision, null)
      assert.deepEqual([await versionOf(id), await eventsOf(id)], [version, events])
      const staged = succeeded(await add({ isPrimary: 'true' })).pendingRevision.images
      const back = succeeded(await remove(staged[2].id))
      assert.deepEqual([back.pendingRevision, back.pendingRevisionSubmittedAt], [null, null])
    })

    test('can be replaced by a set of live and pending images', async () => {
      const { add, replace, one, two } = await live(status)
      const pending = succeeded(await add({ alt: 'first' })).pendingRevision.images[2]
      const { pendingRevision } = succeeded(
        await replace([await png()], [{ id: pending.id }, { alt: 'second' }, { id: two.id, alt: 'deux' }])
      )
      assert.equal(summary(pendingRevision.images), 'first:0* second:1 deux:2')
      assert.equal(pendingRevision.images[0].base64Image, pending.base64Image)
      assert.equal(pendingRevision.images[2].url, two.url)
      const all = succeeded(await replace([], []))
      assert.deepEqual(all.pendingRevision.images, [])
      assert.deepEqual(
        all.images.map(({ id }: Shown) => id),
        [one.id, two.id]
      )
    })
  })
}

test("a request with the same Idempotency-Key doesn't add the image again", async () => {
  const { add, read } = await createProduct()
  const file = await png()
  const key = { 'idempotency-key': newId() }
  const first = await add({ alt: 'once' }, file, key)
  const again = await add({ alt: 'once' }, file, key)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.text, first.text)
  assert.equal((await read()).images.length, 1)
  assertProblem(await add({ alt: 'other' }, file, key), 422, 'IDEMPOTENCY_KEY_REUSED')
})

test('a change of images with another ETag in If-Match is 412', async () => {
  const { add, id, remove } = await createProduct()
  const { headers, body } = await add()
  const path = `DELETE /vendor/products/${id}/images/${body.images[0].id}`
  const call = (etag = '') => t.call(path, { as: vendor.editor, headers: { 'if-match': etag } })
  assertProblem(await call('"other"'), 412, 'PRECONDITION_FAILED')
  succeeded(await call(headers.etag))
  assertProblem(await remove(newId()), 404, 'NOT_FOUND')
})

test('twenty concurrent additions fill the set up to its limit and no further', async () => {
  const { add, read } = await live()
  const answers = await Promise.all(Array.from({ length: 20 }, () => add()))
  assert.equal(answers.filter(({ status }) => status === 200).length, 18)
  for (const answer of answers.filter(({ status }) => status !== 200))
    assertFaults(answer, { '/file': 'TOO_MANY_IMAGES' })
  assert.equal((await read()).pendingRevision.images.length, 20)
})
