import type { JsonFaults, JsonPath } from './faults.ts'
import { isExactNumber } from './numbers.ts'

const MAX_DEPTH = 32
/** A number written in no more characters has at most 15 digits, which a double always keeps. */
const SAFE_LENGTH = 15
/** Limits of one value: `JSON.parse` takes about 30 ms for each of these, during which nothing else runs. */
const MAX_VALUES = 200_000
const MAX_NAMES = 25_000
const MAX_ESCAPES = 2_000_000
/** Ends a run of ordinary characters in a string, control characters included. In long strings faster than a loop. */
const SPECIAL = /["\\\p{Cc}]/gu
const SHORT_RUN = 32

const TAB = 0x09
const LINE_FEED = 0x0a
const RETURN = 0x0d
const SPACE = 0x20
const QUOTE = 0x22
const PLUS = 0x2b
const COMMA = 0x2c
const MINUS = 0x2d
const POINT = 0x2e
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const UPPER_E = 0x45
export const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const LOWER_E = 0x65
const LOWER_U = 0x75
export const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const SHORT_ESCAPE = /["\\/bfnrt]/
const HEX = /^[0-9a-fA-F]{4}$/

/** What comes next in the text. */
const VALUE = 0
const AFTER_VALUE = 1
const NAME = 2
const AFTER_NAME = 3
const FIRST_NAME = 4
const FIRST_ITEM = 5
const END = 6

/**
 * Why the scanner stopped: after a value that was to be read whole; for more text; after a fault past which the value
 * is not read; because the text is no JSON; at the end of the body.
 */
export type ScanStop = 'value' | 'more' | 'fault' | 'invalid' | 'end'

/**
 * True for an array or object whose entries are each a value of their own; asked where a value begins outside of such
 * a value. `code` is its first character.
 */
export type Splits = (path: JsonPath, code: number) => boolean

/**
 * Reads JSON text once, from its start to its end and without recursion, for all that parsing it would hide: values
 * that no double or no database keeps, names that come twice or reach for prototypes, deep nesting. The text may come
 * in parts, cut anywhere. Methods that return a boolean return whether to read on.
 */
export class Scanner {
  /** Faults go here, in the order of the text. */
  faults: JsonFaults
  /** Of each open array or object: the index or the member's name that the text is at. */
  readonly path: (string | number)[] = []
  text = ''
  at = 0
  /** Of the value that is read whole: its first character, and its depth; -1 outside of one. */
  valueStart = 0
  valueDepth = -1
  private readonly splits: Splits
  private isLast = false
  private state = VALUE
  private stop: ScanStop = 'more'
  /** The first character of the current token, where reading begins again when the token is cut. */
  private tokenStart = 0
  private valueCount = 0
  private escapeCount = 0
  private differentNames = new Set<string>()
  /** Of each open object: the names so far. An array has none. */
  private readonly names: (Set<string> | undefined)[] = []
  /** Of the text's first character: its line, and the characters before it in that line. */
  private line = 1
  private column = 0
  /** Set while the rest of a value is passed over: the arrays and objects that are open in it. */
  private skippedDepth = -1
  private isSkippingString = false

  constructor(faults: JsonFaults, splits: Splits = () => false) {
    this.faults = faults
    this.splits = splits
  }

  /** Adds the text that follows what was read; `isLast` when nothing comes after it. */
  feed(text: string, isLast: boolean): void {
    ;({ line: this.line, column: this.column } = this.position())
    this.text = this.text.slice(this.at) + text
    this.at = 0
    this.valueStart = 0
    this.isLast = isLast
  }

  /** Reads on until there is something to tell. */
  read(): ScanStop {
    if (this.stop === 'value') this.valueDepth = -1
    if (this.skippedDepth >= 0) return this.skipped()
    for (;;) {
      const code = this.next()
      this.tokenStart = this.at
      if (!this.token(code)) return this.stop
    }
  }

  /** Passes over the rest of the value, looking at brackets and quotes alone. */
  skipValue(): void {
    if (this.skippedDepth < 0) this.skippedDepth = this.path.length - this.valueDepth
  }

  private token(code: number): boolean {
    switch (this.state) {
      case VALUE:
        return this.value(code)
      case AFTER_VALUE:
        return this.afterValue(code)
      case NAME:
        return this.name(code)
      case AFTER_NAME:
        return code === COLON ? this.pass(VALUE) : this.expected('a colon')
      case FIRST_NAME:
        return code === CLOSE_OBJECT ? this.close() : this.name(code)
      case FIRST_ITEM:
        return code === CLOSE_ARRAY ? this.close() : this.value(code)
      default:
        return this.end()
    }
  }

  private wanted(): string {
    if (this.state === FIRST_NAME || this.state === NAME) return 'a member name in double quotes'
    if (this.state === AFTER_NAME) return 'a colon'
    if (this.state === AFTER_VALUE) return this.names.at(-1) ? 'a comma or }' : 'a comma or ]'
    return 'a value'
  }

  private pass(state: number): true {
    this.at++
    this.state = state
    return true
  }

  private value(code: number): boolean {
    if (this.valueDepth < 0 && !this.begin(code)) return this.expected('a value')
    if (code !== OPEN_OBJECT && code !== OPEN_ARRAY) return this.scalar(code) && this.endValue()
    if (this.path.length === MAX_DEPTH) {
      this.fault('TOO_DEEP', `is nested deeper than ${MAX_DEPTH} levels`)
      return this.stopFor('fault')
    }
    const isObject = code === OPEN_OBJECT
    this.path.push(0)
    this.names.push(isObject ? new Set() : undefined)
    return this.pass(isObject ? FIRST_NAME : FIRST_ITEM)
  }

  /** False at the end of the text. */
  private begin(code: number): boolean {
    if (this.at >= this.text.length) return false
    if (this.splits(this.path, code)) return true
    this.valueDepth = this.path.length
    this.valueStart = this.at
    this.valueCount = 0
    this.escapeCount = 0
    this.differentNames.clear()
    return true
  }

  private endValue(): boolean {
    this.state = this.path.length === 0 ? END : AFTER_VALUE
    if (++this.valueCount > MAX_VALUES)
      return this.tooMany('TOO_MANY_VALUES', `must hold at most ${MAX_VALUES} values`)
    return this.path.length !== this.valueDepth || this.stopFor('value')
  }

  private afterValue(code: number): boolean {
    const inner = this.path.length - 1
    const isObject = this.names[inner] !== undefined
    if (code === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return this.close()
    if (code !== COMMA) return this.expected(this.wanted())
    if (isObject) return this.pass(NAME)
    this.path[inner] = Number(this.path[inner]) + 1
    return this.pass(VALUE)
  }

  private close(): boolean {
    this.at++
    this.path.pop()
    this.names.pop()
    return this.endValue()
  }

  private name(code: number): boolean {
    if (code !== QUOTE) return this.expected(this.wanted())
    const escapes = this.string()
    if (escapes === undefined) return false
    const written = this.text.slice(this.tokenStart + 1, this.at - 1)
    const name = escapes ? String(JSON.parse(`"${written}"`)) : written
    if (this.text.charCodeAt(this.at) === COLON) this.pass(VALUE)
    else this.state = AFTER_NAME
    const isStorable = !escapes || this.checkText(name, 'has a member name that')
    const isAllowed = this.enter(name)
    return (isStorable && isAllowed) || this.valueDepth < 0 || this.stopFor('fault')
  }

  private end(): boolean {
    return this.at >= this.text.length && this.isLast
      ? this.stopFor('end')
      : this.expected('the end of the body')
  }

  /** Takes the name of a member as the place where the text is now. */
  private enter(name: string): boolean {
    const inner = this.path.length - 1
    const isPrototype = name === 'prototype' && this.path[inner - 1] === 'constructor'
    if (isPrototype && !this.fault('FORBIDDEN_KEY', 'may not hold a prototype', inner)) return false
    this.path[inner] = name
    if (name === '__proto__') return this.fault('FORBIDDEN_KEY', 'is a name that is not allowed')
    const names = this.names[inner]
    if (names?.has(name)) return this.fault('DUPLICATE_KEY', 'is given more than once')
    names?.add(name)
    this.differentNames.add(name)
    if (this.differentNames.size <= MAX_NAMES) return true
    return this.tooMany('TOO_MANY_NAMES', `must hold at most ${MAX_NAMES} different names`)
  }

  private scalar(code: number): boolean {
    if (code === QUOTE) {
      const escapes = this.string()
      if (!escapes) return escapes === false
      return (
        this.checkText(String(JSON.parse(this.text.slice(this.tokenStart, this.at))), '') ||
        this.stopFor('fault')
      )
    }
    if (code === MINUS || isDigit(code)) return this.number()
    for (const literal of ['true', 'false', 'null']) {
      if (this.text.startsWith(literal, this.at)) {
        this.at += literal.length
        return true
      }
    }
    return this.expected('a value', this.at + 'fals'.length)
  }

  /** Past a string; whether it holds escapes, undefined where it is no string or not a whole one. */
  private string(): boolean | undefined {
    let escapes = 0
    let run = 0
    for (;;) {
      if (++run > SHORT_RUN) {
        this.skipOrdinary()
        run = 0
      }
      const code = this.text.charCodeAt(++this.at)
      if (code === QUOTE) {
        this.at++
        this.escapeCount += escapes
        return escapes > 0
      }
      if (code === BACKSLASH) {
        if (!this.escape()) return undefined
        if (this.escapeCount + ++escapes > MAX_ESCAPES) {
          this.tooMany('TOO_MANY_ESCAPES', `must hold at most ${MAX_ESCAPES} escapes`)
          this.at = this.tokenStart
          return undefined
        }
      } else if (!(code >= SPACE)) {
        this.expected(code < SPACE ? 'an escape in place of a control character' : 'a closing quote')
        return undefined
      }
    }
  }

  /** Goes to the last character before a special one, or to the last of the text. */
  private skipOrdinary(): void {
    SPECIAL.lastIndex = this.at + 1
    this.at = (SPECIAL.test(this.text) ? SPECIAL.lastIndex - 1 : this.text.length) - 1
  }

  private escape(): boolean {
    this.at++
    if (this.text.charCodeAt(this.at) !== LOWER_U) {
      return SHORT_ESCAPE.test(this.text.charAt(this.at)) || this.expected('an escape that JSON knows')
    }
    if (!HEX.test(this.text.slice(this.at + 1, this.at + 5)))
      return this.expected('\\u and four hex digits', this.at + 4)
    this.at += 4
    return true
  }

  private number(): boolean {
    if (this.text.charCodeAt(this.at) === MINUS) this.at++
    if (this.text.charCodeAt(this.at) === ZERO) this.at++
    else if (!this.digits()) return false
    if (this.text.charCodeAt(this.at) === POINT) {
      this.at++
      if (!this.digits()) return false
    }
    const code = this.text.charCodeAt(this.at)
    const hasExponent = code === LOWER_E || code === UPPER_E
    if (hasExponent) {
      const sign = this.text.charCodeAt(++this.at)
      if (sign === PLUS || sign === MINUS) this.at++
      if (!this.digits()) return false
    }
    if (this.at >= this.text.length && !this.isLast) return this.cut()
    if (!hasExponent && this.at - this.tokenStart <= SAFE_LENGTH) return true
    if (isExactNumber(this.text.slice(this.tokenStart, this.at))) return true
    const message = 'has more digits than a number keeps: send fewer, or a string'
    return this.fault('NUMBER_PRECISION', message) || this.stopFor('fault')
  }

  private digits(): boolean {
    const start = this.at
    while (isDigit(this.text.charCodeAt(this.at))) this.at++
    return this.at > start || this.expected('a digit')
  }

  /** The next character that is not blank: NaN at the end. */
  private next(): number {
    let code = this.text.charCodeAt(this.at)
    while (isBlank(code)) code = this.text.charCodeAt(++this.at)
    return code
  }

  private skipped(): ScanStop {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (this.isSkippingString) {
        if (code === BACKSLASH && this.at + 1 === this.text.length) break
        if (code === BACKSLASH) this.at++
        else if (code === QUOTE) this.isSkippingString = false
      } else if (code === QUOTE) this.isSkippingString = true
      else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.skippedDepth++
      else if (this.skippedDepth === 0) {
        // Behind a number or a string.
        if (code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT) return this.endSkipping()
      } else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && --this.skippedDepth === 0) {
        this.at++
        return this.endSkipping()
      }
    }
    if (!this.isLast) return 'more'
    if (this.skippedDepth === 0 && !this.isSkippingString) return this.endSkipping()
    this.at = this.text.length
    this.expected(this.isSkippingString ? 'a closing quote' : 'a closing bracket')
    return this.stop
  }

  private endSkipping(): ScanStop {
    this.skippedDepth = -1
    this.path.length = this.valueDepth
    this.names.length = this.valueDepth
    this.state = this.path.length === 0 ? END : AFTER_VALUE
    this.stop = 'value'
    return this.stop
  }

  private checkText(text: string, subject: string): boolean {
    const depth = subject ? this.path.length - 1 : this.path.length
    const holds = subject ? `${subject} holds` : 'holds'
    if (text.includes('\0') && !this.fault('NUL_CHARACTER', `${holds} a NUL character`, depth)) return false
    return text.isWellFormed() || this.fault('LONE_SURROGATE', `${holds} half of a surrogate pair`, depth)
  }

  /** A fault of the value that the first `depth` steps lead to. */
  private fault(code: string, message: string, depth = this.path.length): boolean {
    return this.faults.add(this.path.slice(0, depth), code, message)
  }

  private tooMany(code: string, message: string): false {
    this.faults.replaceBy(code, message)
    return this.stopFor('fault')
  }

  private stopFor(stop: ScanStop): false {
    this.stop = stop
    return false
  }

  /** The token goes on in the text that comes. */
  private cut(): false {
    this.at = this.tokenStart
    return this.stopFor('more')
  }

  /** The text is no JSON, and nothing else is said of it; or it is cut before the character at `needed`. */
  private expected(what: string, needed = this.at): false {
    if (needed >= this.text.length && !this.isLast) return this.cut()
    const { line, column } = this.position()
    const where =
      this.at >= this.text.length
        ? `it ends where ${what} was expected`
        : `${what} was expected at line ${line}, column ${column + 1}`
    this.faults.replaceBy('INVALID_JSON', `is not valid JSON: ${where}`)
    return this.stopFor('invalid')
  }

  /** The line of the current character, from 1, and the characters before it in that line. */
  private position(): { line: number; column: number } {
    let breaks = 0
    let start = 0
    for (let end = this.text.indexOf('\n'); end >= 0 && end < this.at; end = this.text.indexOf('\n', start)) {
      breaks++
      start = end + 1
    }
    const column = this.at - start + (breaks === 0 ? this.column : 0)
    return { line: this.line + breaks, column }
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}

function isBlank(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === RETURN || code === TAB
}
