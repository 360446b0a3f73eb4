import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { pino } from 'pino'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { type ImageHost, imageHost } from '../../../../test/image-host.ts'
import { hashOf, imageJob, imagesOf } from '../../../../test/import-images.ts'
import { imageCalls, png, storedPaths, succeeded, testProduct } from '../../../../test/product-images.ts'
import { whileHeld } from '../../../../test/races.ts'
import { newImage, stage, staged } from '../../../../test/staged.ts'
import { createGuardedFetch } from '../../../fetching/guarded-fetch.ts'
import { unavailable } from '../../../http/problem.ts'
import { cancelJob } from '../work/job-queries.ts'
import { type FetchDeps, fetchImage, startFetchingImages } from './fetch-images.ts'
import { claimDownloads, type Download } from './image-job-queries.ts'

const bounds = { most: 8, perVendor: 6, perHost: 2 }

suite('the images of an upload', () => {
  let t: TestApp
  let host: ImageHost
  let image: Buffer
  /** What a path answers instead of an image. */
  const answers = new Map<string, (response: ServerResponse) => void>()

  before(async () => {
    t = await testApp()
    image = await png()
    host = await imageHost(
      (request, response) => {
        const answer = answers.get(request.url ?? '')
        if (answer) answer(response)
        else response.end(image)
      },
      { address: '0.0.0.0' }
    )
  })
  after(async () => {
    await t.close()
    await host.close()
  })

  let paths = 0
  const newPath = () => `/image-${paths++}`
  /** A URL of the test's host, under one of its addresses, so that it counts as another host. */
  const urlAt = (path = newPath(), n = 1) => `http://127.0.0.${n}:${host.port}${path}`

  function deps(changes: Partial<FetchDeps> = {}): FetchDeps {
    const { sql, signals, pace, assets, images } = t.app.deps
    const log = pino({ level: 'silent' })
    const fetchImage = createGuardedFetch({ allow: ['127.0.0.0/8'], deadlineMs: 10_000 })
    return { sql, signals, pace, assets, images, log, fetchImage, ...changes }
  }

  /** Fetches what waits until the job ends. */
  async function finish(jobId: string, changes: Partial<FetchDeps> = {}) {
    const lanes = startFetchingImages(deps(changes))
    try {
      while (!(await imagesOf(t, jobId)).job?.isFinished)
        await new Promise((resolve) => setTimeout(resolve, 10))
    } finally {
      await lanes.stop()
    }
    return imagesOf(t, jobId)
  }

  async function claimOne(jobId: string): Promise<Download> {
    const claimed = await claimDownloads(t.sql, { ...bounds, held: [] })
    const [download, ...rest] = claimed
    assert.ok(download && rest.length === 0)
    assert.equal(download.jobId, jobId)
    return download
  }

  async function completions(jobId: string): Promise<number> {
    const rows = await t.sql`select from events where type = 'import_job.completed' and subject_id = ${jobId}`
    return rows.length
  }

  test('become those of the products, and the job ends with the last of them, once', async () => {
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

  test('stand in the order of the item in whichever order they come, the first as primary', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const paths = [newPath(), newPath(), newPath()]
    const arrived: string[] = []
    for (const [position, path] of paths.entries()) {
      answers.set(path, async (response) => {
        // The last one first: each waits until those behind it are settled.
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

  test('stand behind the images that a product has', async () => {
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

  test('are fetched once a job, a URL that an item names twice is one image, and products share the file', async () => {
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

  test('that fail tell the vendor a code and nothing of the network', async () => {
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

  test('are tried three times where the failure may pass, with pauses, and then fail', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const path = newPath()
    answers.set(path, (response) => response.writeHead(503).end())
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt(path)] }])
    for (const pause of [1, 5]) {
      await fetchImage(deps(), await claimOne(jobId))
      assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['PENDING'])
      const [row] = await t.sql<{ waits: boolean }[]>`
        with waiting as (select claimed_until - now() as rest from import_downloads where job_id = ${jobId})
        select rest > ${pause - 1} * interval '1 s' and rest <= ${pause} * interval '1 s' as waits from waiting`
      assert.ok(row?.waits)
      assert.equal((await claimDownloads(t.sql, { ...bounds, held: [] })).length, 0)
      await t.sql`update import_downloads set claimed_until = now() where job_id = ${jobId}`
    }
    await fetchImage(deps(), await claimOne(jobId))
    const { job, outcomes } = await imagesOf(t, jobId)
    assert.deepEqual(outcomes, ['COULD_NOT_FETCH'])
    assert.equal(job?.status, 'COMPLETED')
  })

  test('of a product that is live meanwhile are staged behind those it has', async () => {
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

  test('leave other staged edits as they are, and end a rejected set', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor, 'PUBLISHED')
    const kept = await newImage(t, vendor, { productId: product.id, isPrimary: true })
    await stage(t, vendor, { id: product.id, revision: { name: 'Hex bolt M9', images: [staged(kept)] } })
    const rejected = await newImage(t, vendor, { productId: product.id })
    const proposed = { images: [staged(rejected)] }
    await t.sql`
      update products set moderation = ${t.sql.json({
        ...{ decision: 'REJECTED', target: 'REVISION', reason: null, decidedAt: '2026-01-01T00:00:00.000Z' },
        proposed
      })} where id = ${product.id}`
    await finish(await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }]))
    const { pendingRevision } = await imageCalls(t, vendor.viewer, product.id).read()
    assert.equal(pendingRevision.name, 'Hex bolt M9')
    assert.equal(pendingRevision.images.length, 2)
    assert.equal(pendingRevision.images[0].id, kept.id)
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

  test('find the file that they need when a product goes live while it is stored', async () => {
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
    const [gone, other] = [await testProduct(t, vendor), await testProduct(t, vendor)]
    const [shared, path] = [newPath(), newPath()]
    answers.set(path, async (response) => {
      await t.sql`delete from products where id = ${gone.id}`
      response.end(image)
    })
    const before = await storedPaths(t)
    const jobId = await imageJob(t, vendor, [{ productId: gone.id, urls: [urlAt(path)] }])
    const { job, outcomes } = await finish(jobId)
    assert.deepEqual(outcomes, ['PRODUCT_GONE'])
    assert.equal(job?.imagesFailed, 1)
    assert.deepEqual(await storedPaths(t), before)
    const items = [gone, other].map(({ id }) => ({ productId: id, urls: [urlAt(shared)] }))
    assert.deepEqual((await finish(await imageJob(t, vendor, items))).outcomes, ['PRODUCT_GONE', 'FETCHED'])
  })

  test('are at most 20 a product', async () => {
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

  test('of a URL that more items name than one transaction settles all come', async () => {
    const vendor = await t.vendor()
    const products = await Promise.all(Array.from({ length: 3 }, () => testProduct(t, vendor)))
    const [url, bad] = [urlAt(), 'http://10.0.0.1/a']
    const items = products.map(({ id }) => ({ productId: id, urls: [url, bad] }))
    const { sql } = t
    const jobId = await imageJob(t, vendor, items)
    // 1,200 entries more of products that are gone.
    await sql`
      insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash)
      select ${jobId}, n, p, ${vendor.id}, gen_random_uuid(), u, h
      from generate_series(10, 609) n, (values (0, ${url}, ${hashOf(url)}::bytea), (1, ${bad}, ${hashOf(bad)}::bytea)) as e (p, u, h)`
    await sql`update import_jobs set images_total = 1206 where id = ${jobId}`
    const { job } = await finish(jobId)
    assert.deepEqual([job?.imagesFetched, job?.imagesFailed, job?.status], [3, 1203, 'COMPLETED'])
    assert.equal(await completions(jobId), 1)
  })

  test('of a job that is cancelled while they are fetched are not written, and leave no file', async () => {
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

  test('are cancelled in no circle of locks with one that is settled', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
    const download = await claimOne(jobId)
    const origin = {
      requestId: null,
      actor: { type: 'USER' as const, id: null, name: 'Test', isPlatform: false }
    }
    // Settling holds the download and waits for the product, and the cancelling waits for it.
    await whileHeld(t, {
      hold: (tx) => tx`select from products where id = ${product.id} for update`,
      waiting: 2,
      work: async () => {
        const settling = fetchImage(deps(), download)
        while (
          (
            await t.sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
          ).length === 0
        );
        const cancelled = await t.app.deps.sql.begin((tx) => cancelJob(tx, vendor.id, { id: jobId, origin }))
        await settling
        assert.deepEqual(cancelled, { cancelled: false, status: 'COMPLETED' })
      }
    })
    assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['FETCHED'])
  })

  test('whose claim ran out are done by another, and the late write of the first is refused', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
    const first = await claimOne(jobId)
    assert.equal((await claimDownloads(t.sql, { ...bounds, held: [] })).length, 0)
    await t.sql`update import_downloads set claimed_until = now() where job_id = ${jobId}`
    const second = await claimOne(jobId)
    assert.equal(second.attempts, 2)
    const before = await storedPaths(t)
    await fetchImage(deps(), first)
    assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['PENDING'])
    assert.deepEqual(await storedPaths(t), before)
    await fetchImage(deps(), second)
    assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['FETCHED'])
    assert.equal((await imageCalls(t, vendor.viewer, product.id).read()).images.length, 1)
  })

  test('are given back when the worker stops, and when the store cannot work, without counting', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const path = newPath()
    answers.set(path, () => {})
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt(path)] }])
    const lanes = startFetchingImages(deps())
    while (!host.asked.includes(path)) await new Promise((resolve) => setTimeout(resolve, 5))
    await lanes.stop()
    answers.delete(path)
    const put = async () => {
      throw unavailable('Files cannot be stored.')
    }
    const download = await claimOne(jobId)
    assert.equal(download.attempts, 1)
    await fetchImage(deps({ assets: { ...t.app.deps.assets, put } }), download)
    const [row] = await t.sql`select attempts, claim from import_downloads where job_id = ${jobId}`
    assert.deepEqual({ ...row }, { attempts: 0, claim: null })
    await t.sql`update import_downloads set claimed_until = now() where job_id = ${jobId}`
    assert.deepEqual((await finish(jobId)).outcomes, ['FETCHED'])
  })

  test('that take the process down again and again fail in the end', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
    await t.sql`update import_downloads set attempts = 20 where job_id = ${jobId}`
    await fetchImage(deps(), await claimOne(jobId))
    assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['COULD_NOT_FETCH'])
  })

  test('are not forgotten when a chunk adds entries of a URL that is being settled', async () => {
    const vendor = await t.vendor()
    const products = await Promise.all([testProduct(t, vendor), testProduct(t, vendor)])
    const url = urlAt()
    const jobId = await imageJob(t, vendor, [{ productId: products[0].id, urls: [url] }])
    const download = await claimOne(jobId)
    await whileHeld(t, {
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

  suite('take turns:', () => {
    test('a vendor leaves places to others, and a host has two at a time', async () => {
      const [many, few] = [await t.vendor(), await t.vendor()]
      const product = await testProduct(t, many)
      const other = await testProduct(t, few)
      const urls = Array.from({ length: 20 }, (_, n) => `http://h${n % 10}.example/${n}`)
      const jobs = [
        await imageJob(t, many, [{ productId: product.id, urls }]),
        await imageJob(t, few, [
          { productId: other.id, urls: [1, 2, 3].map((n) => `http://slow.example/${n}`) }
        ])
      ]
      const first = await claimDownloads(t.sql, { ...bounds, held: [] })
      const ofVendor = (id: string, list: Download[]) => list.filter(({ vendorId }) => vendorId === id).length
      assert.deepEqual([ofVendor(many.id, first), ofVendor(few.id, first)], [6, 2])
      assert.equal((await claimDownloads(t.sql, { ...bounds, held: first })).length, 0)
      // One of the first vendor's ends: its place is its own again, the other's host has its two.
      const held = first.filter((download) => download !== first.find(({ vendorId }) => vendorId === many.id))
      assert.equal(held.length, 7)
      const next = await claimDownloads(t.sql, { ...bounds, held, most: 1 })
      assert.deepEqual([ofVendor(many.id, next), ofVendor(few.id, next)], [1, 0])
      const all = [...held, ...next]
      const hosts = new Map(all.map(({ host }) => [host, all.filter((one) => one.host === host).length]))
      assert.ok([...hosts.values()].every((count) => count <= 2))
      await t.sql`delete from import_downloads where job_id = any(${jobs}::uuid[])`
    })

    test('what two workers claim at once they claim once', async () => {
      const vendor = await t.vendor()
      const product = await testProduct(t, vendor)
      const urls = Array.from({ length: 40 }, (_, n) => `http://w${n}.example/`)
      const jobId = await imageJob(t, vendor, [{ productId: product.id, urls }])
      const claimed = await Promise.all(
        Array.from({ length: 8 }, () => claimDownloads(t.app.deps.sql, { ...bounds, held: [] }))
      )
      const taken = claimed.flat().map(({ url }) => url)
      assert.equal(new Set(taken).size, taken.length)
      assert.ok(taken.length >= 6)
      await t.sql`delete from import_downloads where job_id = ${jobId}`
    })

    test('a hanging host holds two places only', async () => {
      const vendor = await t.vendor()
      const product = await testProduct(t, vendor)
      const slow = Array.from({ length: 5 }, () => newPath())
      const hanging: ServerResponse[] = []
      for (const path of slow) answers.set(path, (response) => void hanging.push(response))
      const jobId = await imageJob(t, vendor, [
        { productId: product.id, urls: slow.map((path) => urlAt(path, 9)) },
        { productId: product.id, urls: Array.from({ length: 6 }, (_, n) => urlAt(newPath(), n + 1)) }
      ])
      const lanes = startFetchingImages(deps())
      while (((await imagesOf(t, jobId)).job?.imagesFetched ?? 0) < 6)
        await new Promise((resolve) => setTimeout(resolve, 5))
      assert.equal(hanging.length, 2)
      for (const path of slow) answers.delete(path)
      for (const response of hanging) response.end(image)
      while (!(await imagesOf(t, jobId)).job?.isFinished)
        await new Promise((resolve) => setTimeout(resolve, 5))
      await lanes.stop()
      assert.equal((await imagesOf(t, jobId)).job?.imagesFetched, 11)
    })
  })
})
