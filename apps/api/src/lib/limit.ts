type Waiting = { key: string; begin: () => void }

/**
 * A semaphore with a total limit and a limit per key, such as a host or a vendor. Whatever was taken must be
 * released once, with the same key and amount.
 */
export class Limit {
  private readonly total: number
  private readonly perKey: number
  private readonly counts = new Map<string, number>()
  private readonly waiting = new Set<Waiting>()
  private sum = 0

  constructor({ total, perKey = total }: { total: number; perKey?: number }) {
    this.total = total
    this.perKey = perKey
  }

  /** Returns the amount that is currently taken under this key. */
  count(key: string): number {
    return this.counts.get(key) ?? 0
  }

  /** The number of calls of `take` that are waiting. */
  get waitingCount(): number {
    return this.waiting.size
  }

  /** Takes the amount without waiting. Returns false if that would exceed a limit. */
  tryTake({ key = '', amount = 1 }: { key?: string; amount?: number } = {}): boolean {
    if (this.sum + amount > this.total || this.count(key) + amount > this.perKey) return false
    this.add(key, amount)
    return true
  }

  /**
   * Takes 1 as soon as the limits allow it. Rejects with the reason of `signal` if the signal is aborted
   * first.
   */
  async take(signal: AbortSignal, key = ''): Promise<void> {
    signal.throwIfAborted()
    if (this.tryTake({ key })) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const call = { key, begin: resolve }
    const abort = () => {
      this.waiting.delete(call)
      reject(signal.reason)
    }
    this.waiting.add(call)
    signal.addEventListener('abort', abort)
    await promise.finally(() => signal.removeEventListener('abort', abort))
  }

  /**
   * Releases the amount. Then resolves the waiting calls of `take` that the limits now allow, oldest first.
   */
  release({ key = '', amount = 1 }: { key?: string; amount?: number } = {}): void {
    this.add(key, -amount)
    for (const call of this.waiting) {
      if (!this.tryTake({ key: call.key })) continue
      this.waiting.delete(call)
      call.begin()
    }
  }

  private add(key: string, amount: number): void {
    this.sum += amount
    const count = this.count(key) + amount
    if (count === 0) this.counts.delete(key)
    else this.counts.set(key, count)
  }
}
