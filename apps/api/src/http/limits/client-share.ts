import type { Lease, LeaseRequest } from './rate-limit-queries.ts'

/** A limit on the requests of each client in a window of time. */
export type Policy = {
  /** The name in the headers, and in the keys of the database. */
  name: string
  /** The maximum number of requests of a client in a window. */
  max: number
  windowMs: number
}

/** The result of counting a request. */
export type Verdict = {
  isAllowed: boolean
  /** The number of requests left in the window, as far as this node knows. */
  remaining: number
  /** The milliseconds until the window ends. */
  endsInMs: number
}

/**
 * The share of a client's limit that this node may use in the current window. The node accepts the first
 * requests without a lease, and reports them when it requests its first lease. Times are milliseconds of a
 * monotonic clock.
 */
export class ClientShare {
  readonly key: string
  /** True while a lease has been requested and hasn't arrived. */
  isPending = false
  /** The requests that wait for a lease. */
  readonly waiting: ((verdict: Verdict) => void)[] = []
  readonly #policy: Policy
  #endsAt = 0
  /** The leased requests that are left. */
  #leased = 0
  /** The requests that the node may still accept without a lease. */
  #free = 0
  /** The requests that the node has accepted without a lease and hasn't reported. */
  #spent = 0
  /** The requests of the limit that no node has leased or reported, as far as this node knows. */
  #pool = 0
  /** The requests of this window that this node has leased or reported. */
  #obtained = 0
  /** The part of the client's requests that this node gets, from 0 to 1. */
  #part = 1
  /** True if the node continues without the database. */
  #isDetached = false

  constructor(key: string, policy: Policy, now: number) {
    this.key = key
    this.#policy = policy
    this.#beginWindow(now)
  }

  hasEnded(now: number): boolean {
    return now >= this.#endsAt
  }

  /** Counts a request. Returns undefined if the request must wait for a lease. */
  take(now: number): Verdict | undefined {
    if (now >= this.#endsAt) this.#beginWindow(now)
    if (this.#leased > 0) this.#leased--
    else if (this.#free > 0) {
      this.#free--
      this.#spent++
    } else return this.#pool > 0 ? undefined : this.#verdict(false, now)
    return this.#verdict(true, now)
  }

  /** True if the node should request a lease now, before it needs one. */
  get isLow(): boolean {
    if (this.#isDetached) return true
    return this.#pool > 0 && this.#free === 0 && this.#leased <= leaseSize(this.#policy.max) / 5
  }

  /** Returns the request for a lease. The requests accepted so far then count as reported. */
  toRequest(now: number): LeaseRequest {
    if (now >= this.#endsAt) this.#beginWindow(now)
    const { max } = this.#policy
    const spent = this.#spent
    this.#spent = 0
    // Leases get smaller when few requests are left, so that other nodes retain little that they don't need.
    const size = Math.min(leaseSize(max), Math.ceil(this.#pool / 4))
    const wanted = Math.max(1, size, this.waiting.length)
    return { key: this.key, max, spent, wanted, endsInMs: this.#endsAt - now }
  }

  /** Adds a lease. `spent` is what the request for it reported. */
  add(lease: Lease, spent: number, now: number): void {
    this.#endsAt = now + lease.endsInMs
    this.#leased += lease.granted
    this.#free = 0
    this.#pool = Math.max(0, this.#policy.max - lease.used)
    this.#obtained += spent + lease.granted
    this.#part = Math.min(1, this.#obtained / Math.max(1, lease.used))
    this.#isDetached = false
  }

  /** Takes back a report that hasn't reached the database. */
  restore(spent: number): void {
    this.#spent += spent
  }

  /**
   * Lets the node continue without the database. It may then use its part of what is left: if the client's
   * requests are distributed to the nodes as before, all nodes together stay within the limit.
   */
  detach(now: number): void {
    if (now >= this.#endsAt) this.#beginWindow(now)
    this.#free += Math.ceil(this.#pool * this.#part)
    this.#pool = 0
    this.#isDetached = true
  }

  /** Answers the waiting requests, in their order. Returns true if some still have to wait. */
  serve(now: number): boolean {
    let answered = 0
    for (const answer of this.waiting) {
      const verdict = this.take(now)
      if (!verdict) break
      answer(verdict)
      answered++
    }
    this.waiting.splice(0, answered)
    return this.waiting.length > 0
  }

  #beginWindow(now: number): void {
    this.#endsAt = now + this.#policy.windowMs
    this.#free = leaseSize(this.#policy.max)
    this.#pool = this.#policy.max - this.#free
    this.#leased = this.#spent = this.#obtained = 0
    this.#isDetached = false
  }

  #verdict(isAllowed: boolean, now: number): Verdict {
    return { isAllowed, remaining: this.#leased + this.#free + this.#pool, endsInMs: this.#endsAt - now }
  }
}

/** Returns the usual number of requests in a lease: one hundredth of the limit, and at most 100. */
function leaseSize(max: number): number {
  return Math.min(100, Math.floor(max / 100))
}
