import type { Sql, Tx } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import { recordEvent } from '../../../events.ts'
import { stopping } from '../../../http/body/streamed-body.ts'
import type { Caller } from '../../../http/caller.ts'
import type { JsonText } from '../../../http/json-text.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { signal } from '../../../jobs/signals.ts'
import { collectYoung } from '../../../lib/garbage.ts'
import { newId } from '../../../lib/ids.ts'
import type { ReadBatch } from '../../bulk-items/item-batch.ts'
import {
  type BulkOptions,
  defaultOptions,
  type ReadAnswer,
  type ReadEnd,
  type ReadLimits,
  type ReadNeed
} from '../../bulk-items/read-items.ts'
import { readWorkbookCatalog } from '../../bulk-items/workbook/catalog.ts'
import { diskIsFull, spoolWorkbook } from '../../bulk-items/workbook/spool-workbook.ts'
import { checkItemAttributes } from '../../products/attributes/check-items.ts'
import { definitionCache } from '../../products/attributes/definition-cache.ts'
import type { CheckedAttributes, ItemAttributes } from '../../products/attributes/item-attributes.ts'
import { type Marketplace, marketplaceOf } from '../../products/marketplace-queries.ts'
import type { QueuedUpload } from '../upload-schema.ts'
import { chunkItems } from '../work/chunks.ts'
import * as queries from './intake-queries.ts'
import type { ThreadReading, UploadThreads } from './upload-threads.ts'

const MiB = 1024 * 1024
/** The maximum number of unfinished jobs of a vendor: 5 running and 50 queued. */
const maxJobs = 55
/** The interval between updates of `received_at`, which show that the upload is alive. */
const touchMs = 20_000
/**
 * The minimum share of the process's time that receiving uploads gets, even while many other requests are
 * running. Other background work gets a smaller share. Here, clients wait for the response, and a large body
 * must arrive within 15 minutes.
 */
const minShare = 0.2
/**
 * The number of characters of chunks that are stored between two garbage collections. Each collection pauses
 * the process for a moment.
 */
const collectAt = 2 * MiB
/** The number of bytes of a body that are passed to the thread at a time. */
const portionBytes = 256 * 1024

const limitsOf = (items: number): ReadLimits => ({
  items,
  itemBytes: MiB,
  batchItems: chunkItems,
  batchText: MiB / 2,
  options: ['error_policy', 'on_existing', 'dry_run']
})
const jsonLimits = limitsOf(50_000)
/** The limits of a body with one item per line. */
export const lineLimits = limitsOf(1_000_000)

/** An upload to receive: an HTTP body, or the failed items of another job, one per line. */
export type IncomingUpload = {
  source: 'JSON' | 'NDJSON' | 'WORKBOOK' | 'RETRY'
  body: AsyncIterable<Uint8Array>
  /** Set for all but JSON. A JSON body contains its options. */
  options?: BulkOptions
  retryOf?: string
  /** The name of the file from which the items come. */
  fileName: string | null
}

/**
 * A job whose items are all stored, but which is still RECEIVING. Pass it to `queueUpload`, or delete it with
 * `dropUpload`.
 */
type ReceivedUpload = {
  id: string
  itemsTotal: number
  options: BulkOptions
  /** The columns of a workbook that are not used. */
  ignoredColumns?: string[] | undefined
}

type UploadDeps = {
  sql: Sql
  pace: BackgroundPace
  threads: UploadThreads
  /** Aborted when the client loses access during the upload. The reason is the problem to respond with. */
  accessLost?: AbortSignal | undefined
}

/**
 * Receives the items of an upload in constant memory. A thread checks the items. They are stored in chunks of
 * a job with status RECEIVING. If the upload is refused or its body is incomplete, deletes the job and throws
 * a problem: 400 with the errors, 409 if the job was cancelled in the meantime, 413, 415 if the body is NDJSON
 * that was sent as JSON, 429 `TOO_MANY_JOBS`, or 503.
 */
export async function receiveUpload(
  deps: UploadDeps,
  caller: Caller,
  upload: IncomingUpload
): Promise<ReceivedUpload> {
  const { sql, threads, accessLost } = deps
  const signals = accessLost ? [accessLost, threads.ending] : [threads.ending]
  await threads.limit.take(AbortSignal.any(signals), caller.vendorId)
  const marketplace = await marketplaceOf(sql).catch((error) => {
    threads.limit.release({ key: caller.vendorId })
    throw error
  })
  const id = newId()
  const store = new ChunkStore(sql, caller, { ...upload, id })
  const timer = setInterval(() => store.touch(), touchMs)
  try {
    const end = await readBody(upload, { ...deps, store, marketplace, vendorId: caller.vendorId })
    const { faults, faultCount, isCountExact = true, total, options, detail, ignoredColumns } = end
    if (end.isLines) throw ndjsonNotDeclared()
    if (end.isDiskFull) throw diskIsFull()
    if (faultCount > 0)
      throw new Problem('VALIDATION_FAILED', {
        ...{ faults, faultCount, faultCountIsExact: isCountExact },
        ...(detail !== undefined && { detail })
      })
    await store.finish()
    return { id, itemsTotal: total, options: upload.options ?? options, ignoredColumns }
  } catch (error) {
    await dropUpload(sql, caller, id)
    throw error
  } finally {
    clearInterval(timer)
    threads.limit.release({ key: caller.vendorId })
  }
}

type Receiving = UploadDeps & { store: ChunkStore; marketplace: Marketplace; vendorId: string }

/** Reads a body in a thread: a workbook from a temporary file, any other body while it arrives. */
async function readBody({ source, body }: IncomingUpload, deps: Receiving): Promise<ReadEnd> {
  const { threads, marketplace } = deps
  if (source === 'WORKBOOK') return readWorkbook(body, deps)
  const reading = threads.open(
    source === 'JSON'
      ? { format: 'JSON', limits: jsonLimits, marketplace }
      : { format: 'LINES', limits: lineLimits, marketplace }
  )
  try {
    return await feed(reading, body, deps)
  } finally {
    reading.close()
  }
}

async function readWorkbook(body: AsyncIterable<Uint8Array>, deps: Receiving): Promise<ReadEnd> {
  const { threads, accessLost, marketplace, vendorId } = deps
  const workbook = await spoolWorkbook(body)
  try {
    await threads.workbookLimit.take(
      AbortSignal.any([threads.ending, ...(accessLost ? [accessLost] : [])]),
      vendorId
    )
    const reading = threads.open({ format: 'WORKBOOK', path: workbook.path, limits: lineLimits, marketplace })
    try {
      return await feed(reading, noBytes(), deps)
    } finally {
      reading.close()
      threads.workbookLimit.release({ key: vendorId })
    }
  } finally {
    await workbook.remove()
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

function ndjsonNotDeclared(): Problem {
  return new Problem('NDJSON_NOT_DECLARED', {
    detail:
      'The body has one JSON value per line. Send it with the header Content-Type: application/x-ndjson.'
  })
}

/** Queues a received job and returns the response. Throws 409 if the job was cancelled in the meantime. */
export async function queueUpload(
  tx: Tx,
  caller: Caller,
  { id, itemsTotal, options, ignoredColumns }: ReceivedUpload
): Promise<JsonText<QueuedUpload>> {
  const { vendorId } = caller
  if (!(await queries.queueJob(tx, vendorId, { id, itemsTotal, options }))) throw cancelled()
  await recordEvent(tx, caller, {
    type: 'import_job.queued',
    vendorId,
    subject: { type: 'import_job', id },
    details: { itemsTotal, dryRun: options.dryRun }
  })
  await signal(tx, 'imports')
  return JSON.stringify({ queue_id: id, ...(ignoredColumns && { ignored_columns: ignoredColumns }) })
}

/** Deletes a job that has not been queued, with its chunks. Does nothing if the job is queued already. */
export async function dropUpload(sql: Sql, { vendorId }: Caller, id: string): Promise<void> {
  await queries.deleteUpload(sql, vendorId, id)
  await queries.deleteCancelledChunks(sql, vendorId, id)
}

/**
 * Replies to each request of the thread that reads the upload. Returns the thread's result when the thread
 * has read the whole body.
 */
async function feed(
  reading: ThreadReading,
  body: AsyncIterable<Uint8Array>,
  { sql, pace, threads, accessLost, store }: UploadDeps & { store: ChunkStore }
): Promise<ReadEnd> {
  const portions = portionsOf(body)
  const answerTo = async (need: ReadNeed): Promise<ReadAnswer> => {
    if (need.need === 'terms') return { unknown: await queries.listUnknownTerms(sql, need.ids) }
    if (need.need === 'catalog') return { catalog: await readWorkbookCatalog(sql) }
    if (need.need === 'attributes') return { checked: await checkAttributes(sql, need.items) }
    if (need.need === 'batch') {
      await pace.run(() => store.take(need), minShare)
      return {}
    }
    const { value, done } = await portions.next()
    return done ? {} : { bytes: value }
  }
  try {
    let step = await reading.next()
    let garbage = 0
    while (!('end' in step)) {
      if (threads.ending.aborted) throw stopping()
      accessLost?.throwIfAborted()
      // The stored batches, and the copies of them that the driver made, can be collected now.
      if (garbage >= collectAt) {
        collectYoung()
        garbage = 0
      }
      if (step.need.need === 'batch') garbage += step.need.submitted.length + step.need.prepared.length
      const answer = await answerTo(step.need)
      step = await pace.run(() => reading.next(answer), minShare)
    }
    return step.end
  } finally {
    await portions.return(undefined)
  }
}

/**
 * Checks the attributes of items that have categories. An item without categories can update a product that has some, so
 * it is checked when its chunk is processed.
 */
async function checkAttributes(sql: Sql, items: ItemAttributes[]): Promise<CheckedAttributes[]> {
  const definitions = await definitionCache(sql).latest()
  return items.map((item) => {
    const checked = checkItemAttributes(definitions, item)
    return item.categoryIds.length > 0 ? checked : { ...checked, faults: [] }
  })
}

/**
 * Copies the body into portions. Each portion has its own memory, so that it can be transferred to a thread.
 */
async function* portionsOf(
  body: AsyncIterable<Uint8Array>
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  let portion = new Uint8Array(portionBytes)
  let length = 0
  for await (const bytes of body) {
    for (let start = 0; start < bytes.length; ) {
      const part = bytes.subarray(start, start + portionBytes - length)
      portion.set(part, length)
      length += part.length
      start += part.length
      if (length < portionBytes) continue
      yield portion
      portion = new Uint8Array(portionBytes)
      length = 0
    }
  }
  if (length > 0) yield portion.slice(0, length)
}

/**
 * Stores the chunks of an upload. Stores the first chunk only when the second chunk or the end of the body
 * arrives, so that most refused uploads write nothing.
 */
class ChunkStore {
  private readonly sql: Sql
  private readonly caller: Caller
  private readonly upload: IncomingUpload & { id: string }
  private heldBatch: ReadBatch | undefined
  private position = 0
  private isStarted = false

  constructor(sql: Sql, caller: Caller, upload: IncomingUpload & { id: string }) {
    this.sql = sql
    this.caller = caller
    this.upload = upload
  }

  async take(batch: ReadBatch): Promise<void> {
    if (this.isStarted) return this.store(batch)
    const { heldBatch } = this
    this.heldBatch = batch
    if (!heldBatch) return
    await this.store(heldBatch)
    await this.finish()
  }

  async finish(): Promise<void> {
    if (this.heldBatch) await this.store(this.heldBatch)
    this.heldBatch = undefined
  }

  touch(): void {
    // If one update fails, the next one makes up for it.
    if (this.isStarted) queries.touchUpload(this.sql, this.caller.vendorId, this.upload.id).catch(() => {})
  }

  private async store({ firstIndex, count, submitted, prepared, cells }: ReadBatch): Promise<void> {
    if (!this.isStarted) await this.start()
    const position = this.position++
    const chunk = { jobId: this.upload.id, position, firstIndex, count, submitted, prepared, cells }
    if (!(await queries.insertChunk(this.sql, this.caller.vendorId, chunk))) throw cancelled()
  }

  private async start(): Promise<void> {
    const { id, source, options, retryOf = null, fileName } = this.upload
    const { vendorId, requestId, actor, traceparent } = this.caller
    const { errorPolicy } = options ?? defaultOptions('reject_all')
    const isInserted = await this.sql.begin(async (tx) => {
      await queries.lockJobSlots(tx, vendorId)
      const origin = { requestId, actor, ...(traceparent && { traceparent }) }
      const job = { id, source, errorPolicy, origin, maxJobs, retryOf, fileName }
      return queries.insertUpload(tx, vendorId, job)
    })
    if (!isInserted) {
      throw new Problem('TOO_MANY_JOBS', {
        detail: `A vendor can have at most ${maxJobs} unfinished import jobs. Try again when one of them has ended.`,
        headers: { 'retry-after': '5' }
      })
    }
    this.isStarted = true
  }
}

function cancelled(): Problem {
  return new Problem('INVALID_TRANSITION', {
    detail: 'The import job was cancelled while its items were being received.'
  })
}
