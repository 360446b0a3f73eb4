import { createHash } from 'node:crypto'
import { newId } from '../src/lib/ids.ts'
import type { TestApp } from './app.ts'

export const hashOf = (url: string) => createHash('sha256').update(url).digest()

/** An upload of the vendor whose items are done and whose images wait: the URLs of each item, by its product. */
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

/** What the job says of its images: its own row, and `status` or the error of each entry. */
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
