/** How many uploads are read at once; the others wait, so that what all hold of their items stays bounded. */
export type PlaceLimits = { inAll: number; ofVendor: number }

type Waiting = { vendorId: string; begin: () => void }

/** Places for uploads that are read at once. No vendor has all of them, and those that wait come in their order. */
export class ReadingPlaces {
  private readonly limits: PlaceLimits
  private readonly taken = new Map<string, number>()
  private inAll = 0
  private waiting: Waiting[] = []

  constructor(limits: PlaceLimits) {
    this.limits = limits
  }

  /** Waits for a place, and tells how to leave it. */
  async take(vendorId: string): Promise<() => void> {
    if (!this.isFree(vendorId)) {
      await new Promise<void>((begin) => this.waiting.push({ vendorId, begin }))
    } else this.count(vendorId, 1)
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      this.count(vendorId, -1)
      this.letIn()
    }
  }

  private letIn(): void {
    const next = this.waiting.find(({ vendorId }) => this.isFree(vendorId))
    if (!next) return
    this.waiting = this.waiting.filter((one) => one !== next)
    this.count(next.vendorId, 1)
    next.begin()
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
