type Waiting = { key: string; begin: () => void }

/**
 * Counts what is under way, in all and by a key such as a host or a vendor, and lets no more begin than it may. What
 * was taken has to be released once, with the same key.
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

  /** How much is under way with this key. */
  count(key: string): number {
    return this.counts.get(key) ?? 0
  }

  /** How many calls of `take` wait. */
  get waitingCount(): number {
    return this.waiting.size
  }

  /** Takes an amount at once; false where that is too much. */
  tryTake({ key = '', amount = 1 }: { key?: string; amount?: number } = {}): boolean {
    if (this.sum + amount > this.total || this.count(key) + amount > this.perKey) return false
    this.add(key, amount)
    return true
  }

  /** Takes one, and waits for its turn where it has to. Rejects with the signal's reason if that aborts first. */
  async take(signal: AbortSignal, key = ''): Promise<void> {
    signal.throwIfAborted()
    if (this.tryTake({ key })) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const one = { key, begin: resolve }
    const giveUp = () => {
      this.waiting.delete(one)
      reject(signal.reason)
    }
    this.waiting.add(one)
    signal.addEventListener('abort', giveUp)
    await promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  release({ key = '', amount = 1 }: { key?: string; amount?: number } = {}): void {
    this.add(key, -amount)
    for (const one of this.waiting) {
      if (!this.tryTake({ key: one.key })) continue
      this.waiting.delete(one)
      one.begin()
    }
  }

  private add(key: string, amount: number): void {
    this.sum += amount
    const count = this.count(key) + amount
    if (count === 0) this.counts.delete(key)
    else this.counts.set(key, count)
  }
}
