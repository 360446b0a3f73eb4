import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from './problem.ts'

export type StreamLimits = { maxAtOnce: number; maxOfVendor: number }

/** Streams of a process that run at once. A slow reader holds what its stream needs for as long as it reads. */
export class StreamSlots {
  private readonly limits: StreamLimits
  private readonly what: string
  private readonly running = new Map<AbortController, string>()

  /** `what` names the streams in the refusal. */
  constructor(what: string, limits: StreamLimits) {
    this.what = what
    this.limits = limits
  }

  /**
   * Opens a stream that answers a request, and holds a slot until it has closed. 503 when no slot is free. The stream
   * is destroyed, and the signal aborted before it is open, when the client is gone or the service gives up its streams.
   */
  async open(
    { vendorId }: FastifyRequest,
    { raw }: FastifyReply,
    open: (signal: AbortSignal) => Promise<Readable>
  ): Promise<Readable> {
    const ending = this.take(vendorId)
    const { signal } = ending
    raw.once('close', () => ending.abort())
    if (raw.destroyed) ending.abort()
    try {
      const stream = await open(signal)
      // It may be cut before anything else listens.
      stream.on('error', () => {})
      stream.once('close', () => this.running.delete(ending))
      const cut = () => {
        stream.destroy(new Error('The stream was cut short.'))
      }
      if (signal.aborted) cut()
      else signal.addEventListener('abort', cut)
      return stream
    } catch (error) {
      this.running.delete(ending)
      throw signal.aborted ? unavailable('The answer was given up.') : error
    }
  }

  /** Gives the streams that run `graceMs` to end, then cuts them. */
  windDown(graceMs: number): void {
    const cut = () => {
      for (const ending of this.running.keys()) ending.abort()
    }
    setTimeout(cut, graceMs).unref()
  }

  private take(vendorId: string): AbortController {
    const own = [...this.running.values()].filter((id) => id === vendorId).length
    if (own >= this.limits.maxOfVendor) throw unavailable(`${own} ${this.what} of this vendor are running.`)
    if (this.running.size >= this.limits.maxAtOnce) throw unavailable(`Too many ${this.what} are running.`)
    const ending = new AbortController()
    this.running.set(ending, vendorId)
    return ending
  }
}
