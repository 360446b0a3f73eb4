import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { createGuardedFetch } from '../src/fetching/guarded-fetch.ts'
import { newId } from '../src/lib/ids.ts'
import { type FetchDeps, startFetchingImages } from '../src/modules/imports/images/fetch-images.ts'
import { claimDownloads, type Download } from '../src/modules/imports/images/image-job-queries.ts'
import type { TestApp } from './app.ts'
import { type ImageHost, imageHost } from './image-host.ts'

/** The maximum numbers of downloads that one call of `claimDownloads` may claim. */
export const claimLimits = { limit: 8, perVendor: 6, perHost: 2 }

/** Returns the hash of a URL, as the column `url_hash` contains it. */
export const hashOf = (url: string) => createHash('sha256').update(url).digest()

/**
 * Inserts an import job of the vendor. The job's items have been processed, and its images are pending.
 * Returns the job's id.
 */
export async function imageJob(
  { sql }: TestApp,
  { id: vendorId }: { id: string },
  items: { productId: string; urls: string[] }[]
): Promise<string> {
  const jobId = newId()
  const images = items.flatMap(({ productId, urls }, item) =>
    urls.map((url, position) => ({
      ...{ job_id: jobId, item_index: item, position, vendor_id: vendorId, product_id: productId, url },
      url_hash: hashOf(url)
    }))
  )
  const urls = [...new Set(images.map(({ url }) => url))]
  const origin = { requestId: null, actor: { type: 'USER', id: null, name: 'Test', isPlatform: false } }
  await sql.begin(async (tx) => {
    await tx`
      insert into import_jobs (id, vendor_id, status, source, error_policy, origin, items_total, items_created,
        images_total, started_at)
      values (${jobId}, ${vendorId}, 'PROCESSING', 'NDJSON', 'reject_failed_items', ${tx.json(origin)}, ${items.length},
        ${items.length}, ${images.length}, now())`
    for (const image of images) await tx`insert into import_images ${tx(image)}`
    for (const url of urls) {
      const download = { job_id: jobId, vendor_id: vendorId, url, url_hash: hashOf(url) }
      await tx`insert into import_downloads ${tx(download)}`
    }
  })
  return jobId
}

/**
 * Returns the image counters of a job, the outcome of each image, and the number of downloads. The outcome of
 * an image is its error, or its status if it has no error.
 */
export async function imagesOf({ sql }: TestApp, jobId: string) {
  const [job] = await sql`
    select status, images_total, images_fetched, images_failed, finished_at is not null as is_finished
    from import_jobs where id = ${jobId}`
  const images = await sql<{ url: string; outcome: string }[]>`
    select url, coalesce(error, status) as outcome from import_images where job_id = ${jobId}
    order by item_index, position`
  const downloads = await sql`select from import_downloads where job_id = ${jobId}`
  return { job, outcomes: images.map(({ outcome }) => outcome), downloads: downloads.length }
}

/**
 * Returns helpers for tests that fetch images. A helper uses the application, the host and the image that
 * `current` returns when the helper is called.
 */
export function fetchedImages(current: () => { t: TestApp; host: ImageHost; image: Buffer }) {
  /** Handlers of requests, by path. The host responds to requests for all other paths with the image. */
  const answers = new Map<string, (response: ServerResponse) => void>()
  /** Starts a host that responds with the image, except to requests for paths in `answers`. */
  const startHost = () =>
    imageHost(
      (request, response) => {
        const answer = answers.get(request.url ?? '')
        if (answer) answer(response)
        else response.end(current().image)
      },
      { address: '0.0.0.0' }
    )

  let paths = 0
  const newPath = () => `/image-${paths++}`
  /**
   * Returns a URL on the test's host. Each `n` gives a different loopback address, which counts as a
   * different host.
   */
  const urlAt = (path = newPath(), n = 1) => `http://127.0.0.${n}:${current().host.port}${path}`

  function deps(changes: Partial<FetchDeps> = {}): FetchDeps {
    const { sql, signals, pace, assets, images } = current().t.app.deps
    const log = pino({ level: 'silent' })
    const fetchImage = createGuardedFetch({ allow: ['127.0.0.0/8'], deadlineMs: 10_000 })
    return { sql, signals, pace, assets, images, log, fetchImage, ...changes }
  }

  /** Fetches pending images until the job ends. Returns the state of the job's images. */
  async function finish(jobId: string, changes: Partial<FetchDeps> = {}) {
    const { t } = current()
    const worker = startFetchingImages(deps(changes))
    try {
      while (!(await imagesOf(t, jobId)).job?.isFinished)
        await new Promise((resolve) => setTimeout(resolve, 10))
    } finally {
      await worker.stop()
    }
    return imagesOf(t, jobId)
  }

  async function claimOne(jobId: string): Promise<Download> {
    const claimed = await claimDownloads(current().t.sql, { ...claimLimits, running: [] })
    const [download, ...rest] = claimed
    assert.ok(download && rest.length === 0)
    assert.equal(download.jobId, jobId)
    return download
  }

  async function completions(jobId: string): Promise<number> {
    const rows = await current().t.sql`
      select from events where type = 'import_job.completed' and subject_id = ${jobId}`
    return rows.length
  }

  return { answers, startHost, newPath, urlAt, deps, finish, claimOne, completions }
}
