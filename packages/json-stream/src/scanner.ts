import type { JsonFaults, JsonPath } from './faults.ts'
import { isExactNumber } from './numbers.ts'

const MAX_DEPTH = 32
/**
 * A number without an exponent and with at most this many characters has at most 15 digits. A double can
 * represent such a number exactly.
 */
const SAFE_LENGTH = 15
/** Limits of one value. At each limit, `JSON.parse` blocks the event loop for about 30 ms. */
const MAX_VALUES = 200_000
const MAX_NAMES = 25_000
const MAX_ESCAPES = 2_000_000
/**
 * Finds the next quote, backslash or control character in a string. In long strings, this expression is
 * faster than a loop.
 */
const SPECIAL = /["\\\p{Cc}]/gu
/** The number of characters of a string that are read in a loop before `SPECIAL` is used. */
const SHORT_RUN = 32

// Character codes.
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

/** The scanner's states. Each is named after the token that the scanner expects next. */
const VALUE = 0
const AFTER_VALUE = 1
const NAME = 2
const AFTER_NAME = 3
const FIRST_NAME = 4
const FIRST_ITEM = 5
const END = 6

/**
 * The reason why the scanner stopped:
 * - `value`: at the end of a value that is read as a whole
 * - `more`: it needs more text
 * - `fault`: the rest of the value isn't checked because of a fault
 * - `invalid`: the text is not valid JSON
 * - `end`: at the end of the text
 */
export type ScanStop = 'value' | 'more' | 'fault' | 'invalid' | 'end'

/**
 * Decides how the scanner reads a value that starts with the character code `code`. Returns true for an array
 * or object that the scanner must read entry by entry: the scanner then calls this function again for each
 * entry. Returns false for a value that the scanner must read as a whole: the scanner then checks everything
 * in the value and stops at its end.
 */
export type ShouldSplit = (path: JsonPath, code: number) => boolean

/**
 * Checks JSON text in one pass, without recursion, for problems that `JSON.parse` would hide: values that
 * can't be stored exactly, duplicate member names, names that could change prototypes, and deep nesting. The
 * text may arrive in chunks that end anywhere. Methods that return a boolean return true if the scanner
 * should continue.
 */
export class Scanner {
  /** Collects the faults, in the order of the text. */
  faults: JsonFaults
  /** The current index or member name in each open array or object. */
  readonly path: (string | number)[] = []
  /** The text of earlier chunks that hasn't been read yet, followed by the last chunk. */
  text = ''
  /** The offset of the current character in `text`. */
  at = 0
  /** The offset of the value that is read as a whole. */
  valueStart = 0
  /**
   * The nesting depth of the value that is currently being read as a whole, or -1 if there is none.
   */
  valueDepth = -1
  /**
   * True if the text is invalid because another value begins on the line after the value, as in NDJSON.
   */
  isSeveralLines = false
  private readonly shouldSplit: ShouldSplit
  private isLast = false
  private state = VALUE
  private stop: ScanStop = 'more'
  /** The offset of the current token. An incomplete token is read again from here when more text arrives. */
  private tokenStart = 0
  /**
   * Counts for the value that is read as a whole: its values, its escape sequences and its different member
   * names.
   */
  private valueCount = 0
  private escapeCount = 0
  private differentNames = new Set<string>()
  /** The member names so far in each open object; undefined for an array. */
  private readonly names: (Set<string> | undefined)[] = []
  /**
   * The position of the first character of `text`: its line, and the number of characters before it in this
   * line.
   */
  private line = 1
  private column = 0
  /**
   * While the rest of a value is skipped: the number of open arrays and objects in the value. Otherwise -1.
   */
  private skippedDepth = -1
  private isSkippingString = false

  constructor(faults: JsonFaults, shouldSplit: ShouldSplit = () => false) {
    this.faults = faults
    this.shouldSplit = shouldSplit
  }

  /** Adds the next chunk of text. `isLast` marks the last one. */
  feed(text: string, isLast: boolean): void {
    ;({ line: this.line, column: this.column } = this.position())
    this.text = this.text.slice(this.at) + text
    this.at = 0
    this.valueStart = 0
    this.isLast = isLast
  }

  /** Continues until the next reason to stop. */
  read(): ScanStop {
    if (this.stop === 'value') this.valueDepth = -1
    if (this.skippedDepth >= 0) return this.continueSkipping()
    for (;;) {
      const code = this.next()
      this.tokenStart = this.at
      if (!this.token(code)) return this.stop
    }
  }

  /** Skips the rest of the current value. Checks only its brackets and quotes. */
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
        return code === COLON ? this.advance(VALUE) : this.syntaxError('a colon')
      case FIRST_NAME:
        return code === CLOSE_OBJECT ? this.close() : this.name(code)
      case FIRST_ITEM:
        return code === CLOSE_ARRAY ? this.close() : this.value(code)
      default:
        return this.end()
    }
  }

  private expectedToken(): string {
    if (this.state === FIRST_NAME || this.state === NAME) return 'a member name in double quotes'
    if (this.state === AFTER_NAME) return 'a colon'
    if (this.state === AFTER_VALUE) return this.names.at(-1) ? 'a comma or }' : 'a comma or ]'
    return 'a value'
  }

  private advance(state: number): true {
    this.at++
    this.state = state
    return true
  }

  private value(code: number): boolean {
    if (this.valueDepth < 0 && !this.beginValue(code)) return this.syntaxError('a value')
    if (code !== OPEN_OBJECT && code !== OPEN_ARRAY) return this.scalar(code) && this.endValue()
    if (this.path.length === MAX_DEPTH) {
      this.fault('TOO_DEEP', `must be nested at most ${MAX_DEPTH} levels deep`)
      return this.stopFor('fault')
    }
    const isObject = code === OPEN_OBJECT
    this.path.push(0)
    this.names.push(isObject ? new Set() : undefined)
    return this.advance(isObject ? FIRST_NAME : FIRST_ITEM)
  }

  /** Begins to read a value. Returns false if the text has ended. */
  private beginValue(code: number): boolean {
    if (this.at >= this.text.length) return false
    if (this.shouldSplit(this.path, code)) return true
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
      return this.tooMany('TOO_MANY_VALUES', `must contain at most ${MAX_VALUES} values`)
    return this.path.length !== this.valueDepth || this.stopFor('value')
  }

  private afterValue(code: number): boolean {
    const inner = this.path.length - 1
    const isObject = this.names[inner] !== undefined
    if (code === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return this.close()
    if (code !== COMMA) return this.syntaxError(this.expectedToken())
    if (isObject) return this.advance(NAME)
    this.path[inner] = Number(this.path[inner]) + 1
    return this.advance(VALUE)
  }

  private close(): boolean {
    this.at++
    this.path.pop()
    this.names.pop()
    return this.endValue()
  }

  private name(code: number): boolean {
    if (code !== QUOTE) return this.syntaxError(this.expectedToken())
    const escapes = this.string()
    if (escapes === undefined) return false
    const written = this.text.slice(this.tokenStart + 1, this.at - 1)
    const name = escapes ? String(JSON.parse(`"${written}"`)) : written
    if (this.text.charCodeAt(this.at) === COLON) this.advance(VALUE)
    else this.state = AFTER_NAME
    const isStorable = !escapes || this.checkText(name, { isName: true })
    const isAllowed = this.enterMember(name)
    return (isStorable && isAllowed) || this.valueDepth < 0 || this.stopFor('fault')
  }

  private end(): boolean {
    if (this.at >= this.text.length && this.isLast) return this.stopFor('end')
    this.isSeveralLines = this.isAtLineStart() && startsValue(this.text.charCodeAt(this.at))
    return this.syntaxError('the end of the text')
  }

  private isAtLineStart(): boolean {
    const { line, column } = this.position()
    return line > 1 && column === 0
  }

  /** Begins to read the member with this name, and checks the name. */
  private enterMember(name: string): boolean {
    const inner = this.path.length - 1
    const isPrototype = name === 'prototype' && this.path[inner - 1] === 'constructor'
    if (isPrototype && !this.fault('FORBIDDEN_KEY', 'must not have a member named prototype', inner))
      return false
    this.path[inner] = name
    if (name === '__proto__') return this.fault('FORBIDDEN_KEY', 'is not allowed as a member name')
    const names = this.names[inner]
    if (names?.has(name)) return this.fault('DUPLICATE_KEY', 'must not be repeated')
    names?.add(name)
    this.differentNames.add(name)
    if (this.differentNames.size <= MAX_NAMES) return true
    return this.tooMany('TOO_MANY_NAMES', `must contain at most ${MAX_NAMES} different member names`)
  }

  private scalar(code: number): boolean {
    if (code === QUOTE) {
      const escapes = this.string()
      if (!escapes) return escapes === false
      return (
        this.checkText(String(JSON.parse(this.text.slice(this.tokenStart, this.at))), { isName: false }) ||
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
    return this.syntaxError('a value', this.at + 'fals'.length)
  }

  /** Reads a string. Returns true if it has escapes, and undefined if it is invalid or incomplete. */
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
          this.tooMany('TOO_MANY_ESCAPES', `must contain at most ${MAX_ESCAPES} escape sequences`)
          this.at = this.tokenStart
          return undefined
        }
      } else if (!(code >= SPACE)) {
        this.syntaxError(
          code < SPACE ? 'an escape sequence instead of a control character' : 'a closing quote'
        )
        return undefined
      }
    }
  }

  /** Moves to the character before the next special character, or to the last character of the text. */
  private skipOrdinary(): void {
    SPECIAL.lastIndex = this.at + 1
    this.at = (SPECIAL.test(this.text) ? SPECIAL.lastIndex - 1 : this.text.length) - 1
  }

  private escape(): boolean {
    this.at++
    if (this.text.charCodeAt(this.at) !== LOWER_U) {
      return SHORT_ESCAPE.test(this.text.charAt(this.at)) || this.syntaxError('a valid escape sequence')
    }
    if (!HEX.test(this.text.slice(this.at + 1, this.at + 5)))
      return this.syntaxError('four hexadecimal digits after \\u', this.at + 4)
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
    if (this.at >= this.text.length && !this.isLast) return this.needMoreText()
    if (!hasExponent && this.at - this.tokenStart <= SAFE_LENGTH) return true
    if (isExactNumber(this.text.slice(this.tokenStart, this.at))) return true
    const message = "can't be represented exactly as a double; send fewer digits or a string"
    return this.fault('NUMBER_PRECISION', message) || this.stopFor('fault')
  }

  private digits(): boolean {
    const start = this.at
    while (isDigit(this.text.charCodeAt(this.at))) this.at++
    return this.at > start || this.syntaxError('a digit')
  }

  /** Skips whitespace and returns the next character's code, or NaN at the end of the text. */
  private next(): number {
    let code = this.text.charCodeAt(this.at)
    while (isBlank(code)) code = this.text.charCodeAt(++this.at)
    return code
  }

  private continueSkipping(): ScanStop {
    for (; this.at < this.text.length; this.at++) {
      const code = this.text.charCodeAt(this.at)
      if (this.isSkippingString) {
        if (code === BACKSLASH && this.at + 1 === this.text.length) break
        if (code === BACKSLASH) this.at++
        else if (code === QUOTE) this.isSkippingString = false
      } else if (code === QUOTE) this.isSkippingString = true
      else if (code === OPEN_ARRAY || code === OPEN_OBJECT) this.skippedDepth++
      else if (this.skippedDepth === 0) {
        // The end of a number or a string.
        if (code === COMMA || code === CLOSE_ARRAY || code === CLOSE_OBJECT) return this.endSkipping()
      } else if ((code === CLOSE_ARRAY || code === CLOSE_OBJECT) && --this.skippedDepth === 0) {
        this.at++
        return this.endSkipping()
      }
    }
    if (!this.isLast) return 'more'
    if (this.skippedDepth === 0 && !this.isSkippingString) return this.endSkipping()
    this.at = this.text.length
    this.syntaxError(this.isSkippingString ? 'a closing quote' : 'a closing bracket')
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

  private checkText(text: string, { isName }: { isName: boolean }): boolean {
    const depth = isName ? this.path.length - 1 : this.path.length
    const rule = isName ? 'must not have a member name with' : 'must not contain'
    if (text.includes('\0') && !this.fault('NUL_CHARACTER', `${rule} a NUL character`, depth)) return false
    return text.isWellFormed() || this.fault('LONE_SURROGATE', `${rule} an unpaired surrogate`, depth)
  }

  /** Adds a fault. Its pointer consists of the first `depth` steps of the path. */
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

  /** Stops because the token continues in the next chunk. */
  private needMoreText(): false {
    this.at = this.tokenStart
    return this.stopFor('more')
  }

  /**
   * Makes a syntax error the only fault. If the character at `needed` hasn't arrived yet, stops for more text
   * instead.
   */
  private syntaxError(expected: string, needed = this.at): false {
    if (needed >= this.text.length && !this.isLast) return this.needMoreText()
    const { line, column } = this.position()
    const reason =
      this.at >= this.text.length
        ? `expected ${expected}, but the text ends`
        : `expected ${expected} at line ${line}, column ${column + 1}`
    this.faults.replaceBy('INVALID_JSON', `is not valid JSON: ${reason}`)
    return this.stopFor('invalid')
  }

  /**
   * Returns the line of the current character, counted from 1, and the number of characters before it in that
   * line.
   */
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

/** True if a value may begin with this character. */
function startsValue(code: number): boolean {
  return /[[{"\-0-9tfn]/.test(String.fromCharCode(code))
}

function isBlank(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === RETURN || code === TAB
}
