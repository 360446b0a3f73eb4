import type { ClientShare } from './client-share.ts'
import type { Lease, LeaseRequest } from './rate-limit-queries.ts'

type Options = {
  /** Requests leases from the database. */
  lease(requests: LeaseRequest[]): Promise<Lease[]>
  /** Returns the milliseconds of a monotonic clock. */
  now(): number
  /** The maximum time for which requests wait for a statement. */
  deadlineMs: number
  /** The time between two attempts while the database doesn't respond. */
  retryMs: number
  /** Called when the database no longer responds in time, and when it responds again. */
  onChange(isAway: boolean, error: unknown): void
}

/** Requests leases for clients. */
export type ShareLeases = {
  /** Requests a lease for the client, unless one has already been requested. */
  request(share: ClientShare): void
  /** Cancels the request of a client for which no HTTP request waits. */
  forget(share: ClientShare): void
  close(): void
}

/** The maximum number of clients in one statement. */
const maxClients = 500

/**
 * Requests leases with one statement at a time: the next one is for all clients that have asked in the meantime.
 * While the database doesn't respond, the node continues without it, and no HTTP request waits.
 */
export function createShareLeases(options: Options): ShareLeases {
  const { now, deadlineMs, retryMs, onChange } = options
  const queue = new Set<ClientShare>()
  let isSending = false
  let isAway = false
  let retry: NodeJS.Timeout | undefined

  function request(share: ClientShare): void {
    if (isAway) settle(share)
    if (share.isPending) return
    share.isPending = true
    queue.add(share)
    if (!isSending && !retry) void sendNext()
  }

  async function sendNext(): Promise<void> {
    const shares = [...queue].slice(0, maxClients)
    for (const share of shares) queue.delete(share)
    isSending = true
    const error = await failureOf(send(shares), deadlineMs)
    const wasAway = isAway
    isAway = error !== undefined
    if (isAway !== wasAway) onChange(isAway, error)
    for (const share of shares) {
      share.isPending = false
      if (isAway) settle(share)
      else if (share.serve(now())) request(share)
    }
    isSending = false
    if (isAway) waitForRetry()
    else if (queue.size > 0) void sendNext()
  }

  /** Sends a statement and adds its leases, even if they arrive after the deadline. */
  async function send(shares: ClientShare[]): Promise<void> {
    const requests = shares.map((share) => share.toRequest(now()))
    const spent = requests.map((request) => request.spent)
    const leases = new Map<string, Lease>()
    try {
      for (const lease of await options.lease(requests)) leases.set(lease.key, lease)
    } catch (error) {
      for (const [index, share] of shares.entries()) share.restore(spent[index] ?? 0)
      throw error
    }
    for (const [index, share] of shares.entries()) {
      const lease = leases.get(share.key)
      if (lease) share.add(lease, spent[index] ?? 0, now())
    }
  }

  /** Answers the waiting requests of a client without the database. */
  function settle(share: ClientShare): void {
    share.detach(now())
    share.serve(now())
  }

  function waitForRetry(): void {
    for (const share of queue) settle(share)
    retry = setTimeout(() => {
      retry = undefined
      if (queue.size > 0) void sendNext()
    }, retryMs)
    retry.unref()
  }

  return {
    request,
    forget(share) {
      if (queue.delete(share)) share.isPending = false
    },
    close: () => clearTimeout(retry)
  }
}

/** Returns why the work failed, or that it is late after `ms`. Returns undefined if it succeeded in time. */
async function failureOf(work: Promise<void>, ms: number): Promise<unknown> {
  const late = Promise.withResolvers<unknown>()
  const timer = setTimeout(() => late.resolve(new Error(`no response within ${ms} ms`)), ms)
  const ended = work.then(
    () => undefined,
    (error: unknown) => error ?? new Error('unknown error')
  )
  try {
    return await Promise.race([ended, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
