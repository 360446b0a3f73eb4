import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../config.ts'
import type { Log } from '../lib/log.ts'
import type { MetricList } from '../metrics/joined.ts'
import { closeLostConnections } from './handover.ts'
import { type FromMember, type MemberSettings, sendToMember } from './messages.ts'

/** The times of a process set, in milliseconds. */
export type SetTimes = {
  /** The time between two questions whether a process responds. */
  pingMs: number
  /** A process that has run for this time had no problem when it started. */
  stableMs: number
  /** The pause before a process is started again after its second failure. It doubles with each further failure. */
  retryMs: number
  maxRetryMs: number
}

const defaultTimes: SetTimes = { pingMs: 5_000, stableMs: 60_000, retryMs: 1_000, maxRetryMs: 30_000 }
/** A process that has not answered so many questions in a row is killed. */
const maxUnanswered = 6
/** After so many failures in a row, the node stops if no process is left. */
const maxFailures = 5
/** The time for which the metrics of a process are waited for. */
const metricsMs = 3_000
/** The time that a process gets in addition to its own limit for stopping. */
const extraStopMs = 2_000

/** A process of the node. */
type Member = {
  worker: Worker
  readyAt: number | undefined
  /** True if the process has been asked to stop. */
  isStopping: boolean
  unanswered: number
  ended: Promise<void>
}

/** A number that a process of the node has, from 1. The process with the number 1 does the background work. */
type Slot = {
  number: number
  member: Member | undefined
  /** True while a process for the slot is being started. */
  isFilling: boolean
  /** The failures since a process of the slot last ran for a while. */
  failures: number
}

type SetConfig = Pick<Config, 'host' | 'role' | 'processes' | 'metricsPort' | 'drainMs'> & { port: number }
type Options = { log: Pick<Log, 'info' | 'warn' | 'error'>; times?: Partial<SetTimes> }

/** The processes of a node. */
export class ProcessSet {
  /** Resolves to the exit code of the node when all processes have ended. */
  readonly ended: Promise<number>
  readonly #end: (code: number) => void
  readonly #config: SetConfig
  readonly #log: Options['log']
  readonly #times: SetTimes
  readonly #slots: Slot[]
  readonly #members = new Set<Member>()
  readonly #stopping = new AbortController()
  readonly #metrics = new Map<string, (metrics: MetricList) => void>()
  #lastMetricsId = 0
  #replacing: Promise<void> | undefined
  #isReplacingAgain = false

  constructor(config: SetConfig, { log, times }: Options) {
    const { promise, resolve } = Promise.withResolvers<number>()
    this.ended = promise
    this.#end = resolve
    this.#config = config
    this.#log = log
    this.#times = { ...defaultTimes, ...times }
    this.#slots = Array.from({ length: config.processes }, (_, index) => ({
      ...{ number: index + 1, member: undefined, isFilling: false, failures: 0 }
    }))
    cluster.schedulingPolicy = cluster.SCHED_RR
  }

  /**
   * Starts the first process, which prepares the database, and then the others. Returns true when all are ready. If one
   * can't be started, stops the node, and returns false. The process has printed the reason.
   */
  async start(): Promise<boolean> {
    const [first, ...others] = this.#slots
    try {
      if (first) await this.#fill(first, true)
      await Promise.all(others.map((slot) => this.#fill(slot)))
    } catch {
      await this.stop(1)
      return false
    }
    const timer = setInterval(() => this.#askAll(), this.#times.pingMs)
    this.#stopping.signal.addEventListener('abort', () => clearInterval(timer))
    return true
  }

  /**
   * Replaces all processes, one after another. A process stops only when the one that replaces it is ready. If one
   * can't be started, the remaining ones are not replaced.
   */
  replaceAll(): void {
    if (this.#replacing) {
      this.#isReplacingAgain = true
      return
    }
    this.#replacing = this.#replaceEach().finally(() => {
      this.#replacing = undefined
      if (this.#isReplacingAgain && !this.#stopping.signal.aborted) this.replaceAll()
      this.#isReplacingAgain = false
    })
  }

  /** Stops all processes. They finish their requests first. */
  async stop(code = 0): Promise<void> {
    if (this.#stopping.signal.aborted) return
    this.#stopping.abort()
    const members = [...this.#members]
    for (const member of members) this.#stopMember(member)
    const deadline = setTimeout(
      () => {
        for (const { worker } of this.#members) worker.process.kill('SIGKILL')
      },
      10_000 + this.#config.drainMs + extraStopMs
    )
    await Promise.all(members.map(({ ended }) => ended))
    clearTimeout(deadline)
    const isClean = members.every(
      ({ worker, readyAt }) => readyAt === undefined || worker.process.exitCode === 0
    )
    this.#end(isClean ? code : 1)
  }

  /** Returns the metrics of each process that answers in time. One of them includes the metrics of the database. */
  async readMetrics(): Promise<MetricList[]> {
    const ready = [...this.#members].filter(({ readyAt, isStopping }) => readyAt !== undefined && !isStopping)
    const lists = await Promise.all(ready.map((member, index) => this.#metricsOf(member, index === 0)))
    return lists.filter((list) => list !== undefined)
  }

  async #metricsOf({ worker, ended }: Member, withDatabase: boolean): Promise<MetricList | undefined> {
    const id = ++this.#lastMetricsId
    const key = `${worker.id}:${id}`
    const answered = new Promise<MetricList>((resolve) => this.#metrics.set(key, resolve))
    sendToMember(worker, { type: 'read-metrics', id, withDatabase })
    const waiting = new AbortController()
    const late = sleep(metricsMs, undefined, { signal: waiting.signal }).catch(() => undefined)
    const metrics = await Promise.race([answered, late, ended.then(() => undefined)])
    waiting.abort()
    this.#metrics.delete(key)
    return metrics
  }

  /** Starts a process for a slot. Rejects if it ends before it is ready. */
  async #fill(slot: Slot, isFirst = false): Promise<void> {
    slot.isFilling = true
    try {
      const member = await this.#launch(slot, isFirst)
      slot.member = member
      void member.ended.then(() => this.#onEnd(slot, member))
    } catch (error) {
      slot.failures++
      throw error
    } finally {
      slot.isFilling = false
    }
  }

  async #launch(slot: Slot, isFirst: boolean): Promise<Member> {
    this.#stopping.signal.throwIfAborted()
    const worker = cluster.fork()
    closeLostConnections(worker)
    const { promise: ready, resolve: onReady, reject } = Promise.withResolvers<void>()
    const { promise: ended, resolve: onEnded } = Promise.withResolvers<void>()
    const member: Member = { worker, ended, readyAt: undefined, isStopping: false, unanswered: 0 }
    this.#members.add(member)
    worker.on('error', (err) =>
      this.#log.error({ err, process: slot.number }, 'a process could not be reached')
    )
    worker.on('message', (message: FromMember) => {
      member.unanswered = 0
      if (message.type === 'leaving') sendToMember(worker, { type: 'left' })
      if (message.type === 'metrics') this.#metrics.get(`${worker.id}:${message.id}`)?.(message.metrics)
      if (message.type === 'ready') {
        member.readyAt = performance.now()
        onReady()
      }
    })
    worker.once('exit', () => {
      this.#members.delete(member)
      onEnded()
      reject(new Error('The process ended before it was ready.'))
    })
    sendToMember(worker, { type: 'start', settings: this.#settingsOf(slot, isFirst) })
    await ready
    return member
  }

  #settingsOf({ number }: Slot, isFirst: boolean): MemberSettings {
    const { port, host, role, processes, metricsPort, drainMs } = this.#config
    // One process does the background work. The others take over its requests, but not its work.
    const ownRole = role === 'all' && number > 1 ? 'api' : role
    return { port, host, role: ownRole, processes, metricsPort, drainMs, number, isFirst }
  }

  /** Replaces a process that has ended although it wasn't asked to. */
  #onEnd(slot: Slot, member: Member): void {
    if (slot.member !== member) return
    slot.member = undefined
    if (this.#stopping.signal.aborted) return
    const { pid, exitCode, signalCode } = member.worker.process
    const wasStable = performance.now() - (member.readyAt ?? 0) >= this.#times.stableMs
    slot.failures = wasStable ? 1 : slot.failures + 1
    const fields = { process: slot.number, endedPid: pid, code: exitCode, signal: signalCode }
    this.#log.error(fields, 'a process has ended and is replaced')
    if (!slot.isFilling) void this.#refill(slot)
  }

  /** Starts processes for an empty slot until one is ready, with growing pauses. */
  async #refill(slot: Slot): Promise<void> {
    const { signal } = this.#stopping
    while (!slot.member) {
      const { retryMs, maxRetryMs } = this.#times
      const pauseMs = slot.failures < 2 ? 0 : Math.min(maxRetryMs, retryMs * 2 ** (slot.failures - 2))
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      try {
        await this.#fill(slot)
        this.#log.info({ process: slot.number }, 'a process was replaced')
      } catch {
        if (signal.aborted) return
        this.#log.error({ process: slot.number, failures: slot.failures }, 'a process could not be started')
        if (slot.failures >= maxFailures && this.#slots.every((one) => !one.member)) {
          this.#log.error({}, 'no process can be started, so the node stops')
          return await this.stop(1)
        }
      }
    }
  }

  async #replaceEach(): Promise<void> {
    for (const slot of this.#slots) {
      const old = slot.member
      // A process that is missing is being replaced anyway.
      if (!old || slot.isFilling) continue
      try {
        await this.#fill(slot)
      } catch {
        if (this.#stopping.signal.aborted) return
        this.#log.error(
          { process: slot.number },
          'a process could not be replaced, so the others are not replaced'
        )
        if (!slot.member) void this.#refill(slot)
        return
      }
      if (this.#stopping.signal.aborted) return
      old.isStopping = true
      sendToMember(old.worker, { type: 'leave' })
      await old.ended
      this.#log.info({ process: slot.number }, 'a process was replaced')
    }
  }

  #stopMember(member: Member): void {
    member.isStopping = true
    // A process that is still starting handles no messages yet.
    if (member.readyAt === undefined) member.worker.process.kill('SIGTERM')
    else sendToMember(member.worker, { type: 'stop' })
  }

  /** Asks each process whether it responds, and kills those that haven't answered for long. */
  #askAll(): void {
    for (const member of this.#members) {
      if (member.readyAt === undefined) continue
      if (member.unanswered >= maxUnanswered) {
        this.#log.error({ endedPid: member.worker.process.pid }, 'a process does not respond and is killed')
        member.worker.process.kill('SIGKILL')
      }
      member.unanswered++
      sendToMember(member.worker, { type: 'ping' })
    }
  }
}
