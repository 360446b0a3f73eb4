import { type JsonFault, JsonFaults } from './faults.ts'
import { isExactNumber } from './numbers.ts'

const DEEPEST = 32
/** A number written in no more characters has at most 15 digits, which a double always keeps. */
const SAFE_LENGTH = 15
/** A text may hold so many: `JSON.parse` takes about 30 ms for each of these, during which nothing else runs. */
export const MAX_VALUES = 200_000
export const MAX_NAMES = 25_000
export const MAX_ESCAPES = 2_000_000
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
const OPEN_ARRAY = 0x5b
const BACKSLASH = 0x5c
const CLOSE_ARRAY = 0x5d
const LOWER_E = 0x65
const LOWER_U = 0x75
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

const SHORT_ESCAPE = /["\\/bfnrt]/
const HEX = /^[0-9a-fA-F]{4}$/

/**
 * Reads a JSON text once, from its start to its end and without recursion, for all that parsing it would hide:
 * values that no double or no database keeps, names that come twice or reach for prototypes, deep nesting. At most
 * `limit` faults, in the order of the text. A text that is no JSON has that one fault, as has one of more than 200,000
 * values, 25,000 different names or 2,000,000 escapes; one nested too deeply is read no further than that.
 */
export function scanJson(text: string, limit: number, place: JsonPlace = wholeBody): JsonFault[] {
  return new Scanner(text, limit, place).scan()
}

/** Where a text stands in the body that it was cut from. */
export type JsonPlace = {
  path: readonly (string | number)[]
  /** Of its first character: the line, from 1, and the characters before it in that line. */
  line: number
  column: number
  /** What should follow the value. */
  after: string
  /** Behind the text: nothing, more of the body, or more of this very value, whose end is then not missed. */
  rest: 'nothing' | 'body' | 'value'
}

const wholeBody: JsonPlace = { path: [], line: 1, column: 0, after: 'the end of the body', rest: 'nothing' }

/** Its methods return whether to read on. */
class Scanner {
  private readonly text: string
  private readonly faults: JsonFaults
  private at = 0
  private valueCount = 0
  private escapeCount = 0
  private readonly differentNames = new Set<string>()
  /** Of each open array or object: where in it the text is, an index or a member's name. */
  private readonly path: (string | number)[]
  /** Of each open object: the names so far. An array has none. */
  private readonly names: (Set<string> | undefined)[]
  private readonly place: JsonPlace

  constructor(text: string, limit: number, place: JsonPlace) {
    this.text = text
    this.place = place
    this.path = [...place.path]
    this.names = place.path.map(() => undefined)
    this.faults = new JsonFaults(limit)
  }

  scan(): JsonFault[] {
    while (this.value() && this.afterValue());
    return this.faults.all()
  }

  /** One value up to its end, or the openings of arrays and objects up to the first value in them. */
  private value(): boolean {
    for (;;) {
      const code = this.next()
      if (++this.valueCount > MAX_VALUES)
        return this.tooMany('TOO_MANY_VALUES', `must hold at most ${MAX_VALUES} values`)
      if (code !== OPEN_OBJECT && code !== OPEN_ARRAY) return this.scalar(code)
      if (this.path.length === DEEPEST) {
        this.fault('TOO_DEEP', `is nested deeper than ${DEEPEST} levels`)
        return false
      }
      this.at++
      const isObject = code === OPEN_OBJECT
      this.path.push(0)
      this.names.push(isObject ? new Set() : undefined)
      if (this.next() === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return this.close()
      if (isObject && !this.name()) return false
    }
  }

  /** What stands between a value and the next one; false at the end of the text. */
  private afterValue(): boolean {
    for (;;) {
      const code = this.next()
      const inner = this.path.length - 1
      if (inner < this.place.path.length) {
        return this.at < this.text.length && this.expected(this.place.after)
      }
      const isObject = this.names[inner] !== undefined
      if (code === COMMA) {
        this.at++
        if (isObject) return this.name()
        this.path[inner] = Number(this.path[inner]) + 1
        return true
      }
      if (code !== (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        return this.expected(isObject ? 'a comma or }' : 'a comma or ]')
      }
      this.close()
    }
  }

  private tooMany(code: string, message: string): false {
    this.faults.replaceBy(code, message)
    return false
  }

  private close(): true {
    this.at++
    this.path.pop()
    this.names.pop()
    return true
  }

  private name(): boolean {
    if (this.next() !== QUOTE) return this.expected('a member name in double quotes')
    const start = this.at
    const escapes = this.string()
    if (escapes === undefined) return false
    const written = this.text.slice(start + 1, this.at - 1)
    const name = escapes ? String(JSON.parse(`"${written}"`)) : written
    if (this.next() !== COLON) return this.expected('a colon')
    this.at++
    return (!escapes || this.checkText(name, 'has a member name that')) && this.enter(name)
  }

  /** Takes the name of a member as the place where the text is now. */
  private enter(name: string): boolean {
    const inner = this.path.length - 1
    const isPrototype = name === 'prototype' && this.path[inner - 1] === 'constructor'
    if (isPrototype && !this.faultAt(inner, 'FORBIDDEN_KEY', 'may not hold a prototype')) return false
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
      const start = this.at
      const escapes = this.string()
      if (escapes === undefined) return false
      return !escapes || this.checkText(String(JSON.parse(this.text.slice(start, this.at))), '')
    }
    if (code === MINUS || isDigit(code)) return this.number()
    for (const literal of ['true', 'false', 'null']) {
      if (this.text.startsWith(literal, this.at)) {
        this.at += literal.length
        return true
      }
    }
    return this.expected('a value')
  }

  /** Past a string; whether it holds escapes of any character, undefined where it is no string. */
  private string(): boolean | undefined {
    let escapes = false
    let run = 0
    for (;;) {
      if (++run > SHORT_RUN) {
        this.skipOrdinary()
        run = 0
      }
      const code = this.text.charCodeAt(++this.at)
      if (code === QUOTE) {
        this.at++
        return escapes
      }
      if (code === BACKSLASH) {
        if (!this.escape()) return undefined
        escapes = true
        if (++this.escapeCount > MAX_ESCAPES) {
          this.tooMany('TOO_MANY_ESCAPES', `must hold at most ${MAX_ESCAPES} escapes`)
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
    if (!HEX.test(this.text.slice(this.at + 1, this.at + 5))) return this.expected('\\u and four hex digits')
    this.at += 4
    return true
  }

  private number(): boolean {
    const start = this.at
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
    if (!hasExponent && this.at - start <= SAFE_LENGTH) return true
    if (isExactNumber(this.text.slice(start, this.at))) return true
    return this.fault('NUMBER_PRECISION', 'has more digits than a number keeps: send fewer, or a string')
  }

  private digits(): boolean {
    const start = this.at
    while (isDigit(this.text.charCodeAt(this.at))) this.at++
    return this.at > start || this.expected('a digit')
  }

  /** The next character that is not blank: NaN at the end. */
  private next(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at)
      if (code !== SPACE && code !== LINE_FEED && code !== RETURN && code !== TAB) return code
      this.at++
    }
  }

  private checkText(text: string, subject: string): boolean {
    const depth = subject ? this.path.length - 1 : this.path.length
    const holds = subject ? `${subject} holds` : 'holds'
    if (text.includes('\0') && !this.faultAt(depth, 'NUL_CHARACTER', `${holds} a NUL character`)) return false
    return text.isWellFormed() || this.faultAt(depth, 'LONE_SURROGATE', `${holds} half of a surrogate pair`)
  }

  private fault(code: string, message: string): boolean {
    return this.faultAt(this.path.length, code, message)
  }

  /** A fault of the place that the first `depth` steps lead to. */
  private faultAt(depth: number, code: string, message: string): boolean {
    return this.faults.add(this.path.slice(0, depth), code, message)
  }

  /** The text is no JSON: nothing else is told of it. */
  private expected(what: string): false {
    const { rest, line, column } = this.place
    const isAtEnd = this.at >= this.text.length
    if (isAtEnd && rest === 'value') return false
    const lines = this.text.slice(0, this.at).split('\n')
    const last = (lines.at(-1)?.length ?? 0) + (lines.length === 1 ? column : 0)
    this.faults.replaceBy(
      'INVALID_JSON',
      isAtEnd && rest === 'nothing'
        ? missedAtEnd(what)
        : missedAt(what, { line: line + lines.length - 1, column: last })
    )
    return false
  }
}

/** That the body ends too early. */
export function missedAtEnd(what: string): string {
  return `is not valid JSON: it ends where ${what} was expected`
}

/** That something else stands there; `column` counts the characters before it in its line. */
export function missedAt(what: string, { line, column }: { line: number; column: number }): string {
  return `is not valid JSON: ${what} was expected at line ${line}, column ${column + 1}`
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}
