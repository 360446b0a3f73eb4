import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { picture } from '../../../../test/images.ts'
import { imageCalls, png, storedPaths, succeeded, testProduct } from '../../../../test/product-images.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { newId } from '../../../lib/ids.ts'
import { sweepAssets } from '../../media/sweep-assets.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const calls = (id: string) => imageCalls(t, vendor.editor, id)
const sweep = () => sweepAssets(t.sql, t.app.deps.assets, { now: new Date(Date.now() + 2 * 3_600_000) })

/** Returns the storage paths that rows refer to. */
async function namedPaths(): Promise<Set<string>> {
  const rows = await t.sql<{ path: string }[]>`
    select path from product_images union select path from pending_images`
  return new Set(rows.map(({ path }) => path))
}

/** Returns the size and format of an image. */
async function formatOf(bytes: Buffer): Promise<{ width: number; height: number; format: string }> {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format }
}

describe('the private file of a pending image', () => {
  test('is the original image, and only its vendor and operators can read it', async () => {
    const product = await testProduct(t, vendor, 'PUBLISHED')
    const { add, pendingFile } = calls(product.id)
    const noise = await picture(1500, 1200).png().toBuffer()
    assert.ok(noise.length > 256 * 1024)
    const [{ id, base64Image }] = succeeded(await add({}, noise)).pendingRevision.images
    const [head, data] = base64Image.split(',')
    assert.equal(head, 'data:image/webp;base64')
    const preview = Buffer.from(data, 'base64')
    assert.ok(preview.length <= 256 * 1024)
    assert.equal(
      Math.max(
        ...Object.values(await formatOf(preview))
          .map(Number)
          .filter(Boolean)
      ),
      1024
    )

    const path = `/vendor/products/${product.id}/revision/images/${id}`
    const answer = await pendingFile(id)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-type'], 'image/png')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.equal(answer.headers['content-security-policy'], "default-src 'none'; sandbox")
    assert.match(answer.headers['cache-control'] ?? '', /^private\b/)
    const [{ path: file = '' } = {}] = await t.sql<
      { path: string }[]
    >`select path from pending_images where id = ${id}`
    const found = await t.app.deps.assets.stat(file)
    assert.equal(Number(answer.headers['content-length']), found?.bytes)

    const known = await pendingFile(id, { 'if-none-match': answer.headers.etag })
    assert.deepEqual([known.status, known.text], [304, ''])
    assertProblem(await t.call(`GET ${path}`), 401, 'UNAUTHENTICATED')
    const platform = `GET /platform/products/${product.id}/revision/images/${id}`
    assertProblem(await t.call(platform, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
    const seen = await t.call(platform, { as: await t.operator('VIEWER') })
    assert.deepEqual([seen.status, seen.headers.etag], [200, answer.headers.etag])
    assertProblem(await t.call(`GET assets/${file}`), 404, 'NOT_FOUND')
  })

  test('is 404 for a live image, another product and an unknown id', async () => {
    const product = await testProduct(t, vendor)
    const [live] = succeeded(await calls(product.id).add()).images
    await t.sql`update products set status = 'PUBLISHED' where id = ${product.id}`
    const staged = succeeded(await calls(product.id).add()).pendingRevision.images[1].id
    const other = await testProduct(t, vendor)
    for (const answer of [
      await calls(product.id).pendingFile(live.id),
      await calls(product.id).pendingFile(newId()),
      await calls(other.id).pendingFile(staged)
    ]) {
      assertProblem(answer, 404, 'NOT_FOUND')
    }
    const operator = await t.operator()
    const path = `/platform/products/${other.id}/revision/images/${staged}`
    assertProblem(await t.call(`GET ${path}`, { as: operator }), 404, 'NOT_FOUND')
  })
})

describe('files and rows', () => {
  test('a failed transaction removes its files', async () => {
    const product = await testProduct(t, vendor)
    const before = await storedPaths(t)
    await t.sql`alter table product_images add constraint refused check (alt <> 'refused')`
    assert.equal((await calls(product.id).add({ alt: 'refused' })).status, 500)
    const entries = [{}, { alt: 'refused' }]
    assert.equal((await calls(product.id).replace([await png(), await png()], entries)).status, 500)
    await t.sql`alter table product_images drop constraint refused`
    assert.deepEqual(await storedPaths(t), before)
    assert.deepEqual((await calls(product.id).read()).images, [])
  })

  test('if the commit fails, its outcome is unknown, so the file is left to the asset sweeper', async () => {
    const product = await testProduct(t, vendor)
    await t.sql`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`
    await t.sql`
      create constraint trigger refused after insert on product_images deferrable initially deferred
        for each row execute function refuse()`
    const before = await storedPaths(t)
    assert.equal((await calls(product.id).add()).status, 500)
    await t.sql`drop trigger refused on product_images`
    assert.equal((await storedPaths(t)).size, before.size + 1)
    await sweep()
    assert.deepEqual(await storedPaths(t), await namedPaths())
  })

  test("if one of three files can't be stored, all are removed, and a retry succeeds", async () => {
    const { assets } = t.app.deps
    const product = await testProduct(t, vendor)
    const before = await storedPaths(t)
    const { put } = assets
    let left = 2
    assets.put = async (...file) => {
      if (left-- === 0) throw Object.assign(new Error('disk full'), { code: 'ECONNRESET' })
      return put(...file)
    }
    const files = [await png(), await png(), await png()]
    const answer = await calls(product.id).replace(files)
    assets.put = put
    assertProblem(answer, 503, 'UNAVAILABLE')
    assert.deepEqual(await storedPaths(t), before)
    assert.equal(succeeded(await calls(product.id).replace(files)).images.length, 3)
  })

  test('a file without a row, left by a crash, is swept', async () => {
    const product = await testProduct(t, vendor)
    const { images } = succeeded(await calls(product.id).add())
    const orphan = await t.app.deps.assets.put('images', 'png', await png())
    await sweep()
    const left = await storedPaths(t)
    assert.equal(left.has(orphan), false)
    assert.equal(left.has(images[0].url.replace('https://assets.test/assets/', '')), true)
  })

  test('if a product is published before it is locked, its new image is staged', async () => {
    const product = await testProduct(t, vendor)
    const file = await png()
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update products set status = 'PUBLISHED' where id = ${product.id}`,
      waiting: 1,
      work: () => calls(product.id).add({ alt: 'late' }, file)
    })
    const { images, pendingRevision } = succeeded(answer)
    assert.deepEqual([images, pendingRevision.images.length], [[], 1])
    const [row] = await t.sql<
      { path: string }[]
    >`select path from pending_images where product_id = ${product.id}`
    assert.match(row?.path ?? '', /^pending\//)
    await sweep()
    assert.deepEqual(await storedPaths(t), await namedPaths())
  })

  test('concurrent additions to one set are all applied', async () => {
    const product = await testProduct(t, vendor, 'PUBLISHED')
    await Promise.all(['a', 'b', 'c', 'd'].map((alt) => calls(product.id).add({ alt }).then(succeeded)))
    const { images } = (await calls(product.id).read()).pendingRevision
    assert.deepEqual(new Set(images.map(({ alt }: { alt: string }) => alt)), new Set(['a', 'b', 'c', 'd']))
    assert.deepEqual(
      images.map(({ sortOrder }: { sortOrder: number }) => sortOrder),
      [0, 1, 2, 3]
    )
  })

  test('after any changes and a sweep, each file has a row and each row has a file', async () => {
    const product = await testProduct(t, vendor, 'HIDDEN')
    const { add, replace, remove } = calls(product.id)
    const first = succeeded(await add()).pendingRevision.images[0].id
    const both = succeeded(await replace([await png()], [{}, { id: first }])).pendingRevision.images
    succeeded(await remove(both[0].id))
    succeeded(await replace([await png()]))
    await sweep()
    assert.deepEqual(await storedPaths(t), await namedPaths())
  })
})
