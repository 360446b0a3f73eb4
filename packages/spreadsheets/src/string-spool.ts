import { randomUUID } from 'node:crypto'
import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { tooMany } from './errors.ts'

/** So many strings are read at once. The index has one entry for each block, so it needs half a byte for a string. */
const BLOCK = 16
const MAX_STRINGS = 20_000_000
/** How many characters of strings are stored in memory. */
const MAX_CACHED = 4_000_000
const WRITE_SIZE = 2 ** 18
const LENGTH = 4

/**
 * A list of strings in a temporary file, with those that were used last in memory. A workbook stores its texts in such a
 * list, which can be larger than the memory. The file has no name any more once it is open, so it never remains.
 */
export class StringSpool {
  private readonly file: number
  private readonly offsets: number[] = []
  private readonly cache = new Map<number, string[]>()
  private cached = 0
  private last = { block: -1, strings: [] as string[] }
  private buffer = Buffer.allocUnsafe(WRITE_SIZE)
  private buffered = 0
  private written = 0
  private count = 0

  /** Creates the file in a folder. */
  constructor(folder: string) {
    const path = join(folder, `purveyor-strings-${randomUUID()}`)
    this.file = openSync(path, 'wx+', 0o600)
    unlinkSync(path)
  }

  /** Appends a string. All strings must be appended before the first is read. */
  append(text: string): void {
    if (this.count % BLOCK === 0) this.offsets.push(this.written + this.buffered)
    if (++this.count > MAX_STRINGS) throw tooMany('TOO_LARGE', MAX_STRINGS, 'texts')
    const bytes = Buffer.byteLength(text)
    if (this.buffered + LENGTH + bytes > this.buffer.length) this.flush()
    this.buffer.writeUInt32LE(bytes, this.buffered)
    this.buffer.write(text, this.buffered + LENGTH)
    this.buffered += LENGTH + bytes
  }

  /** Writes the rest. Call it after the last string. */
  finish(): void {
    this.flush()
    this.offsets.push(this.written)
    this.buffer = Buffer.alloc(0)
  }

  /** Returns the string with an index, which starts at 0, or undefined if there is none. */
  get(index: number): string | undefined {
    if (!(index >= 0 && index < this.count)) return undefined
    const block = Math.floor(index / BLOCK)
    if (block !== this.last.block) this.last = { block, strings: this.find(block) }
    return this.last.strings[index % BLOCK]
  }

  close(): void {
    closeSync(this.file)
  }

  private find(block: number): string[] {
    const known = this.cache.get(block)
    if (known) {
      this.cache.delete(block)
      this.cache.set(block, known)
      return known
    }
    const strings = this.readBlock(block)
    this.cache.set(block, strings)
    this.cached += lengthOf(strings)
    this.evict()
    return strings
  }

  /** Removes the blocks that were used least recently. The order of a `Map` is that of their use. */
  private evict(): void {
    for (const [block, strings] of this.cache) {
      if (this.cached <= MAX_CACHED) return
      this.cache.delete(block)
      this.cached -= lengthOf(strings)
    }
  }

  private readBlock(block: number): string[] {
    const start = this.offsets[block] ?? 0
    const bytes = Buffer.allocUnsafe((this.offsets[block + 1] ?? start) - start)
    for (let read = 0; read < bytes.length; ) {
      const more = readSync(this.file, bytes, read, bytes.length - read, start + read)
      if (more === 0) throw new Error('The temporary file of strings is too short.')
      read += more
    }
    const strings: string[] = []
    for (let at = 0; at < bytes.length; ) {
      const end = at + LENGTH + bytes.readUInt32LE(at)
      strings.push(bytes.toString('utf8', at + LENGTH, end))
      at = end
    }
    return strings
  }

  private flush(): void {
    for (let done = 0; done < this.buffered; )
      done += writeSync(this.file, this.buffer, done, this.buffered - done, this.written + done)
    this.written += this.buffered
    this.buffered = 0
  }
}

function lengthOf(strings: string[]): number {
  return strings.reduce((sum, text) => sum + text.length, 0)
}
