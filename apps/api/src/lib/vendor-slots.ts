/** Slots in all, and those of them that one vendor may have. */
export type SlotLimits = { inAll: number; ofVendor: number }

type Waiting = { vendorId: string; begin: () => void }

/** Limits how much is done at once, so that no vendor has all slots. Those that wait for one come in their order. */
export class VendorSlots {
  private readonly limits: SlotLimits
  private readonly taken = new Map<string, number>()
  private inAll = 0
  private waiting: Waiting[] = []

  constructor(limits: SlotLimits) {
    this.limits = limits
  }

  /** Takes a slot where one is free, and returns what releases it. */
  tryTake(vendorId: string): (() => void) | undefined {
    if (!this.isFree(vendorId)) return undefined
    this.count(vendorId, 1)
    return this.releaseOf(vendorId)
  }

  /** Waits for a slot, and returns what releases it. */
  async take(vendorId: string): Promise<() => void> {
    const release = this.tryTake(vendorId)
    if (release) return release
    await new Promise<void>((begin) => this.waiting.push({ vendorId, begin }))
    return this.releaseOf(vendorId)
  }

  private releaseOf(vendorId: string): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.count(vendorId, -1)
      const next = this.waiting.find((one) => this.isFree(one.vendorId))
      if (!next) return
      this.waiting = this.waiting.filter((one) => one !== next)
      this.count(next.vendorId, 1)
      next.begin()
    }
  }

  private isFree(vendorId: string): boolean {
    return this.inAll < this.limits.inAll && (this.taken.get(vendorId) ?? 0) < this.limits.ofVendor
  }

  private count(vendorId: string, change: 1 | -1): void {
    const count = (this.taken.get(vendorId) ?? 0) + change
    this.inAll += change
    if (count === 0) this.taken.delete(vendorId)
    else this.taken.set(vendorId, count)
  }
}
