import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../../db/connect.ts'
import type { GuardedPost, Posted } from '../../../fetching/guarded-post.ts'
import { type Repeated, repeat } from '../../../jobs/repeat.ts'
import { newId } from '../../../lib/ids.ts'
import { Limit } from '../../../lib/limit.ts'
import type { Log } from '../../../lib/log.ts'
import { webhookDeliveries } from '../../../metrics/webhooks.ts'
import { claimWebhooks, type News, readNews, type VendorNews } from './claim-queries.ts'
import { type Committed, commitChanges, type ToCommit } from './commit.ts'
import { beginDelivery, type Delivery, type DeliveryContext, requestHeaders } from './delivery.ts'
import { outcomeOf } from './outcome.ts'
import { readDueHeads, readNextEvents } from './read.ts'
import type { Sending } from './sending.ts'
import { type Answer, maxWindow, tooManySetAside } from './session.ts'
import { failurePause, type WebhookTiming, webhookTiming } from './timing.ts'

export type DeliverDeps = DeliveryContext & {
  sql: Sql
  post: GuardedPost
  log: Log
  timing?: WebhookTiming
}

/** The maximum number of requests at once, and of them to webhooks of one vendor. */
const maxRequests = 128
const maxRequestsOfVendor = 16

/** The maximum number of webhooks that a worker delivers at once, and that it claims with one statement. */
const maxDeliveries = 2000
const maxClaims = 500

/** With more new events, a worker looks at all webhooks instead of looking up those that want the events. */
const maxNews = 5000

/** The least time between two looks at all webhooks. */
const minScanMs = 1000

/** If webhooks wait because a worker has leased its maximum, those are released that it has held for longer. */
const maxTurnMs = 10_000

/** The number of events that all deliveries hold, and that one round reads, about; and the least for a delivery. */
const maxHeld = 20_000
const maxReadAtOnce = 2000
const minRead = 8

/** With more deliveries, each of them commits less often, so that there are at most about this many commits of one in a second. */
const maxCommits = 250

/** The shortest time between two rounds, so that a round serves several webhooks. */
const minRoundMs = 10

/**
 * Starts a worker that delivers webhooks (contract 6.2, docs/decisions/0043). Any number of processes can run it. In
 * rounds, it looks for news, leases the webhooks that want them, reads their next events and stores their progress, each
 * with one statement or transaction for all webhooks. Requests are sent independently of the rounds. If the process is
 * killed, its leases expire, and other workers deliver again what it has not stored.
 */
export function startDeliveringWebhooks(deps: DeliverDeps): Repeated {
  const worker = new DeliveryWorker(deps)
  const rounds = repeat('webhooks.deliver', {
    ...{ pauseMs: (deps.timing ?? webhookTiming).pollMs, log: deps.log },
    work: () => worker.round()
  })
  return {
    async stop() {
      worker.beginStop()
      await rounds.stop()
      await worker.finish()
    }
  }
}

class DeliveryWorker {
  readonly #deps: DeliverDeps
  readonly #timing: WebhookTiming
  readonly #limit = new Limit({ total: maxRequests, perKey: maxRequestsOfVendor })
  readonly #deliveries = new Map<string, Delivery>()
  /** The deliveries that may have something to send, in the order of their turns. */
  readonly #ready = new Set<Delivery>()
  readonly #requests = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #isStopping = false
  #wake = () => {}
  #lastEvent: string | null = null
  #lastChange: string | null = null
  #polledAt = Number.NEGATIVE_INFINITY
  #scannedAt = Number.NEGATIVE_INFINITY
  /** What to claim next: news that were read, and webhooks that were released although events wait. */
  #wantedEvents: VendorNews[] = []
  #wantsChanges = false
  #wantedIds = new Set<string>()
  #isDue = false
  /** True if webhooks may wait that couldn't be claimed, because there are too many. */
  #hasMissed = false

  constructor(deps: DeliverDeps) {
    this.#deps = deps
    this.#timing = deps.timing ?? webhookTiming
  }

  /** Makes one round, and waits until there is something to do. Always resolves to true. */
  async round(): Promise<boolean> {
    const began = performance.now()
    if (began - this.#polledAt >= this.#timing.pollMs) await this.#poll()
    await this.#claim()
    await this.#read()
    this.#sendAll()
    await this.#commit()
    await this.#wait(began)
    return true
  }

  /** Sends nothing more and claims nothing more. */
  beginStop(): void {
    this.#isStopping = true
    this.#ready.clear()
    for (const { session } of this.#deliveries.values()) session.drain()
    this.#wake()
  }

  /** Waits for the requests that are in progress, for a limited time, and releases all webhooks. */
  async finish(): Promise<void> {
    const timer = setTimeout(() => this.#stopping.abort(), this.#timing.stopMs)
    await Promise.all(this.#requests)
    clearTimeout(timer)
    try {
      await this.#commit()
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the progress of webhooks could not be stored while stopping')
    }
  }

  async #wait(began: number): Promise<void> {
    if (this.#isStopping) return
    const untilPoll = this.#polledAt + this.#timing.pollMs - performance.now()
    if (untilPoll > 0 && !this.#hasWork()) {
      const waiting = new AbortController()
      this.#wake = () => waiting.abort()
      await sleep(untilPoll, undefined, { signal: waiting.signal }).catch(() => {})
      this.#wake = () => {}
    }
    const rest = began + minRoundMs - performance.now()
    if (rest > 0 && !this.#isStopping) await sleep(rest)
  }

  /** True if the next round has something to do besides looking for news. */
  #hasWork(): boolean {
    for (const delivery of this.#deliveries.values()) if (this.#wantsRound(delivery)) return true
    return this.#wantedIds.size > 0 && this.#capacity() > 0
  }

  async #poll(): Promise<void> {
    const { sql } = this.#deps
    const now = performance.now()
    const news = await readNews(sql, { after: this.#lastEvent, limit: maxNews })
    this.#polledAt = now
    const hasChanges = news.lastChange !== this.#lastChange
    if (news.events === null || now - this.#scannedAt >= this.#timing.scanMs) this.#hasMissed = true
    this.#lastEvent = news.lastEvent
    this.#lastChange = news.lastChange
    this.#wantsChanges ||= hasChanges
    this.#wantedEvents.push(...(news.events ?? []))
    this.#noteNews(news, hasChanges)
    this.#isDue = news.isDue
  }

  /** Notes for webhooks that are leased already that there are new events. */
  #noteNews({ events }: News, hasChanges: boolean): void {
    if (events?.length === 0 && !hasChanges) return
    const typesOf = new Map(events?.map(({ vendorId, types }) => [vendorId, new Set(types)]))
    const all = new Set(events?.flatMap(({ types }) => types))
    for (const delivery of this.#deliveries.values()) {
      const { feed, vendorId, types } = delivery.webhook
      const fresh = vendorId === null ? all : typesOf.get(vendorId)
      const isConcerned =
        feed === 'CATALOG_CHANGES'
          ? hasChanges
          : events === null || (fresh?.size && (types === null || types.some((type) => fresh.has(type))))
      if (isConcerned) delivery.hasNews = true
    }
  }

  #capacity(): number {
    return maxDeliveries - this.#deliveries.size
  }

  async #claim(): Promise<void> {
    const isWanted =
      this.#isDue ||
      this.#wantedEvents.length > 0 ||
      this.#wantsChanges ||
      this.#wantedIds.size > 0 ||
      this.#hasMissed
    if (!isWanted || this.#isStopping) return
    const limit = Math.min(maxClaims, this.#capacity())
    if (limit === 0) return this.#endTurns()
    const now = performance.now()
    const isScan =
      this.#hasMissed && (this.#scannedAt === Number.NEGATIVE_INFINITY || now - this.#scannedAt > minScanMs)
    const { leaseMs, requestMs, refusedPausesMs } = this.#timing
    const claimed = await claimWebhooks(this.#deps.sql, {
      ...{ events: this.#wantedEvents, hasChanges: this.#wantsChanges, ids: [...this.#wantedIds], isScan },
      ...{ leaseId: newId(), leaseMs, limit, held: [...this.#deliveries.keys()] }
    })
    this.#wantedEvents = []
    this.#wantsChanges = this.#isDue = false
    this.#wantedIds.clear()
    if (isScan) {
      this.#scannedAt = now
      this.#hasMissed = false
    }
    if (claimed.length === limit) this.#hasMissed = true
    for (const webhook of claimed) {
      const times = { now, sendMs: leaseMs - requestMs, refusedPausesMs }
      const delivery = beginDelivery(webhook, this.#deps, times)
      this.#deliveries.set(webhook.id, delivery)
      this.#ready.add(delivery)
    }
    if (this.#isStopping) this.beginStop()
  }

  /** Ends the deliveries that have lasted for long, so that other webhooks can be claimed. */
  #endTurns(): void {
    this.#hasMissed = true
    const before = performance.now() - maxTurnMs
    for (const { claimedAt, session } of this.#deliveries.values()) if (claimedAt < before) session.drain()
  }

  /** True if the next round shall not wait: events can be read, or something has to be committed. */
  #wantsRound(delivery: Delivery): boolean {
    return this.#wantsEvents(delivery) || this.#isOver(delivery) || delivery.session.hasFinishedHeads
  }

  /** True if events of the feed can be read for a delivery, and few that were read are left. */
  #wantsEvents({ hasNews, session }: Delivery): boolean {
    return hasNews && session.waiting <= this.#maxRead() / 2 && session.room > 0
  }

  /** The number of events to read for a delivery at once, so that those of all deliveries fit into the memory. */
  #maxRead(): number {
    return Math.max(minRead, Math.min(maxWindow, Math.floor(maxHeld / Math.max(1, this.#deliveries.size))))
  }

  async #read(): Promise<void> {
    const { sql } = this.#deps
    const maxRead = this.#maxRead()
    const wanting = this.#deliveries
      .values()
      .filter((delivery) => this.#wantsEvents(delivery))
      .take(Math.ceil(maxReadAtOnce / maxRead))
      .toArray()
    if (wanting.length > 0) await readNextEvents(sql, wanting, maxRead)
    const now = performance.now()
    const due = [...this.#deliveries.values()].filter((delivery) => this.#wantsHeads(delivery, now))
    if (due.length > 0) await readDueHeads(sql, due, this.#timing.dropAfterMs)
    for (const delivery of [...wanting, ...due]) this.#ready.add(delivery)
  }

  #wantsHeads({ headsDueAt, session }: Delivery, now: number): boolean {
    return headsDueAt !== null && headsDueAt <= now && session.wantsHeads
  }

  /** Begins requests until the limits are reached or nothing can be sent. Deliveries take turns. */
  #sendAll(): void {
    if (this.#isStopping) return
    const now = performance.now()
    for (const delivery of this.#ready) {
      if (this.#requests.size >= maxRequests) return
      if (!this.#limit.tryTake({ key: delivery.owner })) continue
      this.#ready.delete(delivery)
      const sending = now < delivery.sendUntil ? delivery.session.next(now) : undefined
      if (sending) this.#begin(delivery, sending)
      else {
        this.#limit.release({ key: delivery.owner })
        this.#waitForRetry(delivery, now)
      }
    }
  }

  /** Begins a request. Its delivery has its next turn after the others. */
  #begin(delivery: Delivery, sending: Sending): void {
    this.#ready.add(delivery)
    const request = this.#send(delivery, sending).finally(() => {
      this.#requests.delete(request)
      this.#limit.release({ key: delivery.owner })
      this.#ready.add(delivery)
      if (this.#wantsRound(delivery)) this.#wake()
      this.#sendAll()
    })
    this.#requests.add(request)
  }

  #waitForRetry(delivery: Delivery, now: number): void {
    const at = delivery.session.nextAt()
    if (at === undefined) return
    const timer = setTimeout(
      () => {
        this.#ready.add(delivery)
        this.#sendAll()
      },
      Math.max(0, at - now)
    )
    timer.unref()
  }

  /** Sends a message and notes the answer. */
  async #send(delivery: Delivery, sending: Sending): Promise<void> {
    const { session } = delivery
    const answer = await this.#post(delivery, sending)
    if (answer === undefined) return session.abandon(sending)
    webhookDeliveries.inc({ result: resultOf(answer) })
    session.settle(sending, answer, performance.now())
  }

  /** Posts a message. Returns undefined if the request was ended because the worker stops. */
  async #post(delivery: Delivery, sending: Sending): Promise<Answer | undefined> {
    let headers: Record<string, string>
    try {
      headers = requestHeaders(delivery, sending, this.#deps)
    } catch (error) {
      this.#deps.log.error({ err: error, webhook: delivery.webhook.id }, 'a webhook cannot be delivered')
      return { ...unreadable }
    }
    const posted = await this.#deps.post.post(delivery.webhook.url, {
      ...{ headers, body: sending.body, signal: this.#stopping.signal }
    })
    if (this.#stopping.signal.aborted && posted.status === null) return undefined
    return answerOf(posted)
  }

  /** True if nothing more can be sent for a delivery now, and nothing is in progress. */
  #isOver(delivery: Delivery): boolean {
    const { session, hasNews } = delivery
    if (!session.isIdle) return false
    return (
      session.isDraining || !((hasNews && session.room > 0) || this.#wantsHeads(delivery, performance.now()))
    )
  }

  #mustCommit(delivery: Delivery, now: number): boolean {
    const age = now - delivery.committedAt
    const { renewMs } = this.#timing
    const commitMs = this.#timing.commitMs * Math.max(1, this.#deliveries.size / maxCommits)
    const { hasFinishedHeads, isChanged } = delivery.session
    return this.#isOver(delivery) || hasFinishedHeads || age >= renewMs || (isChanged && age >= commitMs)
  }

  async #commit(): Promise<void> {
    const now = performance.now()
    const due = [...this.#deliveries.values()].filter((delivery) => this.#mustCommit(delivery, now))
    if (due.length === 0) return
    const commits = due.map((delivery) => this.#toCommit(delivery))
    let committed: Map<string, Committed>
    try {
      committed = await commitChanges(this.#deps.sql, commits, this.#timing)
    } catch (error) {
      for (const { session } of due) session.restore()
      throw error
    }
    for (const [index, delivery] of due.entries()) {
      const commit = commits[index]
      if (!commit) continue
      this.#committed(delivery, { now, commit, committed: committed.get(delivery.webhook.id) })
    }
  }

  #toCommit(delivery: Delivery): ToCommit {
    const { webhook, session, storedPosition } = delivery
    const isReleased = this.#isOver(delivery)
    const changes = session.take()
    const { failure } = changes
    const isFull = failure?.reason === tooManySetAside
    const pauseMs =
      failure && !isFull ? failurePause(this.#timing, { ...failure, random: Math.random() }) : null
    return { webhook, changes, storedPosition, isReleased, hasFailed: session.hasFailed, pauseMs }
  }

  #committed(
    delivery: Delivery,
    { now, commit, committed }: { now: number; commit: ToCommit; committed: Committed | undefined }
  ): void {
    const { webhook, session } = delivery
    const dueMs = committed?.setAside ? committed.setAside.dueMs : (committed?.setAsideDueMs ?? null)
    session.committed(committed?.setAside && { ...committed.setAside })
    if (commit.isReleased || !committed) {
      this.#deliveries.delete(webhook.id)
      this.#ready.delete(delivery)
      if (committed && !session.hasFailed && (committed.isOutdated || session.isDraining))
        this.#wantedIds.add(webhook.id)
      session.drain()
      return
    }
    delivery.committedAt = now
    if (!committed.isReplayed) delivery.storedPosition = commit.changes.position
    delivery.sendUntil = now + this.#timing.leaseMs - this.#timing.requestMs
    delivery.headsDueAt = dueMs === null ? null : now + dueMs
    if (committed.isOutdated) session.drain()
    this.#ready.add(delivery)
  }
}

/** The answer if the secrets of a webhook can't be decrypted, or can't sign. */
const unreadable: Answer = {
  ...{
    outcome: 'FAILED',
    status: null,
    reason: 'SECRET_NOT_READABLE',
    answer: '',
    retryAfterMs: null,
    durationMs: 0
  }
}

function answerOf({ status, reason, answer, retryAfterMs, durationMs }: Posted): Answer {
  return { outcome: outcomeOf(status), status, reason, answer, retryAfterMs, durationMs }
}

function resultOf({ outcome }: Answer): 'delivered' | 'refused' | 'failed' {
  return outcome === 'DELIVERED' ? 'delivered' : outcome === 'REFUSED' ? 'refused' : 'failed'
}
