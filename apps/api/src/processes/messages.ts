import type { Worker } from 'node:cluster'
import type { Config } from '../config.ts'
import type { MetricList } from '../metrics/joined.ts'

/**
 * What the supervisor decides for a process. The process reads its other settings itself, so that it gets those that
 * were changed in `.env`.
 */
export type MemberSettings = Pick<
  Config,
  'port' | 'host' | 'role' | 'processes' | 'metricsPort' | 'drainMs'
> & {
  /** The number of the process in the node, from 1. A process has the number of the one that it replaces. */
  number: number
  /** True for the first process that the supervisor starts. It prints the addresses. */
  isFirst: boolean
}

/** A message from the supervisor to a process. */
export type ToMember =
  | { type: 'start'; settings: MemberSettings }
  /** The process has to stop. Other processes of the node serve its clients. */
  | { type: 'leave' }
  /** The process has to stop, because the node stops. */
  | { type: 'stop' }
  /** The process has to answer with `pong`. */
  | { type: 'ping' }
  | { type: 'read-metrics'; id: number; withDatabase: boolean }
  /** The supervisor sends the process no more connections. */
  | { type: 'left' }

/** A message from a process to the supervisor. */
export type FromMember =
  /** The process has started, and accepts connections. */
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'metrics'; id: number; metrics: MetricList }
  /** The process has stopped listening. The supervisor has to answer with `left`. */
  | { type: 'leaving' }

/** Sends a message to a process. Does nothing if the process has ended. */
export function sendToMember(worker: Worker, message: ToMember): void {
  if (worker.isConnected()) worker.send(message, ignoreEnd)
}

/** Sends a message to the supervisor. Does nothing if the supervisor has ended. */
export function sendToSupervisor(message: FromMember): void {
  if (process.connected) process.send?.(message, undefined, undefined, ignoreEnd)
}

/** The end of a process is noticed by its event. */
function ignoreEnd(): void {}
