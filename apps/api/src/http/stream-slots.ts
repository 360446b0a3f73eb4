import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Limit } from '../lib/limit.ts'
import { unavailable } from './problem.ts'

export type StreamLimits = { maxAtOnce: number; maxOfVendor: number }

/** Streams of a process that run at once. A slow reader holds what its stream needs for as long as it reads. */
export class StreamSlots {
  private readonly what: string
  private readonly limit: Limit
  private readonly running = new Set<AbortController>()

  /** `what` names the streams in the refusal. */
  constructor(what: string, { maxAtOnce, maxOfVendor }: StreamLimits) {
    this.what = what
    this.limit = new Limit({ total: maxAtOnce, perKey: maxOfVendor })
  }

  /**
   * Opens a stream that answers a request, and holds a slot until it has closed. 503 when no slot is free. The stream
   * is destroyed, and the signal aborted before it is open, when the client is gone or the service gives up its streams.
   */
  async open(
    { vendorId: key }: FastifyRequest,
    { raw }: FastifyReply,
    open: (signal: AbortSignal) => Promise<Readable>
  ): Promise<Readable> {
    if (!this.limit.tryTake({ key })) {
      throw unavailable(`Too many ${this.what} are running, ${this.limit.count(key)} of them of this vendor.`)
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
      // It may be cut before anything else listens.
      stream.on('error', () => {})
      stream.once('close', release)
      const cut = () => {
        stream.destroy(new Error('The stream was cut short.'))
      }
      if (signal.aborted) cut()
      else signal.addEventListener('abort', cut)
      return stream
    } catch (error) {
      release()
      throw signal.aborted ? unavailable('The answer was given up.') : error
    }
  }

  /** Gives the streams that run `graceMs` to end, then cuts them. */
  windDown(graceMs: number): void {
    const cut = () => {
      for (const ending of this.running) ending.abort()
    }
    setTimeout(cut, graceMs).unref()
  }
}
