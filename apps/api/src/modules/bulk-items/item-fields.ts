import {
  invalidDecimal,
  tooLong,
  tooShort,
  unknownField,
  type Wording,
  wrongFormat,
  wrongType
} from '../../http/find-faults.ts'
import { type DecimalBounds, parseDecimal } from '../../lib/decimal.ts'
import { isUuid } from '../../lib/ids.ts'

/** A fault of one item (contract 4.4, 4.5). `field` is null for what concerns the whole item. */
export type ItemFault = { code: string; field: string | null; message: string }

/** In what the items of uploads and of updates differ. */
export type ItemRules = {
  /** Faults of one item that are listed; all are counted. */
  maxFaults: number
  /** The largest number that is accepted in place of a text. */
  maxNumber: number
  /** True where an optional text that is empty is left out; else it is a value. */
  skipsEmpty: boolean
  /** The code of the fault of an item that is null. */
  nullCode: 'REQUIRED' | 'INVALID_TYPE'
}

type Presence = 'optional' | 'required' | 'not-null'
type TextBounds = { min?: number; max: number; presence?: Presence }

/** Whole numbers that PostgreSQL's integer holds. */
const maxInteger = 2_147_483_647
const maxShownName = 100
const hints = { status: { code: 'STATUS_NOT_WRITABLE', message: 'is managed by the platform' } }

/** Reads the fields of one item and notes what is wrong with each. What is left out or null is undefined. */
export class ItemFields {
  readonly errors: ItemFault[] = []
  faultCount = 0
  private readonly item: Record<string, unknown>
  private readonly rules: ItemRules
  /** The fields that were read. Few, so that looking through them is faster than a set. */
  private readonly known: string[] = []

  constructor(item: Record<string, unknown>, rules: ItemRules) {
    this.item = item
    this.rules = rules
  }

  note(field: string, { code, message }: Wording): undefined {
    this.faultCount++
    if (this.errors.length < this.rules.maxFaults)
      this.errors.push({ code, field: shownName(field), message })
  }

  given(field: string, presence: Presence = 'optional'): unknown {
    this.known.push(field)
    const value = this.item[field]
    if (value !== undefined && value !== null && Object.hasOwn(this.item, field)) return value
    if (presence === 'optional') return undefined
    if (this.isNull(field)) this.note(field, wrongType(null, []))
    else if (presence === 'required') this.note(field, { code: 'REQUIRED', message: 'is required' })
    return undefined
  }

  isNull(field: string): boolean {
    return this.item[field] === null && Object.hasOwn(this.item, field)
  }

  /** A text of one line, trimmed; lengths count code points. */
  line(field: string, bounds: TextBounds): string | undefined {
    const value = this.given(field, bounds.presence)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.note(field, wrongType(value, 'string'))
    return this.bounded(field, value, bounds)
  }

  /** A text of one line, or a number as its shortest text. */
  code(field: string, bounds: TextBounds): string | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    if (typeof value === 'string') return this.bounded(field, value, bounds)
    if (typeof value !== 'number') return this.note(field, wrongType(value, ['string', 'number']))
    if (Math.abs(value) <= this.rules.maxNumber) return this.bounded(field, String(value), bounds)
    return this.note(field, { code: 'TOO_LARGE', message: 'is too large for a number: send a string' })
  }

  /** An integer from 0 up; with `fromText` its text too. */
  whole(
    field: string,
    { presence, fromText = false }: { presence?: Presence; fromText?: boolean } = {}
  ): number | undefined {
    const value = this.given(field, presence)
    if (value === undefined) return undefined
    const isText = fromText && typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(value)
    const number = isText ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      return this.note(field, wrongType(value, 'integer'))
    }
    if (number < 0) return this.note(field, { code: 'TOO_SMALL', message: 'must be 0 or more' })
    if (number > maxInteger)
      return this.note(field, { code: 'TOO_LARGE', message: `must be ${maxInteger} or less` })
    // Makes 0 of -0.
    return number + 0
  }

  /** An exact decimal of 0 or more, sent as a number or as decimal text; the value is canonical. */
  decimal(field: string, bounds: DecimalBounds & { presence?: Presence }): string | undefined {
    const value = this.given(field, bounds.presence)
    if (value === undefined) return undefined
    const parsed = parseDecimal(value, bounds)
    if (parsed.ok) return parsed.value
    return this.note(
      field,
      parsed.reason === 'type'
        ? wrongType(value, ['number', 'string'])
        : invalidDecimal(parsed.reason, bounds)
    )
  }

  oneOf(field: string, values: readonly string[]): string | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.note(field, wrongType(value, 'string'))
    return values.includes(value)
      ? value
      : this.note(field, { code: 'NOT_ALLOWED', message: `must be one of ${values.join(', ')}` })
  }

  uuid(field: string): string | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.note(field, wrongType(value, 'string'))
    return isUuid(value) ? value.toLowerCase() : this.note(field, wrongFormat('uuid'))
  }

  /** UUIDs separated by commas, in lower case. With `trims` there may be blanks about them. */
  uuids(
    field: string,
    { max, maxLength, trims }: { max: number; maxLength?: number; trims?: boolean }
  ): string[] | undefined {
    const value = this.given(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string' && typeof value !== 'number') {
      return this.note(field, wrongType(value, ['string', 'number']))
    }
    const text = String(value)
    if (maxLength !== undefined && text.length > maxLength) return this.note(field, tooLong(maxLength))
    if (text.trim() === '') return this.rules.skipsEmpty ? undefined : []
    const listed = text.split(',')
    if (listed.length > max)
      return this.note(field, { code: 'TOO_MANY', message: `must have at most ${max} ids` })
    const ids = new Set<string>()
    for (const one of listed) {
      const id = (trims ? one.trim() : one).toLowerCase()
      if (!isUuid(id)) {
        const message = `must have UUIDs with only commas between them: ${quoted(one)}`
        this.note(field, { code: 'INVALID_UUID', message })
      } else if (ids.has(id)) this.note(field, { code: 'REPEATED_ID', message: `repeats ${quoted(one)}` })
      else ids.add(id)
    }
    return [...ids]
  }

  /** Notes each field that was not read; those that begin with `_` are a report's own and ignored. */
  noteUnknown(): void {
    for (const name of Object.keys(this.item)) {
      if (!this.known.includes(name) && !name.startsWith('_')) this.note(name, unknownField(name, hints))
    }
  }

  private bounded(field: string, written: string, { min = 0, max, presence }: TextBounds) {
    const text = written.trim()
    if (text === '' && this.rules.skipsEmpty && presence !== 'required') return undefined
    if (text.length < 2 * min && codePoints(text) < min) return this.note(field, tooShort(min))
    const isTooLong = text.length > max && (text.length > 2 * max || codePoints(text) > max)
    return isTooLong ? this.note(field, tooLong(max)) : text
  }
}

/** A name as faults show it: no answer grows with the names of its request. */
function shownName(name: string): string {
  return (name.length > maxShownName ? `${name.slice(0, maxShownName)}…` : name).toWellFormed()
}

export function quoted(text: string): string {
  return JSON.stringify(shownName(text))
}

function codePoints(text: string): number {
  return [...text].length
}
