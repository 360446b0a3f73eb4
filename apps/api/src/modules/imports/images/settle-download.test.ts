import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { ImageHost } from '../../../../test/image-host.ts'
import { fetchedImages, hashOf, imageJob, imagesOf } from '../../../../test/import-images.ts'
import { imageCalls, png, storedPaths, succeeded, testProduct } from '../../../../test/product-images.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { newImage, stage, staged } from '../../../../test/staged.ts'
import { newId } from '../../../lib/ids.ts'
import { storedRejection } from '../../products/approval/decision.ts'
import { cancelJob } from '../work/job-queries.ts'
import { fetchImage } from './fetch-images.ts'

suite('the images of an upload', () => {
  let t: TestApp
  let host: ImageHost
  let image: Buffer
  const { answers, startHost, newPath, urlAt, deps, finish, claimOne, completions } = fetchedImages(() => ({
    t,
    host,
    image
  }))

  before(async () => {
    t = await testApp()
    image = await png()
    host = await startHost()
  })
  after(async () => {
    await t.close()
    await host.close()
  })

  test('of a product that went live in the meantime are staged after its existing images', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const { add, read, pendingFile } = imageCalls(t, vendor.editor, product.id)
    const [own] = succeeded(await add({ alt: 'own' })).images
    await t.sql`update products set status = 'PUBLISHED' where id = ${product.id}`
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt(), urlAt()] }])
    await finish(jobId)
    const after = await read()
    assert.deepEqual(after.images, [own])
    const proposed = after.pendingRevision.images
    assert.equal(proposed.length, 3)
    assert.equal(proposed[0].id, own.id)
    assert.ok(proposed[1].base64Image.startsWith('data:image/png;base64,'))
    assert.deepEqual(
      proposed.map(({ isPrimary }: { isPrimary: boolean }) => isPrimary),
      [true, false, false]
    )
    assert.equal((await pendingFile(proposed[1].id)).status, 200)
    assert.ok(after.pendingRevisionSubmittedAt)
    assert.equal(after.updatedAt > product.updatedAt, true)
  })

  test('leave other staged edits unchanged, and discard a rejected set of images', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor, 'PUBLISHED')
    const existing = await newImage(t, vendor, { productId: product.id, isPrimary: true })
    await stage(t, vendor, { id: product.id, revision: { name: 'Hex bolt M9', images: [staged(existing)] } })
    const rejected = await newImage(t, vendor, { productId: product.id })
    const rejection = storedRejection({ images: [staged(rejected)] }, 'Blurred', '2026-01-01T00:00:00.000Z')
    await t.sql`update products set moderation = ${t.sql.json(rejection)} where id = ${product.id}`
    await finish(await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }]))
    const { pendingRevision } = await imageCalls(t, vendor.viewer, product.id).read()
    assert.equal(pendingRevision.name, 'Hex bolt M9')
    assert.equal(pendingRevision.images.length, 2)
    assert.equal(pendingRevision.images[0].id, existing.id)
    const rows = await t.sql<{ id: string }[]>`select id from pending_images where product_id = ${product.id}`
    assert.equal(rows.length, 2)
    assert.ok(!rows.some(({ id }) => id === rejected.id))
  })

  test('of live products share a private file, and each approval publishes it', async () => {
    const vendor = await t.vendor()
    const operator = await t.operator()
    const products = await Promise.all([
      testProduct(t, vendor, 'PUBLISHED'),
      testProduct(t, vendor, 'HIDDEN')
    ])
    const url = urlAt()
    await finish(
      await imageJob(
        t,
        vendor,
        products.map(({ id }) => ({ productId: id, urls: [url] }))
      )
    )
    const files = await t.sql`
      select distinct path from pending_images where product_id = any(${products.map(({ id }) => id)}::uuid[])`
    assert.equal(files.length, 1)
    for (const { id } of products) {
      const [row] = await t.sql`select moderation_version from products where id = ${id}`
      const body = { version: row?.moderationVersion }
      succeeded(await t.call(`POST /platform/products/${id}/revision/approve`, { as: operator, body }))
      const { images } = await imageCalls(t, vendor.viewer, id).read()
      const path = images[0].url.replace('https://assets.test/assets/', '')
      assert.ok((await storedPaths(t)).has(path))
      assert.equal((await t.app.inject(`/assets/${path}`)).statusCode, 200)
    }
  })

  test('get a private file if the product goes live while the image is being stored', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
    const { assets } = t.app.deps
    const put: typeof assets.put = async (folder, extension, bytes) => {
      await t.sql`update products set status = 'PUBLISHED' where id = ${product.id}`
      return assets.put(folder, extension, bytes)
    }
    const before = await storedPaths(t)
    await finish(jobId, { assets: { ...assets, put } })
    const { images, pendingRevision } = await imageCalls(t, vendor.viewer, product.id).read()
    assert.deepEqual([images.length, pendingRevision.images.length], [0, 1])
    const added = [...(await storedPaths(t))].filter((path) => !before.has(path))
    assert.deepEqual(
      added.map((path) => path.split('/')[0]),
      ['pending']
    )
  })

  test('of a product that was deleted fail, and leave no file', async () => {
    const vendor = await t.vendor()
    const [deleted, other] = [await testProduct(t, vendor), await testProduct(t, vendor)]
    const [shared, path] = [newPath(), newPath()]
    answers.set(path, async (response) => {
      await t.sql`delete from products where id = ${deleted.id}`
      response.end(image)
    })
    const before = await storedPaths(t)
    const jobId = await imageJob(t, vendor, [{ productId: deleted.id, urls: [urlAt(path)] }])
    const { job, outcomes } = await finish(jobId)
    assert.deepEqual(outcomes, ['PRODUCT_GONE'])
    assert.equal(job?.imagesFailed, 1)
    assert.deepEqual(await storedPaths(t), before)
    const items = [deleted, other].map(({ id }) => ({ productId: id, urls: [urlAt(shared)] }))
    assert.deepEqual((await finish(await imageJob(t, vendor, items))).outcomes, ['PRODUCT_GONE', 'FETCHED'])
  })

  test('are all added when more items share a URL than one transaction settles', async () => {
    const vendor = await t.vendor()
    const products = await Promise.all(Array.from({ length: 3 }, () => testProduct(t, vendor)))
    const [url, bad] = [urlAt(), 'http://10.0.0.1/a']
    const items = products.map(({ id }) => ({ productId: id, urls: [url, bad] }))
    const { sql } = t
    const jobId = await imageJob(t, vendor, items)
    // 1,200 more entries, of products that don't exist.
    await sql`
      insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash)
      select ${jobId}, n, p, ${vendor.id}, gen_random_uuid(), u, h
      from generate_series(10, 609) n, (values (0, ${url}, ${hashOf(url)}::bytea), (1, ${bad}, ${hashOf(bad)}::bytea)) as e (p, u, h)`
    await sql`update import_jobs set images_total = 1206 where id = ${jobId}`
    const { job } = await finish(jobId)
    assert.deepEqual([job?.imagesFetched, job?.imagesFailed, job?.status], [3, 1203, 'COMPLETED'])
    assert.equal(await completions(jobId), 1)
  })

  test('of a job that is cancelled while they are being fetched are not added, and leave no file', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const path = newPath()
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt(path)] }])
    const cancel = () =>
      t.sql.begin((tx) =>
        cancelJob(tx, vendor.id, {
          id: jobId,
          origin: { requestId: null, actor: { type: 'USER', id: null, name: 'Test', isPlatform: false } }
        })
      )
    const before = await storedPaths(t)
    const { assets } = t.app.deps
    const put: typeof assets.put = async (folder, extension, bytes) => {
      const stored = await assets.put(folder, extension, bytes)
      await cancel()
      return stored
    }
    await fetchImage(deps({ assets: { ...assets, put } }), await claimOne(jobId))
    const { job, outcomes, downloads } = await imagesOf(t, jobId)
    assert.deepEqual([job?.status, outcomes, downloads], ['CANCELLED', ['CANCELLED'], 0])
    assert.deepEqual(await storedPaths(t), before)
    assert.deepEqual((await imageCalls(t, vendor.viewer, product.id).read()).images, [])
  })

  test('of a job that is being cancelled are settled without a deadlock', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
    const download = await claimOne(jobId)
    const origin = {
      requestId: null,
      actor: { type: 'USER' as const, id: null, name: 'Test', isPlatform: false }
    }
    // The image's transaction has locked the download and waits for the product. Cancelling waits for that
    // transaction.
    await withLocksHeld(t, {
      hold: (tx) => tx`select from products where id = ${product.id} for update`,
      waiting: 2,
      work: async () => {
        const settling = fetchImage(deps(), download)
        const isWaiting = async () =>
          (
            await t.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).length > 0
        for (let attempt = 0; !(await isWaiting()); attempt++) {
          assert.ok(attempt < 1000, 'The transaction of the image does not wait.')
          await setTimeout(10)
        }
        const cancelled = await t.app.deps.sql.begin((tx) => cancelJob(tx, vendor.id, { id: jobId, origin }))
        await settling
        assert.deepEqual(cancelled, { cancelled: false, status: 'COMPLETED' })
      }
    })
    assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['FETCHED'])
  })

  test('are also added if a chunk inserts them while their URL is being settled', async () => {
    const vendor = await t.vendor()
    const products = await Promise.all([testProduct(t, vendor), testProduct(t, vendor)])
    const url = urlAt()
    const jobId = await imageJob(t, vendor, [{ productId: products[0].id, urls: [url] }])
    const download = await claimOne(jobId)
    await withLocksHeld(t, {
      hold: async (tx) => {
        await tx`
          insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash)
          values (${jobId}, 1, 0, ${vendor.id}, ${products[1].id}, ${url}, ${hashOf(url)})`
        await tx`
          insert into import_downloads (job_id, url_hash, vendor_id, url)
          values (${jobId}, ${hashOf(url)}, ${vendor.id}, ${url})
          on conflict (job_id, url_hash) do update set url = excluded.url`
        await tx`update import_jobs set images_total = 2 where id = ${jobId}`
      },
      waiting: 1,
      work: () => fetchImage(deps(), download)
    })
    const { job, outcomes } = await imagesOf(t, jobId)
    assert.deepEqual([job?.status, outcomes], ['COMPLETED', ['FETCHED', 'FETCHED']])
  })

  test('are in the order of their item even if a later one is stored while the product is locked', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const [first, second] = [urlAt(), urlAt()]
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [first, second] }])
    await t.sql`delete from import_downloads where job_id = ${jobId} and url_hash = ${hashOf(second)}`
    const download = await claimOne(jobId)
    const later = newId()
    await withLocksHeld(t, {
      hold: (tx) => tx`select from products where id = ${product.id} for update`,
      waiting: 1,
      release: async (tx) => {
        await tx`
          insert into product_images (id, product_id, vendor_id, path, is_primary)
          values (${later}, ${product.id}, ${vendor.id}, 'https://images.example/2.png', true)`
        await tx`
          update import_images set status = 'FETCHED', image_id = ${later} where job_id = ${jobId} and position = 1`
        await tx`update import_jobs set images_fetched = 1 where id = ${jobId}`
      },
      work: () => fetchImage(deps(), download)
    })
    const { images } = await imageCalls(t, vendor.viewer, product.id).read()
    assert.deepEqual(
      images.map(({ id, isPrimary }: { id: string; isPrimary: boolean }) => [id === later, isPrimary]),
      [
        [false, true],
        [true, false]
      ]
    )
  })
})
