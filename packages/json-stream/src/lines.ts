/**
 * A line: its number, counted from 1, and its bytes. If the line is too long, `bytes` contains only the first
 * 1,000 bytes.
 */
export type JsonLine = { number: number; bytes: Buffer; isTooLong: boolean }

const LINE_FEED = 0x0a
const RETURN = 0x0d
/** The number of bytes that are returned for a line that is too long: enough to identify it. */
const SHOWN_BYTES = 1_000

/**
 * Splits a stream of bytes into lines. Only one line at a time is in memory, and only its start if the line
 * is longer than `maxBytes`. Empty lines are counted but not returned, because a small gzip file can contain
 * a billion empty lines.
 */
export class JsonLines {
  private readonly maxBytes: number
  private parts: Buffer[] = []
  private length = 0
  private number = 1

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Reads the next bytes. Yields the lines whose end is in these bytes. */
  *push(chunk: Buffer): Generator<JsonLine> {
    let start = this.skipEmptyLines(chunk, 0)
    for (let end = chunk.indexOf(LINE_FEED, start); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      this.append(chunk.subarray(start, end))
      yield this.finishLine()
      start = this.skipEmptyLines(chunk, end + 1)
    }
    this.append(chunk.subarray(start))
  }

  /** Yields the last line if it has no line feed at its end. */
  *end(): Generator<JsonLine> {
    if (this.length > 0) yield this.finishLine()
  }

  /** Counts the empty lines from `start` and returns the offset after them. */
  private skipEmptyLines(chunk: Buffer, start: number): number {
    if (this.length > 0) return start
    let at = start
    for (;;) {
      const end = chunk[at] === RETURN ? at + 1 : at
      if (chunk[end] !== LINE_FEED) return at
      this.number++
      at = end + 1
    }
  }

  private append(part: Buffer): void {
    this.length += part.length
    if (part.length === 0) return
    this.parts.push(part)
    if (this.length > this.maxBytes) this.parts = [Buffer.concat(this.parts).subarray(0, SHOWN_BYTES)]
  }

  private finishLine(): JsonLine {
    const bytes = this.parts.length === 1 && this.parts[0] ? this.parts[0] : Buffer.concat(this.parts)
    const line = { number: this.number++, bytes, isTooLong: this.length > this.maxBytes }
    this.parts = []
    this.length = 0
    return line
  }
}
