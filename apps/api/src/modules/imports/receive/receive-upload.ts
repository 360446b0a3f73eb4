import type { Sql } from '../../../db/connect.ts'
import { Problem } from '../../../errors.ts'
import type { Origin } from '../../../events.ts'
import { stopping } from '../../../http/streamed-body.ts'
import type { BackgroundPace } from '../../../jobs/background-pace.ts'
import { collectYoung } from '../../../lib/garbage.ts'
import { newId } from '../../../lib/ids.ts'
import { chunkItems } from '../work/join-chunks.ts'
import * as queries from './intake-queries.ts'
import type { ReadBatch } from './item-batch.ts'
import type { ItemThreads, ThreadReading } from './item-threads.ts'
import type { ReadAnswer, ReadEnd, ReadLimits, ReadNeed } from './read-items.ts'
import { defaultOptions, type UploadOptions } from './upload-options.ts'

const MiB = 1024 * 1024
/** 5 running and 50 queued. */
const mostJobs = 55
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
  batchText: MiB / 2
})
export const jsonLimits = limitsOf(50_000)
export const lineLimits = limitsOf(1_000_000)

/** The items of one job as they come in: an HTTP body, or the failed items of another job, one a line. */
export type IncomingUpload = {
  vendorId: string
  origin: Origin
  source: 'JSON' | 'NDJSON' | 'RETRY'
  body: AsyncIterable<Uint8Array>
  /** Of NDJSON and RETRY: JSON has them in its body. */
  options?: UploadOptions
  retryOf?: string
}

/** A job that is stored in full and still RECEIVING: `queueUpload` makes it work, `dropUpload` takes it back. */
export type ReceivedUpload = { id: string; vendorId: string; itemsTotal: number; options: UploadOptions }

/**
 * Takes in the items of an upload in constant memory: checked in a thread, stored in chunks under a job that is
 * RECEIVING. Throws a problem, and leaves no job, when the upload is refused (400 with every fault, 409 when it was
 * cancelled meanwhile, 413, 429 `TOO_MANY_JOBS`, 503) or its body ends early.
 */
export async function receiveUpload(deps: ReadDeps, upload: IncomingUpload): Promise<ReceivedUpload> {
  const leave = await deps.threads.places.take(upload.vendorId)
  try {
    return await readUpload(deps, upload)
  } finally {
    leave()
  }
}

type ReadDeps = {
  sql: Sql
  pace: BackgroundPace
  threads: ItemThreads
  /** Aborted with the problem that refuses the upload: its sender lost access. */
  lost?: AbortSignal | undefined
  limits?: ReadLimits
}

async function readUpload(
  { sql, pace, threads, limits, lost }: ReadDeps,
  upload: IncomingUpload
): Promise<ReceivedUpload> {
  const { vendorId, source } = upload
  const id = newId()
  const store = new ChunkStore(sql, { ...upload, id })
  const reading = threads.open({
    form: source === 'JSON' ? 'JSON' : 'LINES',
    limits: limits ?? (source === 'JSON' ? jsonLimits : lineLimits)
  })
  const timer = setInterval(() => store.touch(), touchMs)
  try {
    const end = await feed(reading, upload.body, { sql, pace, store, ending: threads.ending, lost })
    const { faults, faultCount } = end
    if (faultCount > 0) throw new Problem('VALIDATION_FAILED', { faults, faultCount })
    await store.finish()
    return { id, vendorId, itemsTotal: end.total, options: upload.options ?? end.options }
  } catch (error) {
    await dropUpload(sql, { id, vendorId })
    throw error
  } finally {
    clearInterval(timer)
    reading.drop()
  }
}

/** Takes back a job that was not queued. Of one that was nothing changes. */
export async function dropUpload(
  sql: Sql,
  { id, vendorId }: Pick<ReceivedUpload, 'id' | 'vendorId'>
): Promise<void> {
  await queries.deleteUpload(sql, vendorId, id)
  await queries.deleteCancelledChunks(sql, vendorId, id)
}

type Sources = {
  sql: Sql
  pace: BackgroundPace
  store: ChunkStore
  portions: AsyncGenerator<Uint8Array<ArrayBuffer>, undefined>
}

/** Gives the thread what it needs until it has read all. */
async function feed(
  reading: ThreadReading,
  body: AsyncIterable<Uint8Array>,
  {
    ending,
    lost,
    ...rest
  }: Omit<Sources, 'portions'> & { ending: AbortSignal; lost: AbortSignal | undefined }
): Promise<ReadEnd> {
  const sources = { ...rest, portions: portionsOf(body) }
  const { pace } = rest
  try {
    let step = await reading.next()
    let garbage = 0
    while (!('end' in step)) {
      if (ending.aborted) throw stopping()
      lost?.throwIfAborted()
      // Nothing holds batches that were taken any more, and the driver has copied them several times over.
      if (garbage >= collectAt) {
        collectYoung()
        garbage = 0
      }
      if (step.need.need === 'taken') garbage += step.need.submitted.length + step.need.prepared.length
      const answer = await answerTo(step.need, sources)
      step = await pace.run(() => reading.next(answer), minShare)
    }
    return step.end
  } finally {
    await sources.portions.return(undefined)
  }
}

async function answerTo(need: ReadNeed, { sql, pace, store, portions }: Sources): Promise<ReadAnswer> {
  switch (need.need) {
    case 'bytes': {
      const { value, done } = await portions.next()
      return done ? {} : { bytes: value }
    }
    case 'categories':
      return { unknownIds: await queries.listUnknownCategories(sql, need.ids) }
    case 'taken':
      await pace.run(() => store.take(need), minShare)
      return {}
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
  private readonly upload: IncomingUpload & { id: string }
  private held: ReadBatch | undefined
  private position = 0
  private isStarted = false

  constructor(sql: Sql, upload: IncomingUpload & { id: string }) {
    this.sql = sql
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
    if (this.isStarted) queries.touchUpload(this.sql, this.upload.vendorId, this.upload.id).catch(() => {})
  }

  private async store({ firstIndex, count, submitted, prepared }: ReadBatch): Promise<void> {
    const { id, vendorId } = this.upload
    if (!this.isStarted) await this.start()
    const chunk = { jobId: id, position: this.position++, firstIndex, count, submitted, prepared }
    if (!(await queries.insertChunk(this.sql, vendorId, chunk))) throw cancelledMeanwhile()
  }

  private async start(): Promise<void> {
    const { id, vendorId, source, origin, options, retryOf } = this.upload
    const { errorPolicy } = options ?? defaultOptions('reject_all')
    const isTaken = await this.sql.begin(async (tx) => {
      await queries.lockJobPlaces(tx, vendorId)
      return queries.insertUpload(tx, vendorId, {
        ...{ id, source, errorPolicy, origin, mostJobs },
        retryOf: retryOf ?? null
      })
    })
    if (!isTaken) {
      throw new Problem('TOO_MANY_JOBS', {
        detail: `At most ${mostJobs} import jobs of a vendor can be under way.`,
        headers: { 'retry-after': '5' }
      })
    }
    this.isStarted = true
  }
}

export function cancelledMeanwhile(): Problem {
  return new Problem('INVALID_TRANSITION', { detail: 'The import job was cancelled while it was arriving.' })
}
