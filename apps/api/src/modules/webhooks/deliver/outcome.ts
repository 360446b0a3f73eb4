/** What the answer to a request means for its event and its webhook (contract 6.2). */
export type Outcome = 'DELIVERED' | 'REFUSED' | 'FAILED' | 'GONE'

/** The statuses below 500 that concern the receiver, not the event. */
const failedStatuses = [401, 403, 404, 408, 429]

/** Returns what an answer with this status means. A status of null means that there was no answer in time. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null || status < 200 || status >= 500) return 'FAILED'
  if (status < 300) return 'DELIVERED'
  if (status === 410) return 'GONE'
  return status < 400 || failedStatuses.includes(status) ? 'FAILED' : 'REFUSED'
}
