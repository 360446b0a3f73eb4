import type { Sql, Tx } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import { recordEvent } from '../../../events.ts'
import type { Caller } from '../../../http/caller.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { stopping } from '../../../http/streamed-body.ts'
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
import type { QueuedUpload } from '../upload-schema.ts'
import { chunkItems } from '../work/chunks.ts'
import * as queries from './intake-queries.ts'
import type { ThreadReading, UploadThreads } from './upload-threads.ts'

const MiB = 1024 * 1024
/** 5 running and 50 queued. */
const maxJobs = 55
/** How often an upload shows that it is alive while no chunk is full. */
const touchMs = 20_000
/** The least part of the time for taking uploads in: their clients wait, and a large one has to arrive within 15 minutes. */
const minShare = 0.2
/** Characters of stored chunks after which their memory is given back: that stops all else for a moment. */
const collectAt = 2 * MiB
/** What a thread is given at once. */
const portionBytes = 256 * 1024

const limitsOf = (items: number): ReadLimits => ({
  items,
  itemBytes: MiB,
  batchItems: chunkItems,
  batchText: MiB / 2,
  options: ['error_policy', 'on_existing', 'dry_run']
})
const jsonLimits = limitsOf(50_000)
export const lineLimits = limitsOf(1_000_000)

/** The items of one job as they come in: an HTTP body, or the failed items of another job, one a line. */
export type IncomingUpload = {
  source: 'JSON' | 'NDJSON' | 'RETRY'
  body: AsyncIterable<Uint8Array>
  /** Of NDJSON and RETRY: JSON has them in its body. */
  options?: BulkOptions
  retryOf?: string
}

/** A job that is stored in full and still RECEIVING: `queueUpload` makes it work, `dropUpload` takes it back. */
type ReceivedUpload = { id: string; itemsTotal: number; options: BulkOptions }

type UploadDeps = {
  sql: Sql
  pace: BackgroundPace
  threads: UploadThreads
  /** Aborted with the problem that refuses the upload: its sender lost access. */
  lost?: AbortSignal | undefined
}

/**
 * Takes in the items of an upload in constant memory: checked in a thread, stored in chunks under a job that is
 * RECEIVING. Throws a problem, and leaves no job, when the upload is refused (400 with every fault, 409 when it was
 * cancelled while it arrived, 413, 429 `TOO_MANY_JOBS`, 503) or its body ends early.
 */
export async function receiveUpload(
  deps: UploadDeps,
  caller: Caller,
  upload: IncomingUpload
): Promise<ReceivedUpload> {
  const { sql, threads, lost } = deps
  await threads.limit.take(AbortSignal.any(lost ? [lost, threads.ending] : [threads.ending]), caller.vendorId)
  const id = newId()
  const store = new ChunkStore(sql, caller, { ...upload, id })
  const reading = threads.open(
    upload.source === 'JSON' ? { form: 'JSON', limits: jsonLimits } : { form: 'LINES', limits: lineLimits }
  )
  const timer = setInterval(() => store.touch(), touchMs)
  try {
    const { faults, faultCount, total, options } = await feed(reading, upload.body, { ...deps, store })
    if (faultCount > 0) throw new Problem('VALIDATION_FAILED', { faults, faultCount })
    await store.finish()
    return { id, itemsTotal: total, options: upload.options ?? options }
  } catch (error) {
    await dropUpload(sql, caller, id)
    throw error
  } finally {
    clearInterval(timer)
    reading.close()
    threads.limit.release({ key: caller.vendorId })
  }
}

/** Queues a received job in the transaction that answers for it; 409 where it was cancelled. */
export async function queueUpload(
  tx: Tx,
  caller: Caller,
  { id, itemsTotal, options }: ReceivedUpload
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
  return JSON.stringify({ queue_id: id })
}

/** Takes back a job that was not queued. One that was is not changed. */
export async function dropUpload(sql: Sql, { vendorId }: Caller, id: string): Promise<void> {
  await queries.deleteUpload(sql, vendorId, id)
  await queries.deleteCancelledChunks(sql, vendorId, id)
}

/** Gives the thread what it needs until it has read all. */
async function feed(
  reading: ThreadReading,
  body: AsyncIterable<Uint8Array>,
  { sql, pace, threads, lost, store }: UploadDeps & { store: ChunkStore }
): Promise<ReadEnd> {
  const portions = portionsOf(body)
  const answerTo = async (need: ReadNeed): Promise<ReadAnswer> => {
    if (need.need === 'categories') return { unknownIds: await queries.listUnknownCategories(sql, need.ids) }
    if (need.need === 'taken') {
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
      lost?.throwIfAborted()
      // Nothing holds batches that were taken any more, and the driver has copied them several times over.
      if (garbage >= collectAt) {
        collectYoung()
        garbage = 0
      }
      if (step.need.need === 'taken') garbage += step.need.submitted.length + step.need.prepared.length
      const answer = await answerTo(step.need)
      step = await pace.run(() => reading.next(answer), minShare)
    }
    return step.end
  } finally {
    await portions.return(undefined)
  }
}

/** The bytes in portions of their own memory, which a thread can be given. */
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

/** Stores chunks. The first is held back until another follows or all are there, so that most refusals write nothing. */
class ChunkStore {
  private readonly sql: Sql
  private readonly caller: Caller
  private readonly upload: IncomingUpload & { id: string }
  private held: ReadBatch | undefined
  private position = 0
  private isStarted = false

  constructor(sql: Sql, caller: Caller, upload: IncomingUpload & { id: string }) {
    this.sql = sql
    this.caller = caller
    this.upload = upload
  }

  async take(batch: ReadBatch): Promise<void> {
    if (this.isStarted) return this.store(batch)
    const { held } = this
    this.held = batch
    if (!held) return
    await this.store(held)
    await this.finish()
  }

  async finish(): Promise<void> {
    if (this.held) await this.store(this.held)
    this.held = undefined
  }

  touch(): void {
    // Lost, it is only one sign of several.
    if (this.isStarted) queries.touchUpload(this.sql, this.caller.vendorId, this.upload.id).catch(() => {})
  }

  private async store({ firstIndex, count, submitted, prepared }: ReadBatch): Promise<void> {
    if (!this.isStarted) await this.start()
    const chunk = { jobId: this.upload.id, position: this.position++, firstIndex, count, submitted, prepared }
    if (!(await queries.insertChunk(this.sql, this.caller.vendorId, chunk))) throw cancelled()
  }

  private async start(): Promise<void> {
    const { id, source, options, retryOf = null } = this.upload
    const { vendorId, requestId, actor } = this.caller
    const { errorPolicy } = options ?? defaultOptions('reject_all')
    const isTaken = await this.sql.begin(async (tx) => {
      await queries.lockJobSlots(tx, vendorId)
      const origin = { requestId, actor }
      return queries.insertUpload(tx, vendorId, { id, source, errorPolicy, origin, maxJobs, retryOf })
    })
    if (!isTaken) {
      throw new Problem('TOO_MANY_JOBS', {
        detail: `At most ${maxJobs} import jobs of a vendor can be under way.`,
        headers: { 'retry-after': '5' }
      })
    }
    this.isStarted = true
  }
}

function cancelled(): Problem {
  return new Problem('INVALID_TRANSITION', { detail: 'The import job was cancelled while it was arriving.' })
}
