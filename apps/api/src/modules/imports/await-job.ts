import type { Signals } from '../../jobs/signals.ts'
import { Limit } from '../../lib/limit.ts'
import { endStatuses } from './schema.ts'

/** How long one request may wait. */
const maxWaitMs = 25_000
/** A signal can be lost: each request looks by itself once in this time. */
const lookMs = 1000
/** Of one process. More requests are answered at once: those that wait hold slots that others need. */
const maxWaiting = { total: 150, perKey: 20 }

/** Requests that wait for the end of a job, without a connection of the database. */
export class Waits {
  private readonly signals: Signals
  private readonly closing = new AbortController()
  private readonly limit = new Limit(maxWaiting)

  constructor(signals: Signals) {
    this.signals = signals
  }

  /** Looks until the job has ended, `seconds` have passed or the caller is gone; returns what was seen last. */
  async awaitEnd<T extends { status: string } | undefined>(
    { vendorId, id }: { vendorId: string; id: string },
    { look, seconds, gone }: { look: () => Promise<T>; seconds: number; gone: AbortSignal }
  ): Promise<T> {
    const key = vendorId
    const isWaiting = this.limit.tryTake({ key })
    const until = performance.now() + (isWaiting ? Math.min(seconds * 1000, maxWaitMs) : 0)
    const signal = AbortSignal.any([gone, this.closing.signal])
    try {
      for (;;) {
        const job = await look()
        const left = until - performance.now()
        if (!job || endStatuses.includes(job.status) || left <= 0 || signal.aborted) return job
        await this.signals.wait(`import:${id}`, Math.min(left, lookMs), signal)
        if (signal.aborted) return job
      }
    } finally {
      if (isWaiting) this.limit.release({ key })
    }
  }

  /** Ends all waiting, now and later: the process stops. */
  close(): void {
    this.closing.abort()
  }
}
