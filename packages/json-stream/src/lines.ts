/** A line of a text in lines: its number from 1, and its bytes; only the first ones where it is too long. */
export type JsonLine = { number: number; bytes: Buffer; isTooLong: boolean }

const LINE_FEED = 0x0a
const RETURN = 0x0d
/** What is kept of a line that is too long, to show which one it was. */
const SHOWN_BYTES = 1_000

/**
 * Cuts a stream of bytes into lines, holding no more than one of them, and of one that is too long only its start. Empty
 * lines are counted and passed over: a small gzip can hold a thousand million of them.
 */
export class JsonLines {
  private readonly maxBytes: number
  private held: Buffer[] = []
  private length = 0
  private number = 1

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** The lines that end in these bytes. */
  *push(chunk: Buffer): Generator<JsonLine> {
    let start = this.passEmpty(chunk, 0)
    for (let end = chunk.indexOf(LINE_FEED, start); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.hold(chunk.subarray(start, end))
      yield this.take()
      start = this.passEmpty(chunk, end + 1)
    }
    this.hold(chunk.subarray(start))
  }

  /** The last line, where no line feed ends it. */
  *end(): Generator<JsonLine> {
    if (this.length > 0) yield this.take()
  }

  /** Where the empty lines that begin here end. */
  private passEmpty(chunk: Buffer, start: number): number {
    if (this.length > 0) return start
    let at = start
    for (;;) {
      const end = chunk[at] === RETURN ? at + 1 : at
      if (chunk[end] !== LINE_FEED) return at
      this.number++
      at = end + 1
    }
  }

  private hold(part: Buffer): void {
    this.length += part.length
    if (part.length === 0) return
    this.held.push(part)
    if (this.length > this.maxBytes) this.held = [Buffer.concat(this.held).subarray(0, SHOWN_BYTES)]
  }

  private take(): JsonLine {
    const bytes = this.held.length === 1 && this.held[0] ? this.held[0] : Buffer.concat(this.held)
    const line = { number: this.number++, bytes, isTooLong: this.length > this.maxBytes }
    this.held = []
    this.length = 0
    return line
  }
}
