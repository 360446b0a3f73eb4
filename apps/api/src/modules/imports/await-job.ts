import type { Signals } from '../../jobs/signals.ts'
import { Limit } from '../../lib/limit.ts'
import { endStatuses } from './schema.ts'

/** The maximum time that one request waits for the end of a job. */
const maxWaitMs = 25_000
/** A waiting request reads its job at least this often, because signals of the job's progress can be lost. */
const pollMs = 1000
/**
 * The maximum numbers of waiting requests in this process, in total and per vendor. Requests beyond these
 * numbers get their response without waiting, so that waiting requests don't use up the slots for other
 * requests.
 */
const maxWaiting = { total: 150, perKey: 20 }

/** Lets requests wait for the end of a job. A waiting request doesn't hold a database connection. */
export class JobWaiter {
  private readonly signals: Signals
  private readonly closing = new AbortController()
  private readonly limit = new Limit(maxWaiting)

  constructor(signals: Signals) {
    this.signals = signals
  }

  /**
   * Calls `read` repeatedly until the job has ended, `seconds` have passed or `cancelled` is aborted. Returns
   * the last result of `read`.
   */
  async awaitEnd<T extends { status: string } | undefined>(
    { vendorId, id }: { vendorId: string; id: string },
    { read, seconds, cancelled }: { read: () => Promise<T>; seconds: number; cancelled: AbortSignal }
  ): Promise<T> {
    const key = vendorId
    const isWaiting = this.limit.tryTake({ key })
    const deadline = performance.now() + (isWaiting ? Math.min(seconds * 1000, maxWaitMs) : 0)
    const signal = AbortSignal.any([cancelled, this.closing.signal])
    try {
      for (;;) {
        const job = await read()
        const remainingMs = deadline - performance.now()
        if (!job || endStatuses.includes(job.status) || remainingMs <= 0 || signal.aborted) return job
        await this.signals.wait(`import:${id}`, Math.min(remainingMs, pollMs), signal)
        if (signal.aborted) return job
      }
    } finally {
      if (isWaiting) this.limit.release({ key })
    }
  }

  /**
   * Makes all current and later calls of `awaitEnd` return without waiting. Called when the process stops.
   */
  close(): void {
    this.closing.abort()
  }
}
