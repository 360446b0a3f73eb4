import { isUtf8 } from 'node:buffer'
import { BYTE_ORDER_MARK, type ParsedJson } from './body.ts'
import { type JsonFault, JsonFaults, type JsonPath } from './faults.ts'
import { OPEN_ARRAY, OPEN_OBJECT, Scanner } from './scanner.ts'

/** An element of the list: its index, its text and what it holds. */
export type JsonItem = {
  index: number
  /** Only the start of one that is too long. */
  text: string
  parsed: ParsedJson
  isTooLong: boolean
}

/** What the body holds beside the elements of its list, complete once it has been read. */
export type JsonFrame = {
  /** Faults by the rules of `parseJsonBody`, outside of the list's elements. */
  faults: JsonFault[]
  /** Whether the body is an object. */
  isObject: boolean
  /** The other members. A value with faults of its own is undefined. */
  members: Map<string, unknown>
  /** Whether the list is there, and an array. */
  list: 'missing' | 'array' | 'other'
}

/** Thrown by the reading: the body is no JSON, and nothing else is said of it. */
export class BrokenJson extends Error {
  readonly fault: JsonFault

  constructor(code: string, message: string) {
    super(message)
    this.fault = { pointer: '', code, message }
  }
}

const MAX_FAULTS = 100
const MAX_MEMBERS = 1_000
const SHOWN = 1_000

/**
 * Reads a JSON object from a stream of bytes and gives the elements of its one long list, one by one, wherever the list
 * stands. By the rules of `parseJsonBody`, with the same faults at the same pointers, yet holding one value at a time,
 * and of a value that is too long only its start. Beside the list a body may have 1,000 members, and as many bytes in
 * them as one element: past that it is broken, with `TOO_MANY` or `TOO_LONG`.
 */
export class JsonItems {
  private readonly list: string
  private readonly maxBytes: number
  private readonly faults = new JsonFaults(MAX_FAULTS)
  private readonly members = new Map<string, unknown>()
  private readonly scanner = new Scanner(this.faults, (path, code) => this.opens(path, code))
  private listState: JsonFrame['list'] = 'missing'
  private isObject = false
  private memberCount = 0
  /** Characters of the members' names and values. */
  private memberLength = 0
  private isStarted = false
  /** The first bytes of a character that the next ones complete. */
  private cutCharacter: Buffer = Buffer.alloc(0)
  /** Text that the scanner has not been given. */
  private waiting: string[] = []
  private waitingLength = 0
  /** Text of the current value that the scanner has read. */
  private parts: string[] = []
  private partsLength = 0
  private isTooLong = false

  constructor({ list, maxBytes }: { list: string; maxBytes: number }) {
    this.list = list
    this.maxBytes = maxBytes
  }

  /** The elements that end in these bytes. Throws `BrokenJson`. */
  push(bytes: Buffer): Generator<JsonItem> {
    return this.read(bytes, false)
  }

  /** The last elements; `frame` has the rest. Throws `BrokenJson`. */
  end(): Generator<JsonItem> {
    return this.read(Buffer.alloc(0), true)
  }

  frame(): JsonFrame {
    const { faults, isObject, members, listState: list } = this
    return { faults: faults.all(), isObject, members, list }
  }

  private *read(bytes: Buffer, isLast: boolean): Generator<JsonItem> {
    const { scanner } = this
    const text = this.decode(bytes, isLast)
    this.waiting.push(text)
    this.waitingLength += text.length
    // A token that was cut is read from its start again, so only once the text has doubled.
    if (!isLast && this.waitingLength < scanner.text.length - scanner.at) return
    scanner.feed(this.waiting.join(''), isLast)
    this.waiting = []
    this.waitingLength = 0
    for (;;) {
      const stop = scanner.read()
      if (stop === 'end') return
      if (stop === 'more' && !this.hold()) return
      if (stop === 'more' || stop === 'fault') scanner.skipValue()
      else if (stop === 'value') {
        const item = this.take()
        if (item) yield item
      } else {
        const [fault] = scanner.faults.all()
        throw new BrokenJson(fault?.code ?? '', fault?.message ?? '')
      }
    }
  }

  private decode(bytes: Buffer, isLast: boolean): string {
    const all = this.cutCharacter.length > 0 ? Buffer.concat([this.cutCharacter, bytes]) : bytes
    const end = isLast ? all.length : endOfCharacters(all)
    this.cutCharacter = all.subarray(end)
    if (!isUtf8(all.subarray(0, end))) throw new BrokenJson('INVALID_UTF8', 'is not valid UTF-8')
    const text = all.toString('utf8', 0, end)
    if (!this.isStarted && text.startsWith('\uFEFF')) throw new BrokenJson('INVALID_JSON', BYTE_ORDER_MARK)
    this.isStarted ||= text !== ''
    return text
  }

  /** The body and its list are read entry by entry, anything else as a whole. */
  private opens(path: JsonPath, code: number): boolean {
    if (path.length === 0) this.isObject = code === OPEN_OBJECT
    if (path.length === 0 && this.isObject) return true
    if (path.length === 1 && this.beginMember(String(path[0]), code)) return true
    this.scanner.faults = new JsonFaults(MAX_FAULTS)
    return false
  }

  private beginMember(name: string, code: number): boolean {
    if (++this.memberCount > MAX_MEMBERS)
      throw new BrokenJson('TOO_MANY', `must have at most ${MAX_MEMBERS} members`)
    this.countMembers(name.length + 2)
    if (name !== this.list || this.listState !== 'missing') return false
    this.listState = code === OPEN_ARRAY ? 'array' : 'other'
    return this.listState === 'array'
  }

  private countMembers(length: number): void {
    this.memberLength += length
    if (this.memberLength > this.maxBytes)
      throw new BrokenJson('TOO_LONG', `must have at most ${this.maxBytes} bytes beside its ${this.list}`)
  }

  /** Keeps what was read of a value before more text comes. True when that has just become too long. */
  private hold(): boolean {
    const { text, at, valueStart, valueDepth } = this.scanner
    if (valueDepth < 0) {
      // What is left is the start of a member's name, which is held beside the list.
      if (text.length - at > this.maxBytes) this.countMembers(text.length - at)
      return false
    }
    if (this.isTooLong) return false
    this.isTooLong = this.partsLength + text.length - valueStart > this.maxBytes
    this.parts.push(text.slice(valueStart, this.isTooLong ? valueStart + SHOWN : at))
    this.partsLength += at - valueStart
    return this.isTooLong
  }

  /** Takes the value that has ended: an element of the list is returned. */
  private take(): JsonItem | undefined {
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
      return { index: Number(path[1]), text: isTooLong ? text.slice(0, SHOWN) : text, parsed, isTooLong }
    if (!isTooLong) {
      for (const { pointer, code, message } of faults) this.faults.addAt(pointer, code, message)
      this.countMembers(text.length)
    }
    this.members.set(String(path[0] ?? ''), parsed.ok ? parsed.value : undefined)
    return undefined
  }
}

/** Where a character begins that goes on in the next bytes, else the end. */
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

/** Whether a text has more bytes; a character has at most three for each of its units. */
function isLonger(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes
}
