import type { MetricList } from '../metrics/joined.ts'

/** The part that a process has in a node of several processes. A process that is alone has none. */
export type Membership = {
  /** The number of the process in the node, from 1. */
  readonly number: number
  /** True for the first process of the node. It creates the demo marketplace, and prints the addresses. */
  readonly isFirst: boolean
  /** True if the process is stopping and other processes of the node serve its clients. */
  isLeaving(): boolean
  /** Makes `isLeaving` true, because the process stops after an error. */
  leave(): void
  /** Answers the supervisor, which collects the metrics of all processes. */
  answerMetrics(read: (withDatabase: boolean) => Promise<MetricList>): void
}
