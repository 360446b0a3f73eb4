/**
 * Remembers the row in which each SKU occurs first, in 12 bytes a slot: a 64-bit hash and the number of the row.
 * A million SKUs take 25 MB. That two of them have the same hash is as likely as 1 to 37 million.
 */
export class FirstRows {
  private hashes = new Uint32Array(2 * 1024)
  private rows = new Uint32Array(1024)
  private count = 0

  /** Returns the first row with this SKU. If there is none, remembers `row` and returns undefined. */
  add(sku: string, row: number): number | undefined {
    if (this.count * 2 >= this.rows.length) this.grow()
    const [high, low] = hashOf(sku)
    const slot = this.slotOf(high, low)
    const first = this.rows[slot] ?? 0
    if (first > 0) return first
    this.set(slot, { high, low, row })
    this.count++
    return undefined
  }

  private slotOf(high: number, low: number): number {
    const mask = this.rows.length - 1
    let slot = low & mask
    while (this.rows[slot] !== 0) {
      if (this.hashes[2 * slot] === high && this.hashes[2 * slot + 1] === low) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  private set(slot: number, { high, low, row }: { high: number; low: number; row: number }): void {
    this.hashes[2 * slot] = high
    this.hashes[2 * slot + 1] = low
    this.rows[slot] = row
  }

  private grow(): void {
    const { hashes, rows } = this
    this.hashes = new Uint32Array(2 * hashes.length)
    this.rows = new Uint32Array(2 * rows.length)
    for (const [slot, row] of rows.entries()) {
      if (row === 0) continue
      const [high = 0, low = 0] = hashes.subarray(2 * slot, 2 * slot + 2)
      this.set(this.slotOf(high, low), { high, low, row })
    }
  }
}

/** Returns a hash of 64 bits (cyrb53 without its last step). */
function hashOf(text: string): [high: number, low: number] {
  let one = 0xdeadbeef
  let other = 0x41c6ce57
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    one = Math.imul(one ^ unit, 2654435761)
    other = Math.imul(other ^ unit, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [other >>> 0, one >>> 0]
}
