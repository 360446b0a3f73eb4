import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { unavailable } from '../../errors.ts'
import { Limit } from '../../lib/limit.ts'
import type { Log } from '../../lib/log.ts'
import { preferredType } from '../accept.ts'
import { addVary, sendStreamHead } from '../send.ts'

/** The maximum number of open streams of a process, of all feeds together. */
const maxStreams = 2_000
/** The number of them that one vendor, or one user or API token of the operator, can have. */
const maxPerCaller = 200
/** The time between two reads of what is new, while streams are open. */
const pollMs = 250
/** The time between two comments. They keep proxies from closing a stream on which nothing happens. */
const commentMs = 15_000
/** The number of rows that are read at once. */
const rowsPerRead = 500
/** Tells the client to wait for 2 s before it connects again. */
const retry = 'retry: 2000\n'

/** A row of a feed, with its number as text. */
export type LiveRow = { sequence: string }

/** What is sent for a row: its cursor and its JSON. */
export type LiveMessage = { cursor: string; json: string }

export type LiveFeedOptions<R extends LiveRow> = {
  log: Log
  /** The streams of all feeds of a process share this limit. */
  limit: Limit
  /** Reads the number of the last row, or `0`. */
  readEnd(): Promise<string>
  /** Reads the rows after a number, the oldest first. */
  readAfter(sequence: string, limit: number): Promise<R[]>
  commentEveryMs?: number
}

export type StreamOptions<R extends LiveRow> = {
  /** The number after which the stream begins, or undefined to begin with the next row. */
  after: string | undefined
  /** True if the stream contains this row. */
  includes(row: R): boolean
  messageOf(row: R): LiveMessage
  /** Returns the cursor of a number. */
  cursorOf(sequence: string): string
  /**
   * Reads at most `limit` rows of this stream after a number, the oldest first. It is used until the stream has
   * caught up with the feed.
   */
  readMissed(sequence: string, limit: number): Promise<R[]>
}

/** The maximum numbers of open streams of a process: in total, and of a vendor, or of a user or API token of the operator. */
export type StreamLimits = { total?: number; perKey?: number }

/** Creates the limit that the streams of all feeds of a process share. */
export function createStreamLimit({ total = maxStreams, perKey = maxPerCaller }: StreamLimits = {}): Limit {
  return new Limit({ total, perKey })
}

/**
 * True if the request asks for a stream of Server-Sent Events (contract 6.3). If it does, the response must be sent with
 * `LiveFeed.send`.
 */
export function wantsStream(request: FastifyRequest, reply: FastifyReply): boolean {
  addVary(reply, 'Accept')
  const offered = ['application/json', 'text/event-stream'] as const
  return preferredType(request.headers.accept, offered) === 'text/event-stream'
}

/**
 * Sends the new rows of one feed to any number of open streams (contract 6.3). While streams are open, one statement reads
 * every 250 ms what is new for all of them. Only a stream that is behind, because it began at an earlier row or because its
 * client reads slowly, reads rows of its own, and no more than its client can take.
 */
export class LiveFeed<R extends LiveRow> {
  private readonly options: LiveFeedOptions<R>
  private readonly closing = new AbortController()
  private readonly streams = new Set<LiveStream<R>>()
  /** The number of the last row that was sent to the streams. Undefined while no streams are open. */
  private position: string | undefined
  private isPolling = false

  constructor(options: LiveFeedOptions<R>) {
    this.options = options
  }

  /** The number of open streams. */
  get count(): number {
    return this.streams.size
  }

  /** Sends a stream. Throws a 503 if too many are open, and whatever `readMissed` throws for the first rows. */
  async send(request: FastifyRequest, reply: FastifyReply, options: StreamOptions<R>): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no').type('text/event-stream')
    if (request.method === 'HEAD') return sendStreamHead(reply)
    if (this.closing.signal.aborted) throw unavailable('The service is shutting down.')
    const key = callerKey(request)
    if (!this.options.limit.tryTake({ key }))
      throw unavailable(`Too many streams are open, ${this.options.limit.count(key)} of them are yours.`)
    const release = () => this.options.limit.release({ key })
    try {
      const position = options.after ?? (await this.options.readEnd())
      const stream = new LiveStream(this, position, options)
      await stream.begin()
      // Only now, because nothing closes a stream that isn't sent.
      stream.once('close', () => {
        this.streams.delete(stream)
        release()
      })
      reply.raw.once('close', () => stream.destroy())
      if (reply.raw.destroyed || this.closing.signal.aborted) stream.destroy()
      request.counting?.pause()
      return reply.send(stream)
    } catch (error) {
      release()
      throw error
    }
  }

  /** Ends all streams. Their clients connect again, to another process. */
  close(): void {
    this.closing.abort()
    for (const stream of this.streams) stream.finish()
  }

  /** Adds a stream. Resolves when the feed has a position, so that the stream can catch up with it. */
  async join(stream: LiveStream<R>): Promise<void> {
    this.streams.add(stream)
    if (!this.isPolling) void this.poll()
    while (this.position === undefined && this.isPolling) await sleep(5, undefined, { ref: false })
  }

  leave(stream: LiveStream<R>): void {
    this.streams.delete(stream)
  }

  /** The number of the last row that was sent to all streams that have caught up. */
  get sentThrough(): string | undefined {
    return this.position
  }

  /** Logs why a stream could not read its rows. */
  logFailure(error: unknown): void {
    this.options.log.warn({ err: error }, 'a stream could not read its rows and was closed')
  }

  /** Reads what is new until no stream is open. */
  private async poll(): Promise<void> {
    this.isPolling = true
    const { signal } = this.closing
    const { log, readEnd, readAfter, commentEveryMs = commentMs } = this.options
    let commentedAt = performance.now()
    while (this.streams.size > 0 && !signal.aborted) {
      let hasMore = false
      try {
        if (this.position === undefined) this.position = await readEnd()
        else {
          const rows = await readAfter(this.position, rowsPerRead)
          hasMore = rows.length === rowsPerRead
          this.position = rows.at(-1)?.sequence ?? this.position
          for (const stream of this.streams) stream.receive(rows)
        }
      } catch (error) {
        log.warn({ err: error }, 'open streams could not read what is new')
        await sleep(1_000, undefined, { signal, ref: false }).catch(() => {})
      }
      if (performance.now() - commentedAt >= commentEveryMs) {
        commentedAt = performance.now()
        for (const stream of this.streams) stream.comment()
      }
      if (!hasMore) await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})
    }
    // At once, so that no stream joins in between and takes the position for a current one.
    this.isPolling = false
    this.position = undefined
  }
}

/** The stream of one response. It is *live* while it has been given all rows that the feed has read. */
class LiveStream<R extends LiveRow> extends Readable {
  private readonly feed: LiveFeed<R>
  private readonly options: StreamOptions<R>
  private position: string
  private isLive = false
  private isReading = false
  /** True if the client wanted more while rows were being read. */
  private isWanted = false
  private isFinished = false

  constructor(feed: LiveFeed<R>, position: string, options: StreamOptions<R>) {
    super({ highWaterMark: 128 * 1024 })
    this.feed = feed
    this.position = position
    this.options = options
    this.once('close', () => feed.leave(this))
  }

  /** Reads the first rows. Until then, errors can still become a response. */
  async begin(): Promise<void> {
    // Otherwise, `_read` would begin to read at the same time.
    this.isReading = true
    // An id without data: a client that loses the connection before the first row continues from here.
    this.push(`${retry}id: ${this.options.cursorOf(this.position)}\n\n`)
    try {
      await this.feed.join(this)
      await this.catchUp()
    } catch (error) {
      this.feed.leave(this)
      this.destroy()
      throw error
    }
  }

  /** Sends rows that the feed has read. If the client doesn't keep up, it gets them later by `catchUp`. */
  receive(rows: readonly R[]): void {
    if (!this.isLive || this.isFinished || this.destroyed) return
    for (const row of rows) {
      if (!this.options.includes(row) || Number(row.sequence) <= Number(this.position)) continue
      if (!this.write(row)) {
        this.isLive = false
        return
      }
    }
  }

  comment(): void {
    if (!this.isFinished && !this.destroyed && this.readableLength === 0) this.push(': \n\n')
  }

  /** Ends the stream after what was sent so far. */
  finish(): void {
    if (this.isFinished || this.destroyed) return
    this.isFinished = true
    this.push(null)
  }

  override _read(): void {
    if (this.isLive || this.isFinished) return
    if (this.isReading) this.isWanted = true
    else
      this.catchUp().catch((error) => {
        this.feed.logFailure(error)
        this.destroy(error instanceof Error ? error : new Error(String(error)))
      })
  }

  private async catchUp(): Promise<void> {
    this.isReading = true
    try {
      do {
        this.isWanted = false
        await this.sendMissed()
      } while (this.isWanted && !this.isLive)
    } finally {
      this.isReading = false
    }
  }

  /** Sends rows until the client has enough for now, or until the stream has all rows that the feed has sent. */
  private async sendMissed(): Promise<void> {
    while (!this.isFinished && !this.destroyed) {
      const before = this.feed.sentThrough
      const rows = await this.options.readMissed(this.position, rowsPerRead)
      let isFull = false
      for (const row of rows) {
        if (this.isFinished || this.destroyed) return
        isFull = !this.write(row)
        if (isFull) break
      }
      if (isFull) return
      // If the feed has sent rows in the meantime, this read may not have seen them.
      if (rows.length < rowsPerRead && before !== undefined && before === this.feed.sentThrough) {
        this.isLive = true
        return
      }
    }
  }

  /** Sends a row. Returns false if the client should read before more is sent. */
  private write(row: R): boolean {
    const { cursor, json } = this.options.messageOf(row)
    this.position = row.sequence
    return this.push(`id: ${cursor}\ndata: ${json}\n\n`)
  }
}

/** Returns the vendor of a request or, for requests of the operator, the user or API token. */
function callerKey({ principal }: FastifyRequest): string {
  return principal?.vendorId ?? principal?.actor.id ?? ''
}
