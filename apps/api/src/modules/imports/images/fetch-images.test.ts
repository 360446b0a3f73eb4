import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { ImageHost } from '../../../../test/image-host.ts'
import { claimLimits, fetchedImages, imageJob, imagesOf } from '../../../../test/import-images.ts'
import { imageCalls, png, storedPaths, succeeded, testProduct } from '../../../../test/product-images.ts'
import { fetchImage } from './fetch-images.ts'
import { claimDownloads } from './image-job-queries.ts'

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

  test('are added to the products, and the job completes once, with the last of them', async () => {
    const vendor = await t.vendor()
    const products = await Promise.all([testProduct(t, vendor), testProduct(t, vendor, 'DRAFT')])
    const jobId = await imageJob(
      t,
      vendor,
      products.map(({ id }) => ({ productId: id, urls: [urlAt(), urlAt()] }))
    )
    const { job, outcomes, downloads } = await finish(jobId)
    const expected = {
      status: 'COMPLETED',
      imagesTotal: 4,
      imagesFetched: 4,
      imagesFailed: 0,
      isFinished: true
    }
    assert.deepEqual({ ...job }, expected)
    assert.deepEqual(outcomes, ['FETCHED', 'FETCHED', 'FETCHED', 'FETCHED'])
    assert.equal(downloads, 0)
    assert.equal(await completions(jobId), 1)
    const stored = await storedPaths(t)
    for (const { id } of products) {
      const { images } = await imageCalls(t, vendor.viewer, id).read()
      assert.equal(images.length, 2)
      for (const { url } of images) assert.ok(stored.has(url.replace('https://assets.test/assets/', '')), url)
    }
  })

  test('are in the order of the item whatever order they arrive in, and the first is primary', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const paths = [newPath(), newPath(), newPath()]
    const arrived: string[] = []
    for (const [position, path] of paths.entries()) {
      answers.set(path, async (response) => {
        // Images arrive in reverse order: each one waits until all later ones are stored.
        while (arrived.length < 2 - position) {
          await new Promise((resolve) => setTimeout(resolve, 5))
          const rows = await t.sql<{ path: string }[]>`
            select url as path from import_images where job_id = ${jobId} and status = 'FETCHED'`
          arrived.splice(0, 3, ...rows.map(({ path }) => path))
        }
        response.end(image)
      })
    }
    const urls = paths.map((path, index) => urlAt(path, index + 1))
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls }])
    await finish(jobId)
    const { images } = await imageCalls(t, vendor.viewer, product.id).read()
    const ids = await t.sql<{ imageId: string }[]>`
      select image_id from import_images where job_id = ${jobId} order by position`
    assert.deepEqual(
      images.map(({ id, sortOrder, isPrimary }: Record<string, unknown>) => ({ id, sortOrder, isPrimary })),
      ids.map(({ imageId }, index) => ({ id: imageId, sortOrder: index, isPrimary: index === 0 }))
    )
  })

  test('come after the existing images of a product', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const { add, read } = imageCalls(t, vendor.editor, product.id)
    const [own] = succeeded(await add({ alt: 'own' })).images
    await finish(await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }]))
    const { images } = await read()
    assert.equal(images.length, 2)
    assert.deepEqual(images[0], own)
    assert.equal(images[1].isPrimary, false)
  })

  test('are fetched once per job: a URL that an item repeats is one image, and products share the file', async () => {
    const vendor = await t.vendor()
    const products = await Promise.all([testProduct(t, vendor), testProduct(t, vendor)])
    const path = newPath()
    const jobId = await imageJob(
      t,
      vendor,
      products.map(({ id }) => ({ productId: id, urls: [urlAt(path), urlAt(path)] }))
    )
    const { job } = await finish(jobId)
    assert.equal(job?.imagesFetched, 4)
    assert.equal(host.asked.filter((asked) => asked === path).length, 1)
    const urls = await Promise.all(
      products.map(async ({ id }) => (await imageCalls(t, vendor.viewer, id).read()).images)
    )
    assert.deepEqual(
      urls.map((images) => images.length),
      [1, 1]
    )
    assert.equal(urls[0][0].url, urls[1][0].url)
  })

  test('that fail have an error code that reveals nothing about the network', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const [missing, text, large, cut] = [newPath(), newPath(), newPath(), newPath()]
    answers.set(missing, (response) => response.writeHead(404).end())
    answers.set(text, (response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    answers.set(large, (response) => response.end(Buffer.alloc(10 * 1024 * 1024 + 1)))
    answers.set(cut, (response) => response.end(image.subarray(0, image.length / 2)))
    const urls = [
      urlAt(missing),
      urlAt(text),
      urlAt(large),
      urlAt(cut),
      'http://10.0.0.1/a',
      'http://[::1]/a',
      urlAt()
    ]
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls }])
    const { job, outcomes } = await finish(jobId)
    assert.deepEqual(outcomes, [
      'COULD_NOT_FETCH',
      'UNSUPPORTED_IMAGE',
      'IMAGE_TOO_LARGE',
      'BROKEN_IMAGE',
      'COULD_NOT_FETCH',
      'COULD_NOT_FETCH',
      'FETCHED'
    ])
    const rows = await t.sql`select reason from import_images where job_id = ${jobId} order by position`
    assert.deepEqual(
      rows.map(({ reason }) => reason),
      ['NOT_FOUND', null, null, null, 'ADDRESS_NOT_ALLOWED', 'ADDRESS_NOT_ALLOWED', null]
    )
    const expected = {
      status: 'COMPLETED',
      imagesTotal: 7,
      imagesFetched: 1,
      imagesFailed: 6,
      isFinished: true
    }
    assert.deepEqual({ ...job }, expected)
    assert.equal((await imageCalls(t, vendor.viewer, product.id).read()).images[0].isPrimary, true)
  })

  test('are tried three times, with pauses, if the failure is transient, and then fail', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const path = newPath()
    answers.set(path, (response) => response.writeHead(503).end())
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt(path)] }])
    for (const pause of [1, 5]) {
      await fetchImage(deps(), await claimOne(jobId))
      assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['PENDING'])
      const [row] = await t.sql<{ waits: boolean }[]>`
        with waiting as (select claimed_until - now() as remaining from import_downloads where job_id = ${jobId})
        select remaining > ${pause - 1} * interval '1 s' and remaining <= ${pause} * interval '1 s' as waits from waiting`
      assert.ok(row?.waits)
      assert.equal((await claimDownloads(t.sql, { ...claimLimits, running: [] })).length, 0)
      await t.sql`update import_downloads set claimed_until = now() where job_id = ${jobId}`
    }
    await fetchImage(deps(), await claimOne(jobId))
    const { job, outcomes } = await imagesOf(t, jobId)
    assert.deepEqual(outcomes, ['COULD_NOT_FETCH'])
    assert.equal(job?.status, 'COMPLETED')
  })

  test('beyond 20 per product fail', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const live = await testProduct(t, vendor, 'PUBLISHED')
    const urls = Array.from({ length: 21 }, () => urlAt())
    const jobId = await imageJob(t, vendor, [
      { productId: product.id, urls },
      { productId: live.id, urls }
    ])
    const { job, outcomes } = await finish(jobId)
    assert.equal(job?.imagesFailed, 2)
    assert.equal(outcomes.filter((outcome) => outcome === 'TOO_MANY_IMAGES').length, 2)
    assert.equal((await imageCalls(t, vendor.viewer, product.id).read()).images.length, 20)
    assert.equal((await imageCalls(t, vendor.viewer, live.id).read()).pendingRevision.images.length, 20)
  })
})
