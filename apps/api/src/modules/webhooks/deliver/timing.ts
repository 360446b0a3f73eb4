const [second, minute, hour] = [1000, 60_000, 3_600_000]

/** The times of the delivery of webhooks, in milliseconds (contract 6.2). Tests use shorter ones. */
export const webhookTiming = {
  /** How often a worker looks for new events. */
  pollMs: 250,
  /** How often a worker looks at all webhooks, for those that another worker has left behind. */
  scanMs: 30 * second,
  /** How long a lease lasts, and how often it is renewed. */
  leaseMs: 30 * second,
  renewMs: 5 * second,
  /** How often the progress of a webhook is stored while it is delivering. */
  commitMs: second,
  /** The time limit of a request. */
  requestMs: 15 * second,
  /** How long a worker that is stopped waits for requests that are in progress. */
  stopMs: 5 * second,
  /** The pauses after the first, second … attempt of an event that the receiver has refused. Then it is set aside. */
  refusedPausesMs: [second, 5 * second] as readonly number[],
  /** The pauses after the first, second … attempt that failed because of the receiver. The last one is repeated. */
  failurePausesMs: [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour] as readonly number[],
  /** The longest time that a receiver can ask for with `Retry-After`. */
  maxRetryAfterMs: hour,
  /** The pause before an event that was set aside is tried again. */
  setAsideMs: hour,
  /** An event that is refused for longer is dropped. */
  dropAfterMs: 24 * hour
}

export type WebhookTiming = typeof webhookTiming

/**
 * Returns the pause before the next attempt after `failures` failed ones, with up to 10 % of jitter. `random` is from 0
 * to 1. A longer `Retry-After` is honoured.
 */
export function failurePause(
  { failurePausesMs, maxRetryAfterMs }: Pick<WebhookTiming, 'failurePausesMs' | 'maxRetryAfterMs'>,
  { failures, retryAfterMs, random }: { failures: number; retryAfterMs: number | null; random: number }
): number {
  const pause = failurePausesMs[Math.min(failures, failurePausesMs.length) - 1] ?? 0
  const asked = Math.min(retryAfterMs ?? 0, maxRetryAfterMs)
  return Math.round(Math.max(pause * (0.9 + 0.2 * random), asked))
}
