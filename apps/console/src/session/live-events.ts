import { Purveyor } from '@purveyor/client'
import type { Side } from './side.ts'

/** What tabs report to each other: events that have happened, or that some may have been missed. */
type Message =
  | { kind: 'events'; types: readonly string[] }
  | { kind: 'missed'; before: number }
  | { kind: 'status'; isLive: boolean }
  | { kind: 'question' }

export type LiveListener = {
  /** Events of these types have happened. */
  onEvents(types: readonly string[]): void
  /** Anything can have happened until this time, in milliseconds since 1970. */
  onMissed(before: number): void
  onStatus(isLive: boolean): void
}

type Options = {
  side: Side
  /** The person who is signed in. */
  userId: string
  /** Returns an access token. */
  token: (rejected?: string) => Promise<string>
  listener: LiveListener
}

/** Tabs that have been hidden for longer don't follow the events, in milliseconds. */
const hiddenMs = 5 * 60_000
/** The pause after an error that the client doesn't repeat, in milliseconds. */
const retryMs = 30_000
/** Events are passed on together if they arrive within this time, in milliseconds. */
const collectMs = 50

/**
 * Follows the events of a side by a stream (contract 6.3). One tab of the browser does this for all tabs of the person,
 * because browsers open only 6 connections to a service that doesn't speak HTTP/2. Pages that were loaded over plain HTTP from
 * another machine can't agree on a tab, and follow nothing.
 */
export class LiveEvents {
  readonly #options: Options
  readonly #name: string
  readonly #channel: BroadcastChannel
  readonly #stopping = new AbortController()
  #pause: AbortController | undefined
  #hiding: ReturnType<typeof setTimeout> | undefined
  /** The state that this tab reports to others, if it is the one that follows. */
  #status: boolean | undefined

  constructor(options: Options) {
    this.#options = options
    this.#name = `purveyor-live-${options.side}-${options.userId}`
    this.#channel = new BroadcastChannel(this.#name)
  }

  start(): void {
    if (!navigator.locks) return
    const { signal } = this.#stopping
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data), {
      signal
    })
    document.addEventListener('visibilitychange', () => this.#visibilityChanged(), { signal })
    this.#visibilityChanged()
  }

  stop(): void {
    this.#stopping.abort()
    this.#suspend()
    this.#channel.close()
  }

  #visibilityChanged(): void {
    clearTimeout(this.#hiding)
    if (document.visibilityState === 'visible') this.#resume()
    else this.#hiding = setTimeout(() => this.#suspend(), hiddenMs)
  }

  #resume(): void {
    if (this.#pause) return
    const pause = new AbortController()
    this.#pause = pause
    this.#post({ kind: 'question' })
    navigator.locks
      .request(this.#name, { signal: pause.signal }, () => this.#follow(pause.signal))
      // The tab was hidden or closed before its turn.
      .catch(() => undefined)
  }

  #suspend(): void {
    clearTimeout(this.#hiding)
    this.#pause?.abort()
    this.#pause = undefined
    this.#options.listener.onStatus(false)
  }

  /** Follows the events until the signal ends this. Each start has other tabs read again what they may have missed. */
  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#followOnce(signal)
      } catch {
        // The reason is shown where the person does something. Until the next attempt, the screens ask for changes.
      }
      if (signal.aborted) break
      this.#report(false)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, retryMs)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          resolve()
        })
      })
    }
    this.#report(false)
    this.#status = undefined
  }

  async #followOnce(signal: AbortSignal): Promise<void> {
    const { side, token } = this.#options
    const client = new Purveyor({ url: location.origin, token, fetch: (...sent) => this.#fetch(...sent) })
    const { events } = side === 'platform' ? client.platform : client
    const before = Date.now()
    const { pageInfo } = await events.list({ last: 1 }, { signal }).page()
    // From here on, no event is missed.
    this.#send({ kind: 'missed', before })
    let collected: string[] = []
    for await (const { type } of events.follow({ after: pageInfo.endCursor ?? undefined, signal })) {
      collected.push(type)
      if (collected.length > 1) continue
      setTimeout(() => {
        this.#send({ kind: 'events', types: [...new Set(collected)] })
        collected = []
      }, collectMs)
    }
  }

  /** Sends a request. Its result says whether the events arrive. */
  async #fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    try {
      const response = await fetch(input, init)
      this.#report(response.ok)
      return response
    } catch (error) {
      this.#report(false)
      throw error
    }
  }

  #report(isLive: boolean): void {
    if (this.#status === isLive) return
    this.#status = isLive
    this.#send({ kind: 'status', isLive })
  }

  /** Passes a message on to all tabs, also to this one. */
  #send(message: Message): void {
    if (this.#stopping.signal.aborted) return
    this.#post(message)
    this.#receive(message)
  }

  #post(message: Message): void {
    this.#channel.postMessage(message)
  }

  #receive(message: Message): void {
    const { listener } = this.#options
    // A tab that was hidden for long reads everything again when it is shown.
    if (!this.#pause) return
    if (message.kind === 'events') listener.onEvents(message.types)
    if (message.kind === 'missed') listener.onMissed(message.before)
    if (message.kind === 'status') listener.onStatus(message.isLive)
    if (message.kind === 'question' && this.#status !== undefined)
      this.#post({ kind: 'status', isLive: this.#status })
  }
}
