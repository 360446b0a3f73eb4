import { isUtf8 } from 'node:buffer'
import { BYTE_ORDER_MARK, type ParsedJson, parseJsonText } from './body.ts'
import { type JsonFault, JsonFaults } from './faults.ts'
import { type JsonPlace, missedAt, missedAtEnd, scanJson } from './scanner.ts'

/** An element of the list, in its place: its text and what it holds. */
export type JsonItem = {
  index: number
  /** Only the start of one that is too long. */
  text: string
  parsed: ParsedJson
  isTooLong: boolean
}

/** What the body holds beside the elements of its list, told once it has been read. */
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

/** Thrown by the reading: the body is no JSON, and nothing else is told of it. */
export class BrokenJson extends Error {
  readonly fault: JsonFault

  constructor(code: string, message: string) {
    super(message)
    this.fault = { pointer: '', code, message }
  }
}

const SPACE = 0x20
const LINE_FEED = 0x0a
const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const MOST_FAULTS = 100
const MOST_MEMBERS = 1_000
const SHOWN = 1_000

type State =
  | 'body'
  | 'first-name'
  | 'name'
  | 'colon'
  | 'value'
  | 'first-item'
  | 'item'
  | 'after-item'
  | 'after'
  | 'end'

const wanted: Record<State, string> = {
  body: 'a value',
  'first-name': 'a member name in double quotes',
  name: 'a member name in double quotes',
  colon: 'a colon',
  value: 'a value',
  'first-item': 'a value',
  item: 'a value',
  'after-item': 'a comma or ]',
  after: 'a comma or }',
  end: 'the end of the body'
}

/**
 * Reads a JSON object from a stream of bytes and gives the elements of its one long list, one by one, wherever the list
 * stands. By the rules of `parseJsonBody`, with the same faults in the same places, yet holding one value at a time,
 * and of a value that is too long only its start. Beside the list a body may have 1,000 members, and as many bytes in
 * them as one element: past that it is broken, with `TOO_MANY` or `TOO_LONG`.
 */
export class JsonItems {
  private readonly list: string
  private readonly mostBytes: number
  private readonly faults = new JsonFaults(MOST_FAULTS)
  private readonly members = new Map<string, unknown>()
  private readonly names = new Set<string>()
  private state: State = 'body'
  private value: Value | undefined
  private name = ''
  private listState: JsonFrame['list'] = 'missing'
  private isObject = false
  private index = 0
  /** Characters of the members' names and values. */
  private heldLength = 0
  private line = 1
  private column = 0
  private head: Buffer | undefined = Buffer.alloc(0)

  constructor({ list, mostBytes }: { list: string; mostBytes: number }) {
    this.list = list
    this.mostBytes = mostBytes
  }

  /** The elements that end in these bytes. Throws `BrokenJson`. */
  *push(bytes: Buffer): Generator<JsonItem> {
    let chunk = bytes
    if (this.head) {
      chunk = Buffer.concat([this.head, bytes])
      this.head = chunk.length < 3 ? chunk : undefined
      if (this.head) return
      if (startsWithMark(chunk)) throw new BrokenJson('INVALID_JSON', BYTE_ORDER_MARK)
    }
    yield* this.read(chunk)
  }

  /** The last elements; `frame` tells the rest. Throws `BrokenJson`. */
  *end(): Generator<JsonItem> {
    const short = this.head
    this.head = undefined
    if (short) yield* this.read(short)
    if (this.value) yield* this.close('nothing')
    if (this.state !== 'end') throw new BrokenJson('INVALID_JSON', missedAtEnd(wanted[this.state]))
  }

  frame(): JsonFrame {
    return {
      faults: this.faults.all(),
      isObject: this.isObject,
      members: this.members,
      list: this.listState
    }
  }

  private *read(chunk: Buffer): Generator<JsonItem> {
    let at = 0
    while (at < chunk.length) {
      if (this.value) {
        at = this.value.take(chunk, at)
        if (this.value.isClosed) yield* this.close('body')
        continue
      }
      const byte = chunk[at] ?? 0
      if (isBlank(byte)) {
        this.line += byte === LINE_FEED ? 1 : 0
        this.column = byte === LINE_FEED ? 0 : this.column + 1
        at++
      } else if (this.step(byte)) {
        this.column++
        at++
      } else this.value = new Value(byte, this.mostBytes)
    }
  }

  /** Past a sign between values; false where a value or a name begins. */
  private step(byte: number): boolean {
    switch (this.state) {
      case 'body':
        if (byte !== OPEN_OBJECT) return this.begins(byte)
        this.isObject = true
        return this.goTo('first-name')
      case 'first-name':
        if (byte === CLOSE_OBJECT) return this.goTo('end')
        return byte === QUOTE ? false : this.missed()
      case 'name':
        return byte === QUOTE ? false : this.missed()
      case 'colon':
        return byte === COLON ? this.goTo('value') : this.missed()
      case 'value':
        return this.isList() && byte === OPEN_ARRAY ? this.openList() : this.begins(byte)
      case 'first-item':
        return byte === CLOSE_ARRAY ? this.goTo('after') : this.begins(byte)
      case 'item':
        return this.begins(byte)
      case 'after-item':
        if (byte === COMMA) return this.goTo('item')
        return byte === CLOSE_ARRAY ? this.goTo('after') : this.missed()
      case 'after':
        if (byte === COMMA) return this.goTo('name')
        return byte === CLOSE_OBJECT ? this.goTo('end') : this.missed()
      case 'end':
        return this.missed()
    }
  }

  private goTo(state: State): true {
    this.state = state
    return true
  }

  private openList(): true {
    this.listState = 'array'
    return this.goTo('first-item')
  }

  private isList(): boolean {
    return this.name === this.list && this.listState === 'missing'
  }

  private begins(byte: number): false {
    return byte === COMMA || byte === COLON || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT
      ? this.missed()
      : false
  }

  private missed(): never {
    throw new BrokenJson(
      'INVALID_JSON',
      missedAt(wanted[this.state], { line: this.line, column: this.column })
    )
  }

  /** A value or a name has ended. */
  private *close(rest: 'nothing' | 'body'): Generator<JsonItem> {
    const value = this.value
    if (!value) return
    this.value = undefined
    const { bytes, isTooLong, breaks, lastBreak } = value.contents()
    if (!isTooLong && !isUtf8(bytes)) throw new BrokenJson('INVALID_UTF8', 'is not valid UTF-8')
    const text = bytes.toString()
    const isUnclosed = rest === 'nothing' && !value.isClosed && !value.isScalar
    const place = {
      line: this.line,
      column: this.column,
      rest: isTooLong && !isUnclosed ? 'value' : rest
    } as const
    if (this.state === 'first-name' || this.state === 'name')
      this.takeName(text, { ...place, isTooLong, isUnclosed })
    else yield* this.takeValue(text, { place, isTooLong })
    this.line += breaks
    this.column = breaks > 0 ? lastBreak : this.column + (isTooLong ? value.length : text.length)
  }

  private takeName(
    text: string,
    {
      isTooLong,
      isUnclosed,
      ...start
    }: Pick<JsonPlace, 'line' | 'column' | 'rest'> & { isTooLong: boolean; isUnclosed: boolean }
  ): void {
    if (isTooLong) throw new BrokenJson('INVALID_JSON', 'has a member name that is too long')
    const place = { ...start, column: start.column - 1, path: [], after: '' }
    this.note(scanJson(isUnclosed ? `{${text}` : `{${text}:0}`, MOST_FAULTS, place))
    this.hold(text)
    if (this.names.size === MOST_MEMBERS) {
      throw new BrokenJson('TOO_MANY', `must have at most ${MOST_MEMBERS} members`)
    }
    this.name = String(JSON.parse(text))
    if (this.names.has(this.name)) this.faults.add([this.name], 'DUPLICATE_KEY', 'is given more than once')
    this.names.add(this.name)
    this.state = 'colon'
  }

  private *takeValue(
    text: string,
    { place, isTooLong }: { place: Pick<JsonPlace, 'line' | 'column' | 'rest'>; isTooLong: boolean }
  ): Generator<JsonItem> {
    const inList = this.state === 'first-item' || this.state === 'item'
    const path = inList ? [this.list, this.index] : this.isObject ? [this.name] : []
    const next: State = inList ? 'after-item' : this.isObject ? 'after' : 'end'
    const options = { mostFaults: MOST_FAULTS, place: { ...place, path, after: wanted[next] } }
    const parsed = isTooLong ? parsedStart(text, options) : parseJsonText(text, options)
    const broken = parsed.ok ? undefined : parsed.faults.find(({ code }) => code === 'INVALID_JSON')
    if (broken) throw new BrokenJson(broken.code, broken.message)
    this.state = next
    if (inList) {
      yield { index: this.index++, text: isTooLong ? text.slice(0, SHOWN) : text, parsed, isTooLong }
      return
    }
    if (this.isList()) this.listState = 'other'
    if (!isTooLong) this.hold(text)
    if (parsed.ok || isTooLong) this.members.set(this.name, parsed.ok ? parsed.value : undefined)
    else {
      this.members.set(this.name, undefined)
      this.note(parsed.faults)
    }
  }

  private hold(text: string): void {
    this.heldLength += text.length
    if (this.heldLength > this.mostBytes) {
      throw new BrokenJson('TOO_LONG', `must have at most ${this.mostBytes} bytes beside its ${this.list}`)
    }
  }

  private note(faults: JsonFault[]): void {
    for (const { pointer, code, message } of faults) {
      if (code === 'INVALID_JSON') throw new BrokenJson(code, message)
      this.faults.addAt(pointer, code, message)
    }
  }
}

/** What the start of a value tells already: that it is no JSON. */
function parsedStart(text: string, options: { mostFaults: number; place: JsonPlace }): ParsedJson {
  return { ok: false, faults: scanJson(text, options.mostFaults, options.place) }
}

/** The bytes of one value as they come in: their end is found by brackets and quotes alone. */
class Value {
  readonly isScalar: boolean
  isClosed = false
  length = 0
  private readonly mostBytes: number
  private parts: Buffer[] = []
  private heldLength = 0
  private depth = 0
  private inString = false
  private isEscaped = false
  private breaks = 0
  private sinceBreak = 0

  constructor(first: number, mostBytes: number) {
    this.mostBytes = mostBytes
    this.isScalar = first !== QUOTE && first !== OPEN_ARRAY && first !== OPEN_OBJECT
  }

  /** Takes what belongs to the value, and tells where the rest begins. */
  take(chunk: Buffer, start: number): number {
    const end = this.isScalar ? this.endOfScalar(chunk, start) : this.endOfNested(chunk, start)
    this.hold(chunk.subarray(start, end))
    return end
  }

  contents(): { bytes: Buffer; isTooLong: boolean; breaks: number; lastBreak: number } {
    const isTooLong = this.length > this.mostBytes
    const bytes = this.parts.length === 1 && this.parts[0] ? this.parts[0] : Buffer.concat(this.parts)
    return { bytes, isTooLong, breaks: this.breaks, lastBreak: this.sinceBreak }
  }

  private endOfScalar(chunk: Buffer, start: number): number {
    let at = start
    for (; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0
      if (byte === COMMA || byte === CLOSE_ARRAY || byte === CLOSE_OBJECT || isBlank(byte)) {
        this.isClosed = true
        break
      }
    }
    return at
  }

  private endOfNested(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]
      if (this.isEscaped) this.isEscaped = false
      else if (this.inString) {
        if (byte === BACKSLASH) this.isEscaped = true
        else if (byte === QUOTE) this.inString = false
      } else if (byte === QUOTE) this.inString = true
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.depth++
      else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.depth--
      if (this.depth <= 0 && !this.inString) {
        this.isClosed = true
        return at + 1
      }
    }
    return chunk.length
  }

  private hold(part: Buffer): void {
    this.length += part.length
    this.countBreaks(part)
    if (this.heldLength > this.mostBytes) return
    this.parts.push(part)
    this.heldLength += part.length
  }

  /** Lines, and the characters of the last one as JavaScript counts them. */
  private countBreaks(part: Buffer): void {
    let start = 0
    for (let end = part.indexOf(LINE_FEED); end >= 0; end = part.indexOf(LINE_FEED, start)) {
      this.breaks++
      this.sinceBreak = 0
      start = end + 1
    }
    if (this.breaks === 0) return
    for (let at = start; at < part.length; at++) {
      const byte = part[at] ?? 0
      if (byte < 0x80 || byte >= 0xc0) this.sinceBreak += byte >= 0xf0 ? 2 : 1
    }
  }
}

function startsWithMark(chunk: Buffer): boolean {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === LINE_FEED || byte === 0x0d || byte === 0x09
}
