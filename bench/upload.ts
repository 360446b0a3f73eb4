import { Readable } from 'node:stream'
import type { Target } from './http.ts'

type Headers = () => Record<string, string>

/** The fields of an import job that the measurements use. */
export type Job = {
  status: string
  items_total: number
  items_processed: number
  items_created: number
  items_failed: number
  images_fetched: number
  error: string | null
}

export type Body = { type: 'application/json' | 'application/x-ndjson'; bytes: Buffer | Readable }

/** Sends a bulk upload and returns the id of its job. */
export async function sendUpload(service: Target, headers: Headers, { type, bytes }: Body): Promise<string> {
  const answer = await service.pool.request({
    method: 'POST',
    path: '/api/v1/vendor/products/bulk-upload',
    headers: { ...headers(), 'content-type': type },
    body: bytes
  })
  const text = await answer.body.text()
  if (answer.statusCode !== 200)
    throw new Error(`The upload returned ${answer.statusCode}: ${text.slice(0, 1000)}`)
  return (JSON.parse(text) as { queue_id: string }).queue_id
}

/** Waits until a job has ended and returns it. */
export async function awaitJob(service: Target, headers: Headers, id: string): Promise<Job> {
  for (;;) {
    const path = `/api/v1/vendor/import-jobs/${id}?wait=25`
    const job = await service.json<Job>({ path, headers: headers() })
    if (!['RECEIVING', 'QUEUED', 'PROCESSING'].includes(job.status)) return job
  }
}

/** Cancels a job, if it hasn't ended yet. */
export async function cancelJob(service: Target, headers: Headers, id: string): Promise<void> {
  const path = `/api/v1/vendor/import-jobs/${id}/cancel`
  const status = await service.statusOf({ method: 'POST', path, headers: headers() })
  if (status !== 200 && status !== 409) throw new Error(`Cancelling the job returned ${status}`)
}

/** Throws unless all items of the job were created. */
export function requireCreated(job: Job, items: number): void {
  if (job.status !== 'COMPLETED' || job.items_created !== items)
    throw new Error(`The upload of ${items} items ended with ${JSON.stringify(job)}`)
}

export function jsonBody(items: unknown[]): Body {
  return { type: 'application/json', bytes: Buffer.from(JSON.stringify({ items })) }
}

export function ndjsonBody(items: unknown[]): Body {
  const text = items.map((item) => JSON.stringify(item)).join('\n')
  return { type: 'application/x-ndjson', bytes: Buffer.from(`${text}\n`) }
}

/** Returns a body that is generated while it is sent, in chunks of about 64 KiB. */
export function ndjsonStream(lines: number, itemAt: (index: number) => unknown): Body {
  function* chunks(): Generator<Buffer> {
    let text = ''
    for (let index = 0; index < lines; index++) {
      text += `${JSON.stringify(itemAt(index))}\n`
      if (text.length < 65_536) continue
      yield Buffer.from(text)
      text = ''
    }
    if (text) yield Buffer.from(text)
  }
  return { type: 'application/x-ndjson', bytes: Readable.from(chunks(), { objectMode: false }) }
}
