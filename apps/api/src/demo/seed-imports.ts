import type { Tx } from '../db/connect.ts'
import { type Origin, recordEvent } from '../events.ts'
import { insertUpload, queueJob } from '../modules/imports/receive/intake-queries.ts'
import type { ReadBatch } from '../modules/imports/receive/item-batch.ts'
import { readItems } from '../modules/imports/receive/read-items.ts'
import { lineLimits } from '../modules/imports/receive/receive-upload.ts'
import { checkUploadItem } from '../modules/imports/receive/upload-item.ts'
import {
  type Chunk,
  finishChunk,
  insertResults,
  resolveItems
} from '../modules/imports/work/chunk-queries.ts'
import { decideItems } from '../modules/imports/work/decide-items.ts'
import { cancelJob, settleJob } from '../modules/imports/work/job-queries.ts'
import { demoCatalog } from './catalog.ts'
import { idOfTime } from './id-of-time.ts'
import { insertDemoChunk, moveDemoImports, startDemoImport } from './import-queries.ts'
import { type CurrentItem, type DemoImport, demoImports } from './imports.ts'
import { type DemoMoment, moveDemoEvents } from './order-queries.ts'

type Uploader = { vendorId: string; origin: Origin }

/** What the vendor has uploaded: read and decided by the code that does it for an upload, and moved to its time. */
export async function seedImports(tx: Tx, uploader: Uploader): Promise<void> {
  const now = Date.now()
  const moments: DemoMoment[] = []
  for (const job of demoImports(currentItems())) {
    const created = now - job.daysAgo * 86_400_000
    const id = idOfTime(created)
    await receive(tx, uploader, { id, job })
    if (job.isCancelled) await cancelJob(tx, uploader.vendorId, { id, origin: uploader.origin })
    else await workOn(tx, uploader, { id, job })
    const end = job.isCancelled ? 'import_job.cancelled' : 'import_job.completed'
    moments.push(momentOf('import_job.queued', id, created), momentOf(end, id, created + 2_400))
  }
  await Promise.all([moveDemoEvents(tx, moments), moveDemoImports(tx)])
}

function momentOf(type: string, subjectId: string, at: number): DemoMoment {
  return { type, subjectId, at: new Date(at).toISOString() }
}

/** Items that name products of one variant with the price that they have, so that nothing is to be changed. */
function currentItems(): CurrentItem[] {
  return demoCatalog().flatMap(({ vendor, product: { sku, name, status, variants, revision } }) => {
    const [only, ...others] = variants
    if (vendor !== 'harbor' || status || revision || !only || others.length > 0) return []
    return [{ code: sku, product: name, vendor_price: only[2] }]
  })
}

type OneJob = { id: string; job: DemoImport }

async function receive(tx: Tx, { vendorId, origin }: Uploader, { id, job }: OneJob): Promise<void> {
  const batch = readBatch(job)
  const options = {
    errorPolicy: 'reject_failed_items',
    onExisting: job.onExisting,
    dryRun: job.dryRun
  } as const
  const upload = { id, source: 'NDJSON', errorPolicy: options.errorPolicy, retryOf: null, origin } as const
  await Promise.all([
    insertUpload(tx, vendorId, { ...upload, mostJobs: 1 }),
    insertDemoChunk(tx, vendorId, { ...batch, jobId: id, position: 0 }),
    queueJob(tx, vendorId, { id, itemsTotal: batch.count, options }),
    recordEvent(tx, origin, {
      type: 'import_job.queued',
      vendorId,
      subject: { type: 'import_job', id },
      details: { itemsTotal: batch.count, dryRun: job.dryRun }
    })
  ])
}

/** The items as one batch; they name no categories. */
function readBatch({ items }: DemoImport): ReadBatch {
  const reading = readItems('LINES', { check: checkUploadItem, limits: lineLimits })
  reading.next()
  const bytes = Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''))
  reading.next({ bytes })
  const { value } = reading.next({})
  if (!value || !('need' in value) || value.need !== 'taken')
    throw new Error('The demo has an upload of no items')
  return value
}

/** As a worker does where nothing is to be written: a dry run, or items that say what is there. */
async function workOn(tx: Tx, { vendorId }: Uploader, { id, job }: OneJob): Promise<void> {
  const { dryRun, onExisting } = job
  const chunk: Chunk = { jobId: id, position: 0, lastPosition: 0, firstIndex: 0, dryRun, onExisting }
  const [, items] = await Promise.all([startDemoImport(tx, vendorId, id), resolveItems(tx, vendorId, chunk)])
  const results = decideItems(items, { onExisting, known: new Set() })
  const countOf = (status: string) => results.filter((one) => one.status === status).length
  const counted = { created: countOf('CREATED'), updated: countOf('UPDATED'), failed: countOf('FAILED') }
  await Promise.all([
    insertResults(tx, vendorId, { ...chunk, results }),
    finishChunk(tx, vendorId, chunk),
    settleJob(tx, vendorId, { id, counted })
  ])
}
