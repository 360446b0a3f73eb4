/** How fast the average forgets, in ms: long enough to smooth single requests, short enough to notice a rush. */
const memoryMs = 500

/**
 * How many interactive requests are under way, averaged over about the last half second. Requests that are slow on
 * purpose (uploads, downloads, waiting for a job) are not interactive and must not be counted.
 */
export class InteractiveLoad {
  private readonly now: () => number
  private underWay = 0
  private smoothed = 0
  private updatedAt: number

  /** `now` gives milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.now = now
    this.updatedAt = now()
  }

  /** Counts one request until the function that it returns is called. */
  enter(): () => void {
    this.update()
    this.underWay++
    let hasLeft = false
    return () => {
      if (hasLeft) return
      hasLeft = true
      this.update()
      this.underWay--
    }
  }

  average(): number {
    this.update()
    return this.smoothed
  }

  private update(): void {
    const now = this.now()
    const weight = Math.exp((this.updatedAt - now) / memoryMs)
    this.smoothed = this.smoothed * weight + this.underWay * (1 - weight)
    this.updatedAt = now
  }
}
