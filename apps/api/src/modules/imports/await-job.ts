import type { Signals } from '../../jobs/signals.ts'
import { endStatuses } from './schema.ts'

/** How long one request may wait. */
const longestMs = 25_000
/** A signal can be lost: whoever waits looks by himself once in this time. */
const lookMs = 1000
/** Of those who wait in one process. More are answered at once: those who wait hold places that others need. */
const most = { ofVendor: 20, inAll: 150 }

/** Requests that wait for the end of a job, without a connection of the database. */
export type Waits = {
  /** Looks until the job has ended, `seconds` have passed or the caller is gone; the last that was seen. */
  awaitEnd<T extends { status: string } | undefined>(
    job: { vendorId: string; id: string },
    options: { look: () => Promise<T>; seconds: number; gone: AbortSignal }
  ): Promise<T>
  /** Ends all waiting, now and later: the process stops. */
  close(): void
}

export function createWaits(signals: Signals): Waits {
  const closing = new AbortController()
  const ofVendor = new Map<string, number>()
  let inAll = 0

  const count = (vendorId: string, change: 1 | -1) => {
    const waiting = (ofVendor.get(vendorId) ?? 0) + change
    inAll += change
    if (waiting === 0) ofVendor.delete(vendorId)
    else ofVendor.set(vendorId, waiting)
  }

  return {
    async awaitEnd({ vendorId, id }, { look, seconds, gone }) {
      const isFull = inAll >= most.inAll || (ofVendor.get(vendorId) ?? 0) >= most.ofVendor
      const until = performance.now() + (isFull ? 0 : Math.min(seconds * 1000, longestMs))
      const signal = AbortSignal.any([gone, closing.signal])
      count(vendorId, 1)
      try {
        for (;;) {
          const job = await look()
          const left = until - performance.now()
          if (!job || endStatuses.includes(job.status) || left <= 0 || signal.aborted) return job
          await signals.wait(`import:${id}`, Math.min(left, lookMs), signal)
          if (signal.aborted) return job
        }
      } finally {
        count(vendorId, -1)
      }
    },
    close: () => closing.abort()
  }
}
