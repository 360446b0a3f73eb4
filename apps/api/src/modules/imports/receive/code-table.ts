import { hash, randomBytes } from 'node:crypto'

/**
 * Which codes an upload has had, and the index of the item that had each first: 12 bytes a place, so that a million
 * codes need 24 MiB and not their texts. Codes are told apart by 64 bits of a hash with a key of its own, so that
 * nobody can make two that clash, and chance does so once in 10^7 uploads of a million.
 */
export class CodeTable {
  private readonly key = randomBytes(16).toString('hex')
  private high = new Uint32Array(1024)
  private low = new Uint32Array(1024)
  /** Index + 1; 0 where a place is free. */
  private first = new Int32Array(1024)
  private size = 0

  /** The index that the code had first, where it was there already; else takes it. */
  claim(code: string, index: number): number | undefined {
    const digest = hash('sha256', this.key + code, 'buffer')
    const high = digest.readUInt32LE(0)
    const low = digest.readUInt32LE(4)
    const place = this.place(high, low)
    const earlier = this.first[place] ?? 0
    if (earlier > 0) return earlier - 1
    this.high[place] = high
    this.low[place] = low
    this.first[place] = index + 1
    this.size++
    if (this.size > this.first.length * 0.7) this.grow()
    return undefined
  }

  get bytes(): number {
    return this.high.byteLength + this.low.byteLength + this.first.byteLength
  }

  /** Where the hash stands, or the free place where it belongs. */
  private place(high: number, low: number): number {
    const mask = this.first.length - 1
    let place = low & mask
    while (this.first[place] !== 0 && (this.high[place] !== high || this.low[place] !== low)) {
      place = (place + 1) & mask
    }
    return place
  }

  private grow(): void {
    const { high, low, first } = this
    this.high = new Uint32Array(high.length * 2)
    this.low = new Uint32Array(low.length * 2)
    this.first = new Int32Array(first.length * 2)
    for (let from = 0; from < first.length; from++) {
      const index = first[from] ?? 0
      if (index === 0) continue
      const place = this.place(high[from] ?? 0, low[from] ?? 0)
      this.high[place] = high[from] ?? 0
      this.low[place] = low[from] ?? 0
      this.first[place] = index
    }
  }
}
