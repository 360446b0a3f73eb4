import type { Message } from '../message/message.ts'
import type { Outcome } from './outcome.ts'
import { Pending } from './pending.ts'
import type { ReadMessage, Sending } from './sending.ts'

/** The maximum number of events of a webhook that are set aside. With more, nothing new is sent. */
export const maxSetAside = 1000

/** A webhook that had too many events set aside goes on when at most this number is left. */
const resumeSetAside = 900

/** The maximum number of messages that a session holds, including those after its position that were delivered. */
export const maxWindow = 200

/** The maximum number of failed attempts of a webhook that one commit records. */
const maxAttempts = 50

/** What a worker knows about a webhook when it has leased it. */
export type SessionStart = {
  /** All events up to this number were delivered, set aside, or not among the types of the webhook. */
  position: number
  /** Numbers after the position that were delivered too. */
  deliveredAhead: readonly number[]
  concurrency: number
  /** True if the last attempt has failed because of the receiver. `failures` is the number of such attempts. */
  isFailing: boolean
  failures: number
  /** The message to send first, and the position after it; or null. */
  gap: { message: Message; position: number } | null
  /** The keys of events that were refused. Later events with these keys are set aside too. */
  blockedKeys: readonly string[]
  /** The number of events that are set aside, without those that are to be replayed. */
  setAsideCount: number
  /** True if the webhook fails because too many events are set aside. */
  wasFull: boolean
  /** The pauses after the first, second … attempt of an event that was refused. */
  refusedPausesMs: readonly number[]
}

/** The answer to a request, or why there is none. */
export type Answer = {
  outcome: Outcome
  status: number | null
  reason: string
  /** The start of the answer. */
  answer: string
  retryAfterMs: number | null
  durationMs: number
}

/** What became of an event that was set aside. */
export type HeadResult = Pick<Sending, 'sequence' | 'key' | 'eventId' | 'type' | 'replayNumber'> & {
  result: 'DELIVERED' | 'REFUSED' | 'DROPPED'
  status: number | null
}

/** An event to set aside. `status` is that of the last answer, or null for an event behind another one. */
export type SetAside = Omit<HeadResult, 'result'> & {
  attempts: number
  reason: 'REFUSED' | 'BEHIND'
}

export type FailedAttempt = Pick<Sending, 'eventId' | 'type'> &
  Pick<Answer, 'status' | 'reason' | 'durationMs' | 'answer'>

/** That the receiver fails. `failures` is the number of failed attempts so far. */
export type Failure = {
  reason: string
  status: number | null
  retryAfterMs: number | null
  failures: number
  /** True if the receiver didn't fail before. */
  isNew: boolean
}

/** What has happened since the last commit, and the position. */
export type Changes = {
  position: number
  deliveredAhead: number[]
  delivered: number
  failed: number
  durationMs: number
  setAside: SetAside[]
  heads: HeadResult[]
  attempts: FailedAttempt[]
  /** True if the receiver was told about the gap. */
  gapTold: boolean
  /** The gap message that was given up because it was refused, with the status of the last answer. */
  gapDropped: { eventId: string; status: number | null } | null
  /** True if the receiver doesn't fail any more. If there is also a failure, it came later. */
  recovered: boolean
  failure: Failure | null
  /** True if the receiver has answered with 410. */
  gone: boolean
}

type Counts = Omit<Changes, 'position' | 'deliveredAhead'>

/** The reason of the failure of a webhook with too many events that are set aside. */
export const tooManySetAside = 'TOO_MANY_SET_ASIDE'

/**
 * The delivery of one webhook while a worker holds its lease: which message to send next, what an answer means, and what
 * to commit (contract 6.2). It does no I/O. Its rules:
 *
 * - Messages with the same key are sent one after the other. With a concurrency of 1, all are.
 * - A failing receiver gets one message. Only after an answer to it, others follow.
 * - The position never passes an event that was neither delivered nor set aside.
 * - Everything that an answer has changed is in `take`, until `committed` confirms it.
 */
export class Session {
  readonly #start: SessionStart
  readonly #pending: Pending
  #blocked: Set<string>
  #setAsideCount: number
  #through: number
  #ahead: Set<number>
  /** The numbers of the events of the feed that wait or are in progress, in their order. */
  #open: number[] = []
  /** The numbers of the events that were set aside and now wait or are in progress. */
  readonly #heads = new Set<number>()
  #gap: Sending | null
  #gapAt = 0
  #inFlight = 0
  #isFailing: boolean
  #hasAnswered = false
  #wasFull: boolean
  #isDraining = false
  #hasFailed = false
  #changes = noCounts()
  #inCommit: Counts | null = null
  #isChanged = false

  constructor(start: SessionStart) {
    this.#start = start
    this.#pending = new Pending({ isStrict: start.concurrency === 1 })
    this.#blocked = new Set(start.blockedKeys)
    this.#setAsideCount = start.setAsideCount
    this.#through = start.position
    this.#ahead = new Set(start.deliveredAhead)
    this.#gap = start.gap && { ...sendingOf({ ...start.gap.message, replayNumber: 0 }, 'GAP') }
    this.#isFailing = start.isFailing
    this.#wasFull = start.wasFull
  }

  /** The number after which to read next. */
  get through(): number {
    return this.#through
  }

  /** True if nothing more will be sent. */
  get isDraining(): boolean {
    return this.#isDraining
  }

  get inFlight(): number {
    return this.#inFlight
  }

  /** True if there is something to commit. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  /** True if nothing waits and nothing is in progress. */
  get isIdle(): boolean {
    return this.#inFlight === 0 && (this.#isDraining || (this.#pending.isEmpty && this.#gap === null))
  }

  /** The number of events of the feed that may be read now. A failing receiver gets only one. */
  get room(): number {
    if (this.#isDraining || this.#gap || this.#isFull()) return 0
    if (this.#isFailing) return this.#pending.isEmpty && this.#inFlight === 0 ? 1 : 0
    return Math.max(0, maxWindow - this.#open.length - this.#ahead.size)
  }

  /** The number of messages that wait for being sent. */
  get waiting(): number {
    return this.#pending.size
  }

  /** True if events that were set aside can be added: those that were added before are finished and committed. */
  get wantsHeads(): boolean {
    if (this.#isDraining || this.#gap) return false
    return this.#heads.size + this.#changes.heads.length + (this.#inCommit?.heads.length ?? 0) === 0
  }

  /** True if a commit would allow more events to be added that were set aside. */
  get hasFinishedHeads(): boolean {
    return this.#heads.size === 0 && this.#changes.heads.length > 0
  }

  /** True if the session has ended because the receiver fails or is gone, or too many events are set aside. */
  get hasFailed(): boolean {
    return this.#hasFailed
  }

  /**
   * Adds events of the feed that were read after `through`, in their order. `through` is the number up to which they were
   * looked for.
   */
  addEvents(messages: readonly ReadMessage[], through: number): void {
    for (const message of messages) {
      if (this.#isDraining) return
      if (this.#ahead.has(message.sequence)) continue
      if (this.#blocked.has(message.key)) {
        if (!this.#setAside(sendingOf(message, 'FEED'), 'BEHIND')) return
      } else {
        this.#open.push(message.sequence)
        this.#pending.add(sendingOf(message, 'FEED'))
      }
      this.#through = message.sequence
    }
    if (this.#isDraining || through <= this.#through) return
    this.#through = through
    this.#isChanged = true
  }

  /** Adds events that were set aside and are due, and those behind them, in their order. */
  addHeads(heads: readonly (ReadMessage & Pick<Sending, 'isLastAttempt' | 'isBehind'>)[]): void {
    for (const head of heads) {
      if (this.#heads.has(head.sequence)) continue
      this.#heads.add(head.sequence)
      const { isLastAttempt, isBehind } = head
      this.#pending.add({ ...sendingOf(head, 'SET_ASIDE'), isLastAttempt, isBehind })
    }
  }

  /** Notes that an event that was set aside can't be delivered, because it can't be read any more. */
  endHead(head: Omit<HeadResult, 'status'>): void {
    this.#changes.heads.push({ ...head, status: null })
    this.#isChanged = true
  }

  /** Returns the next message to send, or undefined if none can be sent now. `now` is a time in milliseconds. */
  next(now: number): Sending | undefined {
    if (this.#isDraining || this.#inFlight >= (this.#isFailing ? 1 : this.#start.concurrency))
      return undefined
    if (this.#gap) {
      if (this.#inFlight > 0 || this.#gapAt > now) return undefined
      this.#inFlight++
      return this.#gap
    }
    const sending = this.#pending.next(now)
    if (sending) this.#inFlight++
    return sending
  }

  /** The time at which a message can be sent again that was refused, or undefined if none waits for this. */
  nextAt(): number | undefined {
    if (this.#isDraining) return undefined
    return this.#gap && this.#inFlight === 0 ? this.#gapAt : this.#pending.nextAt()
  }

  /** Notes the answer to a message. */
  settle(sending: Sending, answer: Answer, now: number): void {
    this.#inFlight--
    this.#isChanged = true
    this.#changes.durationMs += answer.durationMs
    if (answer.outcome === 'DELIVERED') this.#delivered(sending)
    else {
      this.#noteAttempt(sending, answer)
      if (answer.outcome === 'REFUSED') this.#refused(sending, answer, now)
      else this.#failed(sending, answer)
    }
    if (answer.outcome === 'DELIVERED' || answer.outcome === 'REFUSED') this.#hasAnswered = true
    this.#recover()
  }

  /** Notes that a message wasn't sent to its end, because the worker is being stopped. */
  abandon(sending: Sending): void {
    this.#inFlight--
    this.#isDraining = true
    if (sending.origin !== 'GAP') this.#pending.release(sending)
  }

  /** Sends nothing more. */
  drain(): void {
    this.#isDraining = true
  }

  /** Returns what is to be committed. Until `committed` or `restore` is called, it must not be called again. */
  take(): Changes {
    const changes = this.#changes
    this.#inCommit = changes
    this.#changes = noCounts()
    this.#isChanged = false
    const position = this.#movePosition()
    return { ...changes, position, deliveredAhead: [...this.#ahead].toSorted((a, b) => a - b) }
  }

  /**
   * Notes that what `take` has returned is stored. `setAside` has the keys that are blocked now and the number of events
   * that are set aside, if this has changed.
   */
  committed(setAside?: { blockedKeys: readonly string[]; count: number }): void {
    this.#inCommit = null
    if (!setAside) return
    this.#blocked = new Set([...setAside.blockedKeys, ...this.#changes.setAside.map(({ key }) => key)])
    this.#setAsideCount = setAside.count
    this.#recover()
  }

  /** Notes that what `take` has returned could not be stored. The next `take` returns it again. */
  restore(): void {
    const [before, after] = [this.#inCommit, this.#changes]
    this.#inCommit = null
    if (!before) return
    this.#isChanged = true
    this.#changes = {
      delivered: before.delivered + after.delivered,
      failed: before.failed + after.failed,
      durationMs: before.durationMs + after.durationMs,
      setAside: [...before.setAside, ...after.setAside],
      heads: [...before.heads, ...after.heads],
      attempts: [...before.attempts, ...after.attempts].slice(-maxAttempts),
      gapTold: before.gapTold || after.gapTold,
      gapDropped: before.gapDropped ?? after.gapDropped,
      recovered: before.recovered || after.recovered,
      failure: after.failure ?? before.failure,
      gone: before.gone || after.gone
    }
  }

  #delivered(sending: Sending): void {
    this.#changes.delivered++
    if (sending.origin === 'SET_ASIDE') this.#endHead(sending, 'DELIVERED', null)
    else if (sending.origin === 'GAP') this.#endGap()
    else this.#end(sending)
  }

  #refused(sending: Sending, { status }: Answer, now: number): void {
    sending.attempts++
    const pause = this.#start.refusedPausesMs[sending.attempts - 1]
    if (sending.origin === 'SET_ASIDE')
      this.#endHead(sending, sending.isLastAttempt ? 'DROPPED' : 'REFUSED', status)
    else if (pause !== undefined) this.#sendAgain(sending, now + pause)
    else if (sending.origin === 'GAP') {
      this.#changes.gapDropped = { eventId: sending.eventId, status }
      this.#endGap()
    } else if (this.#setAside(sending, 'REFUSED', status)) {
      this.#end(sending)
      this.#setAsideBehind(sending)
    } else this.#pending.release(sending)
  }

  #failed(sending: Sending, { outcome, status, reason, retryAfterMs }: Answer): void {
    if (sending.origin !== 'GAP') this.#pending.release(sending)
    this.#isDraining = true
    if (outcome === 'GONE') this.#changes.gone = this.#hasFailed = true
    else this.#fail({ reason, status, retryAfterMs })
  }

  /** Notes that the receiver fails. Failures of other requests that were in progress are the same failure. */
  #fail(failure: Pick<Failure, 'reason' | 'status' | 'retryAfterMs'>): void {
    if (this.#hasFailed) return
    this.#hasFailed = true
    const failures = this.#isFailing ? this.#start.failures + 1 : 1
    this.#changes.failure = { ...failure, failures, isNew: !this.#isFailing }
    this.#isFailing = true
  }

  /** Ends the failure if the receiver has answered in this session and there is room for events that are set aside. */
  #recover(): void {
    if (!this.#isFailing || !this.#hasAnswered || this.#isDraining || this.#isFull()) return
    this.#isFailing = false
    this.#wasFull = false
    this.#changes.recovered = true
    this.#isChanged = true
  }

  #sendAgain(sending: Sending, at: number): void {
    if (sending.origin === 'GAP') this.#gapAt = at
    else this.#pending.delay(sending, at)
  }

  /** Ends an event of the feed: it was delivered or set aside. */
  #end(sending: Sending): void {
    this.#pending.remove(sending)
    this.#close(sending.sequence)
  }

  #close(sequence: number): void {
    const index = this.#open.indexOf(sequence)
    if (index >= 0) this.#open.splice(index, 1)
    this.#ahead.add(sequence)
    // If it was the first one, the position moves, so there is room for more events.
    if (index === 0) this.#movePosition()
  }

  /** Returns the number up to which everything is done. Forgets the numbers ahead that aren't after it any more. */
  #movePosition(): number {
    const position = Math.max(this.#start.position, (this.#open[0] ?? this.#through + 1) - 1)
    for (const number of this.#ahead) if (number <= position) this.#ahead.delete(number)
    return position
  }

  #endGap(): void {
    this.#gap = null
    this.#through = Math.max(this.#through, this.#start.gap?.position ?? 0)
    this.#changes.gapTold = true
  }

  #endHead(sending: Sending, result: HeadResult['result'], status: number | null): void {
    this.#pending.remove(sending)
    this.#heads.delete(sending.sequence)
    this.#changes.heads.push({ ...pick(sending), result, status })
    if (result !== 'DELIVERED') this.#leaveBehind(sending)
  }

  /**
   * Leaves the events set aside that wait for an event that was refused again, or dropped. After a crash before the commit,
   * the dropped one is sent again, so none of them may have been sent.
   */
  #leaveBehind({ key }: Sending): void {
    for (const waiting of this.#pending.withKey(key)) {
      if (waiting.origin !== 'SET_ASIDE' || !waiting.isBehind) continue
      this.#pending.remove(waiting)
      this.#heads.delete(waiting.sequence)
    }
  }

  /** Sets the events aside that wait with the same key as the event. */
  #setAsideBehind({ key }: Sending): void {
    for (const waiting of this.#pending.withKey(key)) {
      if (waiting.origin !== 'FEED') continue
      if (!this.#setAside(waiting, 'BEHIND')) return
      this.#end(waiting)
    }
  }

  /** Sets an event of the feed aside, unless there are too many. The last one for which there is room ends the session. */
  #setAside(sending: Sending, reason: SetAside['reason'], status: number | null = null): boolean {
    if (this.#isFull()) return false
    this.#changes.setAside.push({ ...pick(sending), attempts: sending.attempts, reason, status })
    this.#blocked.add(sending.key)
    this.#isChanged = true
    if (!this.#open.includes(sending.sequence)) this.#ahead.add(sending.sequence)
    if (this.#isFull()) {
      this.#isDraining = true
      this.#fail({ reason: tooManySetAside, status: null, retryAfterMs: null })
    }
    return true
  }

  #isFull(): boolean {
    const uncommitted = this.#changes.setAside.length + (this.#inCommit?.setAside.length ?? 0)
    const count = this.#setAsideCount + uncommitted
    return this.#wasFull ? count > resumeSetAside : count >= maxSetAside
  }

  #noteAttempt({ eventId, type }: Sending, { status, reason, durationMs, answer }: Answer): void {
    this.#changes.failed++
    this.#changes.attempts.push({ eventId, type, status, reason, durationMs, answer })
    if (this.#changes.attempts.length > maxAttempts) this.#changes.attempts.shift()
  }
}

function sendingOf(message: ReadMessage, origin: Sending['origin']): Sending {
  return { ...message, origin, attempts: 0, isLastAttempt: false, isBehind: false }
}

function pick({ sequence, key, eventId, type, replayNumber }: Sending) {
  return { sequence, key, eventId, type, replayNumber }
}

function noCounts(): Counts {
  return {
    ...{ delivered: 0, failed: 0, durationMs: 0, setAside: [], heads: [], attempts: [] },
    ...{ gapTold: false, gapDropped: null, recovered: false, failure: null, gone: false }
  }
}
