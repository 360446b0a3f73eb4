import { ClientShare, type Policy, type Verdict } from './client-share.ts'
import type { ShareLeases } from './share-leases.ts'

type Options = {
  leases: ShareLeases
  /** Returns the milliseconds of a monotonic clock. */
  now(): number
  /** The maximum number of clients in memory. */
  maxClients: number
}

/** Counts a request of a client. Returns a promise if the request has to wait for a lease. */
export type CountRequest = (client: string) => Verdict | Promise<Verdict>

/**
 * Creates a counter for a policy. It counts in memory, and requests leases in advance, so that a request rarely
 * waits. If there are too many clients, it drops those whose windows began first.
 */
export function createCounter(policy: Policy, { leases, now, maxClients }: Options): CountRequest {
  const shares = new Map<string, ClientShare>()

  /** Returns the client's share. The map is in the order in which the windows began. */
  function shareOf(client: string, time: number): ClientShare {
    const current = shares.get(client)
    if (current && !current.hasEnded(time)) return current
    const share = current ?? new ClientShare(`${policy.name} ${client}`, policy, time)
    shares.delete(client)
    shares.set(client, share)
    if (!current) dropOld(time)
    return share
  }

  function dropOld(time: number): void {
    for (const [client, share] of shares) {
      if (shares.size <= maxClients && !share.hasEnded(time)) return
      shares.delete(client)
      if (share.waiting.length > 0) return void shares.set(client, share)
      // Otherwise, a statement could contain this share and a new one of the same client.
      leases.forget(share)
    }
  }

  return (client) => {
    const time = now()
    const share = shareOf(client, time)
    const verdict = share.waiting.length === 0 ? share.take(time) : undefined
    if (verdict) {
      if (share.isLow) leases.request(share)
      return verdict
    }
    const { promise, resolve } = Promise.withResolvers<Verdict>()
    share.waiting.push(resolve)
    leases.request(share)
    return promise
  }
}
