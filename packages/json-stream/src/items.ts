import { isUtf8 } from 'node:buffer'
import { BYTE_ORDER_MARK, type ParsedJson } from './body.ts'
import { type JsonFault, JsonFaults, type JsonPath } from './faults.ts'
import { OPEN_ARRAY, OPEN_OBJECT, Scanner } from './scanner.ts'

/** An element of the list that `JsonItems` reads: its index, its text and its parsed value. */
export type JsonItem = {
  index: number
  /** The element's text, or only its first characters if the element is too long. */
  text: string
  parsed: ParsedJson
  isTooLong: boolean
}

/**
 * Everything in the body except the elements of its list. It is complete once the whole body has been read.
 */
export type JsonFrame = {
  /** The faults that `parseJsonBody` would find outside the elements of the list. */
  faults: JsonFault[]
  /** True if the body is an object. */
  isObject: boolean
  /**
   * All members of the body, except the list if its value is an array. The value of a member with faults is
   * undefined.
   */
  members: Map<string, unknown>
  /** `other`: the member that should contain the list exists, but isn't an array. */
  list: 'missing' | 'array' | 'other'
}

/**
 * Thrown while a body is read, if the body is not valid JSON or exceeds a limit. `fault` then replaces all
 * faults found so far.
 */
export class InvalidJson extends Error {
  readonly fault: JsonFault
  /** True if the body is a value with another value on the next line, as in NDJSON. */
  readonly isSeveralLines: boolean

  constructor(code: string, message: string, isSeveralLines = false) {
    super(message)
    this.isSeveralLines = isSeveralLines
    this.fault = { pointer: '', code, message }
  }
}

const MAX_FAULTS = 100
const MAX_MEMBERS = 1_000
const SHOWN_LENGTH = 1_000

/**
 * Reads a JSON object from a stream of bytes. One member of the object is the list: an array whose elements
 * are yielded one by one. `list` is the name of this member, which may be anywhere in the object. The rules
 * and faults are those of `parseJsonBody`. However, only one value at a time is in memory, and only the start
 * of a value that is longer than `maxBytes`. The object may have at most 1,000 members (`TOO_MANY`). The
 * members other than the list may have at most `maxBytes` in total (`TOO_LONG`).
 */
export class JsonItems {
  private readonly list: string
  private readonly maxBytes: number
  private readonly faults = new JsonFaults(MAX_FAULTS)
  private readonly members = new Map<string, unknown>()
  private readonly scanner = new Scanner(this.faults, (path, code) => this.shouldSplit(path, code))
  private listState: JsonFrame['list'] = 'missing'
  private isObject = false
  private memberCount = 0
  /** The total length of the names of all members and of the values other than the list, in characters. */
  private memberLength = 0
  private isStarted = false
  /** The first bytes of a character whose other bytes haven't arrived yet. */
  private partialCharacter: Buffer = Buffer.alloc(0)
  /** Text that hasn't been passed to the scanner yet. */
  private unread: string[] = []
  private unreadLength = 0
  /** Text of the current value that the scanner has already discarded. */
  private parts: string[] = []
  private partsLength = 0
  private isTooLong = false

  constructor({ list, maxBytes }: { list: string; maxBytes: number }) {
    this.list = list
    this.maxBytes = maxBytes
  }

  /**
   * Reads the next bytes of the body. Yields the elements whose end is in these bytes. Throws `InvalidJson`.
   */
  push(bytes: Buffer): Generator<JsonItem> {
    return this.read(bytes, false)
  }

  /** Ends the body and yields its last elements. Afterwards `frame` is complete. Throws `InvalidJson`. */
  end(): Generator<JsonItem> {
    return this.read(Buffer.alloc(0), true)
  }

  /** Returns the body without the elements of its list. Call this method after `end`. */
  frame(): JsonFrame {
    const { faults, isObject, members, listState: list } = this
    return { faults: faults.all(), isObject, members, list }
  }

  private *read(bytes: Buffer, isLast: boolean): Generator<JsonItem> {
    const { scanner } = this
    const text = this.decode(bytes, isLast)
    this.unread.push(text)
    this.unreadLength += text.length
    // The scanner reads an incomplete token from its start again. It waits until its text has doubled,
    // because many small chunks would otherwise take quadratic time.
    if (!isLast && this.unreadLength < scanner.text.length - scanner.at) return
    scanner.feed(this.unread.join(''), isLast)
    this.unread = []
    this.unreadLength = 0
    for (;;) {
      const stop = scanner.read()
      if (stop === 'end') return
      if (stop === 'more' && !this.bufferValue()) return
      if (stop === 'more' || stop === 'fault') scanner.skipValue()
      else if (stop === 'value') {
        const item = this.finishValue()
        if (item) yield item
      } else {
        const [fault] = scanner.faults.all()
        throw new InvalidJson(fault?.code ?? '', fault?.message ?? '', scanner.isSeveralLines)
      }
    }
  }

  /** Decodes the bytes up to the last complete character. Later bytes are decoded with the next chunk. */
  private decode(bytes: Buffer, isLast: boolean): string {
    const all = this.partialCharacter.length > 0 ? Buffer.concat([this.partialCharacter, bytes]) : bytes
    const end = isLast ? all.length : endOfCharacters(all)
    this.partialCharacter = all.subarray(end)
    if (!isUtf8(all.subarray(0, end))) throw new InvalidJson('INVALID_UTF8', 'is not valid UTF-8')
    const text = all.toString('utf8', 0, end)
    if (!this.isStarted && text.startsWith('\uFEFF')) throw new InvalidJson('INVALID_JSON', BYTE_ORDER_MARK)
    this.isStarted ||= text !== ''
    return text
  }

  /**
   * True if the value is the body or its list of items. Both are read entry by entry, and other values as a whole.
   */
  private shouldSplit(path: JsonPath, code: number): boolean {
    if (path.length === 0) this.isObject = code === OPEN_OBJECT
    if (path.length === 0 && this.isObject) return true
    if (path.length === 1 && this.beginMember(String(path[0]), code)) return true
    this.scanner.faults = new JsonFaults(MAX_FAULTS)
    return false
  }

  /**
   * Counts a member of the body. Returns true if the member is the list of items and its value is an array. Such
   * a member is read entry by entry.
   */
  private beginMember(name: string, code: number): boolean {
    if (++this.memberCount > MAX_MEMBERS)
      throw new InvalidJson('TOO_MANY', `must have at most ${MAX_MEMBERS} members`)
    this.addMemberLength(name.length + 2)
    if (name !== this.list || this.listState !== 'missing') return false
    this.listState = code === OPEN_ARRAY ? 'array' : 'other'
    return this.listState === 'array'
  }

  private addMemberLength(length: number): void {
    this.memberLength += length
    if (this.memberLength > this.maxBytes)
      throw new InvalidJson(
        'TOO_LONG',
        `must have at most ${this.maxBytes} bytes in members other than ${this.list}`
      )
  }

  /**
   * Saves the text of the current value before more text arrives. Returns true if this text makes the value
   * too long.
   */
  private bufferValue(): boolean {
    const { text, at, valueStart, valueDepth } = this.scanner
    if (valueDepth < 0) {
      // The rest of the text is the start of a member's name, which counts toward the limit of the other
      // members.
      if (text.length - at > this.maxBytes) this.addMemberLength(text.length - at)
      return false
    }
    if (this.isTooLong) return false
    this.isTooLong = this.partsLength + text.length - valueStart > this.maxBytes
    this.parts.push(text.slice(valueStart, this.isTooLong ? valueStart + SHOWN_LENGTH : at))
    this.partsLength += at - valueStart
    return this.isTooLong
  }

  /** Parses the value that has ended. Returns an element of the list; stores any other value as a member. */
  private finishValue(): JsonItem | undefined {
    const { path, text: all, valueStart, at } = this.scanner
    const text = this.parts.join('') + (this.isTooLong ? '' : all.slice(valueStart, at))
    const isTooLong = this.isTooLong || isLonger(text, this.maxBytes)
    this.parts = []
    this.partsLength = 0
    this.isTooLong = false
    const faults = this.scanner.faults.all()
    this.scanner.faults = this.faults
    const parsed: ParsedJson =
      isTooLong || faults.length > 0 ? { ok: false, faults } : { ok: true, value: JSON.parse(text) }
    if (path.length === 2)
      return {
        index: Number(path[1]),
        text: isTooLong ? text.slice(0, SHOWN_LENGTH) : text,
        parsed,
        isTooLong
      }
    if (!isTooLong) {
      for (const { pointer, code, message } of faults) this.faults.addAt(pointer, code, message)
      this.addMemberLength(text.length)
    }
    this.members.set(String(path[0] ?? ''), parsed.ok ? parsed.value : undefined)
    return undefined
  }
}

/** Returns the offset after the last complete character. */
function endOfCharacters(bytes: Buffer): number {
  for (let start = bytes.length - 1; start >= 0 && start >= bytes.length - 3; start--) {
    const byte = bytes[start] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
      return start + length > bytes.length ? start : bytes.length
    }
  }
  return bytes.length
}

/**
 * True if a text has more than `bytes` bytes in UTF-8. UTF-8 needs at most three bytes for each UTF-16 code
 * unit, so a short text needn't be measured.
 */
function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes
}
