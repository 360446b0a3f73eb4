import { type DecimalBounds, parseDecimal } from '../../../lib/decimal.ts'
import { isUuid } from '../../../lib/ids.ts'
import type { ItemFault } from './prepared-item.ts'

/** What the check of one item found. */
export type CheckedItem = {
  /** The item's own code: one that came twice in an upload fails. Undefined where that does not matter. */
  code: string | undefined
  errors: ItemFault[]
  /** The categories that the item names, in lower case: those that do not exist become errors of the item. */
  categoryIds: string[]
  /** What waits to be worked on where there are no errors. */
  prepared: Record<string, unknown>
}

/** Checks one item by itself and prepares it, all its faults at once. */
export type ItemChecker = (item: Record<string, unknown>) => CheckedItem

/** Whole numbers that PostgreSQL's integer holds. */
const LARGEST = 2_147_483_647
/** Beyond this, a whole number of JSON may have been changed on its way. */
const EXACT = 2 ** 53
const MOST_CATEGORIES = 100
/** Of one item so many faults are told. */
const MOST_FAULTS = 100
const SHOWN_NAME = 100

type TextBounds = { min?: number; max: number; required?: boolean }

/**
 * Reads the fields of one item, noting what is wrong with each. A field that is null, or an optional text that is
 * empty, is left out.
 */
export class ItemFields {
  readonly errors: ItemFault[] = []
  private readonly item: Record<string, unknown>
  private readonly known = new Set<string>()

  constructor(item: Record<string, unknown>) {
    this.item = item
  }

  note(field: string, code: string, message: string): undefined {
    if (this.errors.length < MOST_FAULTS) this.errors.push({ code, field: shownName(field), message })
  }

  /** What was sent; undefined where it was left out. */
  given(field: string): unknown {
    this.known.add(field)
    return Object.hasOwn(this.item, field) ? (this.item[field] ?? undefined) : undefined
  }

  /** A text of one line, trimmed; lengths count code points. */
  line(field: string, bounds: TextBounds): string | undefined {
    const value = this.given(field)
    if (value === undefined) return bounds.required ? this.missing(field) : undefined
    if (typeof value !== 'string') return this.note(field, 'INVALID_TYPE', 'must be a string')
    return this.bounded(field, value.trim(), bounds)
  }

  /** Text, or a number as its shortest text. */
  code(field: string, bounds: TextBounds): string | undefined {
    const value = this.given(field)
    if (typeof value === 'number') {
      if (Math.abs(value) > EXACT)
        return this.note(field, 'TOO_LARGE', 'is too large for a number: send a string')
      return this.bounded(field, String(value), bounds)
    }
    if (value !== undefined && typeof value !== 'string') {
      return this.note(field, 'INVALID_TYPE', 'must be a string or a number')
    }
    return this.line(field, bounds)
  }

  whole(field: string): number | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    if (typeof value !== 'number' || !Number.isInteger(value)) {
      return this.note(field, 'INVALID_TYPE', 'must be an integer')
    }
    if (value < 0) return this.note(field, 'TOO_SMALL', 'must be 0 or more')
    if (value > LARGEST) return this.note(field, 'TOO_LARGE', `must be ${LARGEST} or less`)
    return value
  }

  /** An exact decimal of 0 or more, sent as a number or as decimal text; the value is canonical. */
  decimal(
    field: string,
    { required, ...bounds }: DecimalBounds & { required?: boolean }
  ): string | undefined {
    const value = this.given(field)
    if (value === undefined) return required ? this.missing(field) : undefined
    if (typeof value !== 'number' && typeof value !== 'string') {
      return this.note(field, 'INVALID_TYPE', 'must be a number or a string')
    }
    const parsed = parseDecimal(value, bounds)
    if (parsed.ok) return parsed.value
    if (parsed.reason === 'negative') return this.note(field, 'TOO_SMALL', 'must be 0 or more')
    const form = `with at most ${bounds.integerDigits} digits before the point and ${bounds.fractionDigits} after it`
    return this.note(field, 'INVALID_DECIMAL', `must be a decimal ${form}`)
  }

  yesOrNo(field: string): string | undefined {
    const value = this.given(field)
    if (value === undefined || value === 'Y' || value === 'N') return value
    if (typeof value !== 'string') return this.note(field, 'INVALID_TYPE', 'must be a string')
    return this.note(field, 'NOT_ALLOWED', 'must be one of Y, N')
  }

  /** UUIDs that commas part, without blanks; in lower case. Undefined where left out or empty. */
  categoryIds(field: string): string[] | undefined {
    const text = this.code(field, { max: Number.POSITIVE_INFINITY })
    if (text === undefined) return undefined
    // As sent: trimming would hide blanks at the ends.
    const value = this.given(field)
    const ids = String(typeof value === 'string' ? value : text).split(',')
    if (ids.length > MOST_CATEGORIES) {
      return this.note(field, 'TOO_MANY', `must have at most ${MOST_CATEGORIES} ids`)
    }
    const read = new Set<string>()
    for (const id of ids) {
      const lower = id.toLowerCase()
      if (!isUuid(id))
        this.note(field, 'INVALID_UUID', `must have UUIDs with only commas between them: ${quoted(id)}`)
      else if (read.has(lower)) this.note(field, 'REPEATED_ID', `repeats ${quoted(id)}`)
      else read.add(lower)
    }
    return [...read]
  }

  /** Notes each field that was not read; those that begin with `_` are a report's own and ignored. */
  noteUnknown(): void {
    for (const name of Object.keys(this.item)) {
      if (!this.known.has(name) && !name.startsWith('_'))
        this.note(name, 'UNKNOWN_FIELD', 'is not a known field')
    }
  }

  private missing(field: string): undefined {
    const isNull = this.item[field] === null && Object.hasOwn(this.item, field)
    return this.note(field, 'REQUIRED', isNull ? 'cannot be null' : 'is required')
  }

  private bounded(field: string, text: string, { min = 1, max, required }: TextBounds): string | undefined {
    if (text === '' && !required) return undefined
    const length = lengthOf(text, max)
    if (length < min) return this.note(field, 'TOO_SHORT', `must have at least ${characters(min)}`)
    if (length > max) return this.note(field, 'TOO_LONG', `must have at most ${characters(max)}`)
    return text
  }
}

/** A name as faults show it: no answer grows with the names of its request. */
export function shownName(name: string): string {
  return (name.length > SHOWN_NAME ? `${name.slice(0, SHOWN_NAME)}…` : name).toWellFormed()
}

export function quoted(text: string): string {
  return JSON.stringify(shownName(text))
}

/** Code points; those of a text that is far too long are not counted. */
function lengthOf(text: string, max: number): number {
  if (text.length <= max || text.length > 2 * max) return text.length <= max ? codePoints(text) : text.length
  return codePoints(text)
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}
