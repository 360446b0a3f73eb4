import { basename } from 'node:path'
import type { Tx } from '../apps/api/src/db/connect.ts'
import { type Origin, recordEvent } from '../apps/api/src/events.ts'
import type { ReadBatch } from '../apps/api/src/modules/bulk-items/item-batch.ts'
import { readWhole } from '../apps/api/src/modules/bulk-items/read-items.ts'
import { insertUpload, queueJob } from '../apps/api/src/modules/imports/receive/intake-queries.ts'
import { lineLimits } from '../apps/api/src/modules/imports/receive/receive-upload.ts'
import { uploadItems } from '../apps/api/src/modules/imports/receive/upload-item.ts'
import {
  type Chunk,
  insertResults,
  resolveItems
} from '../apps/api/src/modules/imports/work/chunk-queries.ts'
import { decideItems } from '../apps/api/src/modules/imports/work/chunks.ts'
import { finishItems } from '../apps/api/src/modules/imports/work/claim-queries.ts'
import { cancelJob, settleJob } from '../apps/api/src/modules/imports/work/job-queries.ts'
import { termIdsOf } from '../apps/api/src/modules/products/write/references.ts'
import { day, demoId, isoText } from './numbers.ts'
import { insertChunk, startImport } from './queries.ts'
import { readData, readText } from './read-data.ts'
import { type Actor, callerOf } from './seed-marketplace.ts'
import { type EventTime, moveEvents, moveImports } from './time-queries.ts'

/**
 * An import in `data/imports.json`. The file lists them oldest first: an import that changes nothing, a dry
 * run in which two items fail, an import that was cancelled while it was queued, and one in which three items fail.
 */
export type DemoImport = {
  file: string
  daysAgo: number
  onExisting: 'fail' | 'update'
  dryRun: boolean
  isCancelled?: true
}

type Job = DemoImport & { id: string; vendorId: string; origin: Origin }

/**
 * Inserts the vendor's imports. They are processed by the code for real imports, then moved to times in the
 * past.
 */
export async function seedImports(
  tx: Tx,
  { uploader, now }: { uploader: Actor; now: number }
): Promise<void> {
  const { requestId, actor } = callerOf(uploader)
  const times: EventTime[] = []
  for (const demoImport of await readData<DemoImport[]>('imports.json')) {
    const age = Math.round(demoImport.daysAgo * day)
    const created = now - age
    const job = {
      ...demoImport,
      id: demoId(`import ${demoImport.file}`, age),
      vendorId: uploader.vendorId,
      origin: { requestId, actor }
    }
    const itemCount = await receive(tx, job)
    if (job.isCancelled) await cancelJob(tx, job.vendorId, job)
    else await workOn(tx, { ...job, itemCount })
    const end = job.isCancelled ? 'import_job.cancelled' : 'import_job.completed'
    times.push(
      { type: 'import_job.queued', subjectId: job.id, at: isoText(created) },
      { type: end, subjectId: job.id, at: isoText(created + 2_400) }
    )
  }
  await Promise.all([moveEvents(tx, times), moveImports(tx)])
}

/** Returns the number of items. */
async function receive(tx: Tx, { id, vendorId, origin, file, onExisting, dryRun }: Job): Promise<number> {
  const batch = readBatch(await readText(file))
  const errorPolicy = 'reject_failed_items'
  const fileName = basename(file)
  const upload = { id, source: 'NDJSON', errorPolicy, retryOf: null, fileName, origin, maxJobs: 1 } as const
  await Promise.all([
    insertUpload(tx, vendorId, upload),
    insertChunk(tx, vendorId, { ...batch, jobId: id, position: 0 }),
    queueJob(tx, vendorId, { id, itemsTotal: batch.count, options: { errorPolicy, onExisting, dryRun } }),
    recordEvent(tx, origin, {
      type: 'import_job.queued',
      vendorId,
      subject: { type: 'import_job', id },
      details: { itemsTotal: batch.count, dryRun }
    })
  ])
  return batch.count
}

/** Reads the lines of a file as one batch. */
function readBatch(lines: string): ReadBatch {
  const batches: ReadBatch[] = []
  const take = (batch: ReadBatch) => batches.push(batch)
  readWhole('LINES', { bytes: Buffer.from(lines), kind: uploadItems, limits: lineLimits, take })
  if (!batches[0]) throw new Error('A demo import has no items')
  return batches[0]
}

/**
 * Processes an import that changes no products, as a worker would: a dry run, or items that are equal to the stored
 * ones or fail.
 */
async function workOn(
  tx: Tx,
  { id, vendorId, origin, dryRun, onExisting, itemCount }: Job & { itemCount: number }
): Promise<void> {
  const options = { dryRun, onExisting, origin, claim: id }
  const chunk: Chunk = { jobId: id, position: 0, lastPosition: 0, firstIndex: 0, itemCount, ...options }
  const [, items] = await Promise.all([startImport(tx, vendorId, id), resolveItems(tx, vendorId, chunk)])
  const results = decideItems(items, { onExisting, known: termIdsOf({}) })
  const countOf = (status: string) => results.filter((one) => one.status === status).length
  const counted = { created: countOf('CREATED'), updated: countOf('UPDATED'), failed: countOf('FAILED') }
  await Promise.all([
    insertResults(tx, vendorId, { ...chunk, results }),
    finishItems(tx, vendorId, chunk),
    settleJob(tx, vendorId, { id, counted })
  ])
}
