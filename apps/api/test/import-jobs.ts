import { hash } from 'node:crypto'
import { newId } from '../src/lib/ids.ts'
import type { ItemFault } from '../src/modules/bulk-items/item-fields.ts'
import type { TestApp } from './app.ts'

/** An item of a job. An item without a status has no result yet. */
export type TestItem = {
  code?: string | null
  /** The submitted line. By default it is a valid line with the code. */
  line?: string
  status?: 'CREATED' | 'UPDATED' | 'SKIPPED' | 'FAILED'
  productId?: string
  errors?: ItemFault[]
  warnings?: ItemFault[]
  images?: readonly { url: string; status: string; error?: string; reason?: string }[]
}

type TestJob = {
  status?: string
  /** The job's items by chunk. In each chunk, either all items or no items have a status. */
  chunks?: TestItem[][]
  columns?: Record<string, string | number | boolean | null>
}

/**
 * Inserts a job with its chunks, results and images, and sets the job's counters accordingly. Returns the
 * job's id.
 */
export async function importJob(
  { sql }: TestApp,
  vendorId: string,
  { status = 'PROCESSING', chunks = [], columns = {} }: TestJob = {}
): Promise<string> {
  const id = newId()
  const origin = { requestId: null, actor: { type: 'USER', id: newId(), name: 'Ada', isPlatform: false } }
  const items = chunks.flat().map((item, index) => ({ ...item, index }))
  const count = (wanted: TestItem['status']) => items.filter((item) => item.status === wanted).length
  const rest = count(undefined)
  const images = items.flatMap((item) =>
    (item.images ?? []).map((image, position) => ({ ...image, index: item.index, position }))
  )
  const ended = !['RECEIVING', 'QUEUED', 'PROCESSING'].includes(status)
  const job: Record<string, string | number | boolean | null> = {
    ...{ id, vendor_id: vendorId, status, source: 'JSON', error_policy: 'reject_all' },
    items_total: items.length,
    items_created: count('CREATED'),
    items_updated: count('UPDATED'),
    items_skipped: count('SKIPPED'),
    items_failed: count('FAILED') + (status === 'FAILED' ? rest : 0),
    items_cancelled: status === 'CANCELLED' ? rest : 0,
    images_total: images.length,
    images_fetched: images.filter((image) => image.status === 'FETCHED').length,
    images_failed: images.filter((image) => image.status === 'FAILED').length,
    started_at: status === 'QUEUED' || status === 'RECEIVING' ? null : new Date().toISOString(),
    finished_at: ended ? new Date().toISOString() : null,
    ...columns
  }
  await sql`insert into import_jobs ${sql({ ...job, origin: sql.json(origin) })}`
  let firstIndex = 0
  const rows = chunks.map((chunk, position) => {
    const isDone = chunk.every((item) => item.status !== undefined)
    const row = {
      position,
      first: firstIndex,
      count: chunk.length,
      submitted: chunk.map(lineOf).join('\n'),
      prepared: isDone ? null : chunk.map(({ code }) => (code ? { sku: code } : { errors: [] })),
      done_at: isDone ? new Date().toISOString() : null
    }
    firstIndex += chunk.length
    return row
  })
  await sql`
    insert into import_chunks (job_id, position, vendor_id, first_index, item_count, submitted, prepared, done_at)
    select ${id}, c.position, ${vendorId}, c.first, c.count, c.submitted, nullif(c.prepared, 'null'), c.done_at
    from jsonb_to_recordset(${sql.json(rows)}) as c (position int, first int, count int, submitted text,
      prepared jsonb, done_at timestamptz)`
  const results = items
    .filter((item) => item.status !== undefined)
    .map(({ index, code, status, productId, errors, warnings }) => ({
      ...{ index, code, status, productId },
      errors: errors ?? null,
      warnings: warnings ?? null
    }))
  await sql`
    insert into import_results (job_id, index, vendor_id, code, status, product_id, errors, warnings)
    select ${id}, r.index, ${vendorId}, r.code, r.status, r."productId", nullif(r.errors, 'null'),
      nullif(r.warnings, 'null')
    from jsonb_to_recordset(${sql.json(results)}) as r (index int, code text, status text, "productId" uuid,
      errors jsonb, warnings jsonb)`
  for (const { index, position, url, status, error = null, reason = null } of images) {
    await sql`
      insert into import_images (job_id, item_index, position, vendor_id, product_id, url, url_hash, status, error,
        reason)
      values (${id}, ${index}, ${position}, ${vendorId}, ${newId()}, ${url}, ${hash('sha256', url, 'buffer')},
        ${status}, ${error}, ${reason})`
  }
  return id
}

function lineOf({ line, code }: TestItem): string {
  return line ?? JSON.stringify({ product: `Bolt ${code}`, code, vendor_price: 1 })
}

/**
 * Builds chunks of these sizes, in which each item has a unique code. `done` returns the statuses that the
 * items of a chunk get in turn, or undefined if the chunk hasn't been processed.
 */
export function itemChunks(
  sizes: number[],
  done: (position: number) => TestItem['status'][] | undefined
): TestItem[][] {
  let index = 0
  return sizes.map((size, position) => {
    const statuses = done(position)
    return Array.from({ length: size }, (_, offset) => {
      const status = statuses?.[offset % statuses.length]
      return { code: `C-${index++}`, ...(status && { status }) }
    })
  })
}
