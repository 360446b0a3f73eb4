import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, before, suite, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import type { ImageHost } from '../../../../test/image-host.ts'
import { claimLimits, fetchedImages, imageJob, imagesOf } from '../../../../test/import-images.ts'
import { imageCalls, png, storedPaths, testProduct } from '../../../../test/product-images.ts'
import { unavailable } from '../../../errors.ts'
import { fetchImage, startFetchingImages } from './fetch-images.ts'
import { claimDownloads, type Download } from './image-job-queries.ts'

suite('claims of image downloads', () => {
  let t: TestApp
  let host: ImageHost
  let image: Buffer
  const { answers, startHost, newPath, urlAt, deps, finish, claimOne } = fetchedImages(() => ({
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

  test('an expired claim is taken over, and the late result of its first holder is discarded', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
    const first = await claimOne(jobId)
    assert.equal((await claimDownloads(t.sql, { ...claimLimits, running: [] })).length, 0)
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

  test('a claim is released without counting the attempt if the worker stops or the store fails', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const path = newPath()
    answers.set(path, () => {})
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt(path)] }])
    const worker = startFetchingImages(deps())
    while (!host.asked.includes(path)) await new Promise((resolve) => setTimeout(resolve, 5))
    await worker.stop()
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

  test('an image fails after 20 attempts that were interrupted', async () => {
    const vendor = await t.vendor()
    const product = await testProduct(t, vendor)
    const jobId = await imageJob(t, vendor, [{ productId: product.id, urls: [urlAt()] }])
    await t.sql`update import_downloads set attempts = 20 where job_id = ${jobId}`
    await fetchImage(deps(), await claimOne(jobId))
    assert.deepEqual((await imagesOf(t, jobId)).outcomes, ['COULD_NOT_FETCH'])
  })

  suite('limits', () => {
    test('a vendor gets at most 6 of the 8 concurrent downloads, and a host at most 2', async () => {
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
      const first = await claimDownloads(t.sql, { ...claimLimits, running: [] })
      const ofVendor = (id: string, list: Download[]) => list.filter(({ vendorId }) => vendorId === id).length
      assert.deepEqual([ofVendor(many.id, first), ofVendor(few.id, first)], [6, 2])
      assert.equal((await claimDownloads(t.sql, { ...claimLimits, running: first })).length, 0)
      // A download of the first vendor ends. The same vendor gets the next one, because the other vendor's
      // only host already has two.
      const running = first.filter((one) => one !== first.find(({ vendorId }) => vendorId === many.id))
      assert.equal(running.length, 7)
      const next = await claimDownloads(t.sql, { ...claimLimits, running, limit: 1 })
      assert.deepEqual([ofVendor(many.id, next), ofVendor(few.id, next)], [1, 0])
      const all = [...running, ...next]
      const hosts = new Map(all.map(({ host }) => [host, all.filter((one) => one.host === host).length]))
      assert.ok([...hosts.values()].every((count) => count <= 2))
      await t.sql`delete from import_downloads where job_id = any(${jobs}::uuid[])`
    })

    test('concurrent workers claim each download only once', async () => {
      const vendor = await t.vendor()
      const product = await testProduct(t, vendor)
      const urls = Array.from({ length: 40 }, (_, n) => `http://w${n}.example/`)
      const jobId = await imageJob(t, vendor, [{ productId: product.id, urls }])
      const claimed = await Promise.all(
        Array.from({ length: 8 }, () => claimDownloads(t.app.deps.sql, { ...claimLimits, running: [] }))
      )
      const claimedUrls = claimed.flat().map(({ url }) => url)
      assert.equal(new Set(claimedUrls).size, claimedUrls.length)
      assert.ok(claimedUrls.length >= 6)
      await t.sql`delete from import_downloads where job_id = ${jobId}`
    })

    test('a host that does not respond occupies only two downloads', async () => {
      const vendor = await t.vendor()
      const product = await testProduct(t, vendor)
      const slow = Array.from({ length: 5 }, () => newPath())
      const hanging: ServerResponse[] = []
      for (const path of slow) answers.set(path, (response) => void hanging.push(response))
      const jobId = await imageJob(t, vendor, [
        { productId: product.id, urls: slow.map((path) => urlAt(path, 9)) },
        { productId: product.id, urls: Array.from({ length: 6 }, (_, n) => urlAt(newPath(), n + 1)) }
      ])
      const worker = startFetchingImages(deps())
      while (((await imagesOf(t, jobId)).job?.imagesFetched ?? 0) < 6)
        await new Promise((resolve) => setTimeout(resolve, 5))
      assert.equal(hanging.length, 2)
      for (const path of slow) answers.delete(path)
      for (const response of hanging) response.end(image)
      while (!(await imagesOf(t, jobId)).job?.isFinished)
        await new Promise((resolve) => setTimeout(resolve, 5))
      await worker.stop()
      assert.equal((await imagesOf(t, jobId)).job?.imagesFetched, 11)
    })
  })
})
