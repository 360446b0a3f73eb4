/** Time limits of an operation: of each attempt, and of all attempts with the pauses between them. */
export type TimeLimits = { attemptMs: number; totalMs: number }

/** The limits of requests to a bucket. */
export type Limits = {
  connectMs: number
  /** Reading the headers of a file. */
  read: TimeLimits
  /** Storing, copying, removing and listing files. */
  write: TimeLimits
  /** The time after which a stream fails if no byte arrives. */
  idleMs: number
  /** The pause before the second attempt. It doubles with each further attempt. */
  pauseMs: number
  maxAttempts: number
  /**
   * The number of attempts after which no further attempts are made at the same time, if all of them fail.
   */
  maxFailures: number
}

/**
 * A request of a client must be answered within 30 s, so the total times are shorter. If a store accepts
 * connections but doesn't answer, each operation is attempted twice, because the connection may be the cause.
 */
export const defaultLimits: Limits = {
  connectMs: 3000,
  read: { attemptMs: 4000, totalMs: 9000 },
  write: { attemptMs: 10_000, totalMs: 22_000 },
  idleMs: 15_000,
  pauseMs: 100,
  maxAttempts: 5,
  maxFailures: 20
}

/** The limits while the service starts. A service that can't start must say so within 10 s. */
export const startLimits: TimeLimits = { attemptMs: 4000, totalMs: 7000 }
