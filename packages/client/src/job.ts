import { TimedOut } from './errors.ts'
import type { ImportJobsResource } from './generated/resources.ts'
import type { ImportItem, ImportItemPage, ImportJob, ImportJobStatus } from './generated/schemas.ts'
import type { Pages } from './pages.ts'
import { poll } from './poll.ts'
import type { CallOptions } from './types.ts'
import { idleTimer } from './waiting.ts'

/** The settings of `job.finished`. */
export interface FinishedOptions {
  /** Receives the job each time that it was read, with its counters. A promise is awaited. */
  onProgress?: ((job: ImportJob) => unknown) | undefined
  signal?: AbortSignal | undefined
  /** The longest time to wait, in milliseconds. After it, `TimedOut` is thrown; the job itself continues. */
  timeoutMs?: number | undefined
}

const unfinished: ImportJobStatus[] = ['RECEIVING', 'QUEUED', 'PROCESSING']

/** An import job: an upload that the service processes. */
export class Job {
  readonly id: string
  /** The status when the job was last read; undefined if it wasn't read yet. */
  status: ImportJobStatus | undefined
  /** The columns of the workbook that are not used, if the job was returned by the upload of one. */
  readonly ignoredColumns: readonly string[]
  readonly #jobs: ImportJobsResource

  constructor(
    jobs: ImportJobsResource,
    id: string,
    status?: ImportJobStatus,
    ignoredColumns: readonly string[] = []
  ) {
    this.#jobs = jobs
    this.id = id
    this.status = status
    this.ignoredColumns = ignoredColumns
  }

  /** Waits until the job has ended, also across restarts of the service, and returns it. */
  async finished({ onProgress, signal, timeoutMs }: FinishedOptions = {}): Promise<ImportJob> {
    const wait = onProgress ? 2 : 25
    const read = async (options: CallOptions) => {
      const job = await this.#jobs.get(this.id, { wait }, options)
      this.status = job.status
      await onProgress?.(job)
      return job
    }
    const isDone = ({ status }: ImportJob) => !unfinished.includes(status)
    const timer = timeoutMs === undefined ? undefined : idleTimer(timeoutMs, signal)
    try {
      return await poll(read, isDone, timer?.signal ?? signal)
    } catch (error) {
      throw timer?.expired ? this.#late(timeoutMs) : error
    } finally {
      timer?.stop()
    }
  }

  #late(timeoutMs: number | undefined): TimedOut {
    const request = { method: 'GET', path: `/vendor/import-jobs/${this.id}`, isRetryable: true }
    return new TimedOut(`The import job ${this.id} has not ended within ${timeoutMs} ms.`, request)
  }

  /** Lists the items that failed, with their errors. */
  failures(options?: CallOptions): Pages<ImportItem, ImportItemPage> {
    return this.#jobs.items(this.id, { status: 'FAILED', first: 100 }, options)
  }

  /** Queues the items that failed as a new job, as they were sent. Throws `Conflict` if none failed. */
  async retry(options?: CallOptions): Promise<Job> {
    const { queue_id } = await this.#jobs.retry(this.id, options)
    return new Job(this.#jobs, queue_id, 'QUEUED')
  }

  /** Cancels the items that aren't processed yet. Products that the job has created remain. */
  async cancel(options?: CallOptions): Promise<ImportJob> {
    const job = await this.#jobs.cancel(this.id, options)
    this.status = job.status
    return job
  }
}
