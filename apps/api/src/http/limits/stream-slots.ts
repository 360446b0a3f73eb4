import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { unavailable } from '../../errors.ts'
import { Limit } from '../../lib/limit.ts'

/** The maximum numbers of concurrent streams in one process: in total and per vendor. */
export type StreamLimits = { maxConcurrent: number; maxPerVendor: number }

/**
 * Limits the number of streamed responses that a process sends at the same time. Until the client has read
 * the whole stream, the stream occupies a slot and other resources, such as a database connection.
 */
export class StreamSlots {
  private readonly streams: string
  private readonly limit: Limit
  private readonly running = new Set<AbortController>()

  /** `streams` is what error messages call the streams, such as "exports". */
  constructor(streams: string, { maxConcurrent, maxPerVendor }: StreamLimits) {
    this.streams = streams
    this.limit = new Limit({ total: maxConcurrent, perKey: maxPerVendor })
  }

  /**
   * Occupies a slot, calls `open` to open the stream of a response, and returns the stream. The slot becomes
   * free when the stream has closed. Throws a 503 if no slot is free. If the client disconnects or `windDown`
   * ends the streams, the signal that was passed to `open` is aborted and the stream is destroyed. The operator's
   * streams have the name `platform` in place of a vendor.
   */
  async open(
    { vendorId: key }: { vendorId: string },
    { raw }: FastifyReply,
    open: (signal: AbortSignal) => Promise<Readable>
  ): Promise<Readable> {
    if (!this.limit.tryTake({ key })) {
      const count = this.limit.count(key)
      throw unavailable(
        `Too many ${this.streams} are running, ${count} of them for this ${key === 'platform' ? 'marketplace' : 'vendor'}.`
      )
    }
    const ending = new AbortController()
    this.running.add(ending)
    const release = () => {
      this.running.delete(ending)
      this.limit.release({ key })
    }
    const { signal } = ending
    raw.once('close', () => ending.abort())
    if (raw.destroyed) ending.abort()
    try {
      const stream = await open(signal)
      // The stream may be destroyed before anything else handles its errors.
      stream.on('error', () => {})
      stream.once('close', release)
      const cut = () => {
        stream.destroy(new Error('The stream was destroyed before it ended.'))
      }
      if (signal.aborted) cut()
      else signal.addEventListener('abort', cut)
      return stream
    } catch (error) {
      release()
      throw signal.aborted ? unavailable('The response was cancelled.') : error
    }
  }

  /** Returns immediately, and destroys the streams that are still running after `graceMs`. */
  windDown(graceMs: number): void {
    const cut = () => {
      for (const ending of this.running) ending.abort()
    }
    setTimeout(cut, graceMs).unref()
  }
}
