import {
  invalidDecimal,
  tooLong,
  tooShort,
  unknownField,
  type Wording,
  wrongFormat,
  wrongType
} from '../../http/body/find-faults.ts'
import { type KnownNames, knownNames } from '../../http/body/suggest.ts'
import { isoOf, isTimestamp, pastFaults } from '../../http/timestamps.ts'
import { type DecimalBounds, MONEY, parseDecimal } from '../../lib/decimal.ts'
import { isUuid } from '../../lib/ids.ts'

/**
 * An error of one item (contract 4.4, 4.5). `field` is null if the error concerns the whole item. `cell` is its cell in a
 * workbook, such as "D17".
 */
export type ItemFault = { code: string; field: string | null; message: string; cell?: string }

/** The rules that differ between items of uploads and items of updates. */
export type ItemRules = {
  /** The maximum number of errors that are listed for one item. All errors are counted. */
  maxFaults: number
  /** The largest number that is accepted instead of a string in a field that contains a code. */
  maxNumber: number
  /**
   * True if an empty string in an optional field counts as omitted. False if it is a value, which is then
   * validated.
   */
  skipsEmpty: boolean
  /** The error code for an item that is null. */
  nullCode: 'REQUIRED' | 'INVALID_TYPE'
  /** Error codes and messages for fields that an item can't have, instead of a general wording. */
  hints?: Record<string, Wording>
  /** True if a UPC with a wrong length or check digit is an error. Otherwise it is a warning. */
  refusesUpcs?: boolean
  /** The currency of the marketplace, for messages. */
  currency?: string
}

export type Presence = 'optional' | 'required' | 'not-null'
type WholeBounds = { presence?: Presence; fromText?: boolean; isSigned?: boolean }
type TextBounds = { min?: number; max: number; presence?: Presence }

/** The largest value of PostgreSQL's type integer. */
const maxInteger = 2_147_483_647
const maxShownName = 100
const maxCategories = 100
/** The maximum length of a list of category ids, in characters. It allows 100 UUIDs with spaces around them. */
export const maxCategoriesLength = 8_192
const commonHints = {
  status: { code: 'STATUS_NOT_WRITABLE', message: 'is read-only; the operator sets it' }
}

/**
 * Reads the fields of one item and collects their errors. Each read method returns undefined if the field is
 * omitted, null or invalid.
 */
export class ItemFields {
  readonly errors: ItemFault[] = []
  /** What may be wrong with values that are accepted. */
  warnings: ItemFault[] | undefined
  faultCount = 0
  private readonly item: Record<string, unknown>
  private readonly rules: ItemRules
  /**
   * The names of the fields that have been read. An array, because it is faster than a set for so few names.
   */
  private readonly known: string[] = []

  constructor(item: Record<string, unknown>, rules: ItemRules) {
    this.item = item
    this.rules = rules
  }

  addError(field: string, { code, message }: Wording): undefined {
    this.faultCount++
    if (!this.isFull()) this.errors.push({ code, field: shortened(field), message })
  }

  /** Adds a warning about a UPC, or an error if the operator has them refused. Returns true for a warning. */
  mayHave(field: string, { code, message }: Wording): boolean {
    if (this.rules.refusesUpcs) {
      this.addError(field, { code, message })
      return false
    }
    this.addWarning(field, { code, message })
    return true
  }

  addWarning(field: string, { code, message }: Wording): void {
    this.warnings ??= []
    this.warnings.push({ code, field, message })
  }

  /**
   * Returns the raw value of a field. Adds an error if the field is missing or null, unless `presence` allows
   * that.
   */
  value(field: string, presence: Presence = 'optional'): unknown {
    this.known.push(field)
    const value = this.item[field]
    if (value !== undefined && value !== null && Object.hasOwn(this.item, field)) return value
    if (presence === 'optional') return undefined
    if (this.isNull(field)) this.addError(field, wrongType(null, []))
    else if (presence === 'required') this.addError(field, { code: 'REQUIRED', message: 'is required' })
    return undefined
  }

  /** True if the item has the field, even if its value is null. */
  isSent(field: string): boolean {
    return this.item[field] !== undefined && Object.hasOwn(this.item, field)
  }

  isNull(field: string): boolean {
    return this.item[field] === null && Object.hasOwn(this.item, field)
  }

  /** Reads a string and trims it. Lengths are in code points. */
  line(field: string, bounds: TextBounds): string | undefined {
    const value = this.value(field, bounds.presence)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.addError(field, wrongType(value, 'string'))
    return this.bounded(field, value, bounds)
  }

  /** Reads a string and trims it. A number is converted to its shortest decimal text. */
  code(field: string, bounds: TextBounds): string | undefined {
    const value = this.value(field, bounds.presence)
    if (value === undefined) return undefined
    if (typeof value === 'string') return this.bounded(field, value, bounds)
    if (typeof value !== 'number') return this.addError(field, wrongType(value, ['string', 'number']))
    if (Math.abs(value) <= this.rules.maxNumber) return this.bounded(field, String(value), bounds)
    const message = 'is too large to be sent as a number; send it as a string'
    return this.addError(field, { code: 'TOO_LARGE', message })
  }

  /**
   * Reads an integer from 0 to 2147483647, or with `isSigned` from -2147483647. With `fromText`, a string of
   * digits is accepted too.
   */
  whole(
    field: string,
    { presence, fromText = false, isSigned = false }: WholeBounds = {}
  ): number | undefined {
    const value = this.value(field, presence)
    if (value === undefined) return undefined
    const isText = fromText && typeof value === 'string' && /^-?(?:0|[1-9]\d{0,14})$/.test(value)
    const number = isText ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number)) {
      return this.addError(field, wrongType(value, 'integer'))
    }
    const min = isSigned ? -maxInteger : 0
    if (number < min) return this.addError(field, { code: 'TOO_SMALL', message: `must be ${min} or more` })
    if (number > maxInteger)
      return this.addError(field, { code: 'TOO_LARGE', message: `must be ${maxInteger} or less` })
    // Turns -0 into 0.
    return number + 0
  }

  /** Reads a decimal of 0 or more, sent as a number or as a string, and returns it in canonical form. */
  decimal(field: string, bounds: DecimalBounds & { presence?: Presence }): string | undefined {
    const value = this.value(field, bounds.presence)
    if (value === undefined) return undefined
    const parsed = parseDecimal(value, bounds)
    if (parsed.ok) return parsed.value
    return this.addError(
      field,
      parsed.reason === 'type'
        ? wrongType(value, ['number', 'string'])
        : (this.withoutCurrency(value, bounds) ?? invalidDecimal(parsed.reason, bounds))
    )
  }

  /** Returns the error of an amount of money that was written with a currency. */
  private withoutCurrency(value: unknown, bounds: DecimalBounds): Wording | undefined {
    const { currency } = this.rules
    if (currency === undefined || !isMoney(bounds) || typeof value !== 'string') return undefined
    if (!/\p{Sc}|\b[A-Z]{3}\b/iu.test(value)) return undefined
    return {
      code: 'INVALID_DECIMAL',
      message: `must be an amount in ${currency}, without a currency, such as 1.5`
    }
  }

  /**
   * Reads an ISO 8601 timestamp that is at most 5 minutes after `now`, in milliseconds since 1970. Returns it
   * in UTC with milliseconds.
   */
  pastTime(field: string, { now, presence }: { now: number; presence?: Presence }): string | undefined {
    const value = this.value(field, presence)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.addError(field, wrongType(value, 'string'))
    if (!isTimestamp(value)) return this.addError(field, wrongFormat('date-time'))
    const [found] = pastFaults('', value, now)
    return found ? this.addError(field, found) : isoOf(value)
  }

  oneOf(field: string, values: readonly string[]): string | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.addError(field, wrongType(value, 'string'))
    return values.includes(value)
      ? value
      : this.addError(field, { code: 'NOT_ALLOWED', message: `must be one of ${values.join(', ')}` })
  }

  boolean(field: string): boolean | undefined {
    const value = this.value(field)
    if (value === undefined || typeof value === 'boolean') return value
    return this.addError(field, wrongType(value, 'boolean'))
  }

  uuid(field: string): string | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string') return this.addError(field, wrongType(value, 'string'))
    return isUuid(value) ? value.toLowerCase() : this.addError(field, wrongFormat('uuid'))
  }

  /** Reads ids of categories: at most 100 UUIDs separated by commas. Returns them in lower case. */
  categoryIds(field: string): string[] | undefined {
    const value = this.value(field)
    if (value === undefined) return undefined
    if (typeof value !== 'string' && typeof value !== 'number') {
      return this.addError(field, wrongType(value, ['string', 'number']))
    }
    const text = String(value)
    if (text.length > maxCategoriesLength) return this.addError(field, tooLong(maxCategoriesLength))
    if (text.trim() === '') return this.rules.skipsEmpty ? undefined : []
    const listed = text.split(',')
    if (listed.length > maxCategories)
      return this.addError(field, { code: 'TOO_MANY', message: `must have at most ${maxCategories} ids` })
    const ids = new Set<string>()
    for (const one of listed) {
      const id = one.trim().toLowerCase()
      if (!isUuid(id)) {
        const message = `must be UUIDs separated by commas: ${quoted(one)} is not a UUID`
        this.addError(field, { code: 'INVALID_UUID', message })
      } else if (ids.has(id)) {
        this.addError(field, { code: 'REPEATED_ID', message: `contains ${quoted(one)} more than once` })
      } else ids.add(id)
    }
    return [...ids]
  }

  /**
   * Adds an error for each field of the item that no method has read. Fields whose names begin with `_` come
   * from a report and are ignored.
   */
  addUnknownFields(): void {
    for (const name of Object.keys(this.item)) {
      if (this.known.includes(name) || name.startsWith('_')) continue
      const hints = { ...this.rules.hints, ...commonHints }
      this.addError(name, unknownField(name, hints, this.isFull() ? undefined : namesOf(this.known)))
    }
  }

  /** True if no more errors are listed, so that their messages don't matter. */
  private isFull(): boolean {
    return this.errors.length >= this.rules.maxFaults
  }

  private bounded(field: string, written: string, { min = 0, max, presence }: TextBounds) {
    const text = written.trim()
    if (text === '' && this.rules.skipsEmpty && presence !== 'required') return undefined
    if (text.length < 2 * min && codePoints(text) < min) return this.addError(field, tooShort(min))
    const isTooLong = text.length > max && (text.length > 2 * max || codePoints(text) > max)
    return isTooLong ? this.addError(field, tooLong(max)) : text
  }
}

function isMoney({ integerDigits, fractionDigits }: DecimalBounds): boolean {
  return integerDigits === MONEY.integerDigits && fractionDigits === MONEY.fractionDigits
}

const namesByFields = new Map<string, KnownNames>()

/** Returns the names, prepared for suggestions. There are as many of them as kinds of items. */
function namesOf(fields: string[]): KnownNames {
  const key = fields.join()
  const names = namesByFields.get(key) ?? knownNames(fields)
  namesByFields.set(key, names)
  return names
}

/**
 * Converts an error with a JSON Pointer into an item to an error of the item. `field` is the pointer without the
 * first slash and without escapes, such as `variants/0/sku`.
 */
export function itemFault({ pointer, code, message }: Wording & { pointer: string }): ItemFault {
  return { code, field: fieldAt(pointer.split('/').slice(1)), message }
}

/** Returns the name of the field to which the steps of a JSON Pointer lead, or null if there are none. */
export function fieldAt(steps: string[]): string | null {
  if (steps.length === 0) return null
  return steps.map((step) => shortened(step.replaceAll('~1', '/').replaceAll('~0', '~'))).join('/')
}

/** Shortens a name for error messages, so that long names in a request don't make the response long. */
function shortened(name: string): string {
  return (name.length > maxShownName ? `${name.slice(0, maxShownName)}…` : name).toWellFormed()
}

/** Returns a shortened text in double quotes. */
export function quoted(text: string): string {
  return JSON.stringify(shortened(text))
}

function codePoints(text: string): number {
  return [...text].length
}
