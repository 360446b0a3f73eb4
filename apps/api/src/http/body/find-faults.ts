import { pointerStep } from '@purveyor/json-stream'
import type { Fault } from '../../errors.ts'
import { type DecimalBounds, parseDecimal } from '../../lib/decimal.ts'
import { isUuid } from '../../lib/ids.ts'
import { isRecord } from '../../lib/shape.ts'
import { fault } from '../faults.ts'
import { type KnownNames, knownNames, nearestName } from './suggest.ts'

/** The subset of JSON Schema that describes requests. `schemaKeywords` lists the same keywords. */
export type RequestSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  trim?: boolean
  maxLength?: number
  minLength?: number
  pattern?: string
  patternHint?: string
  format?: string
  decimal?: DecimalBounds
  minimum?: number
  maximum?: number
  maximumHint?: string
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  items?: RequestSchema
  required?: string[]
  properties?: Record<string, RequestSchema>
  /** If a schema, that of all properties that `properties` doesn't name. */
  additionalProperties?: boolean | RequestSchema
  fieldHints?: Record<string, { code: string; message: string }>
}

/** The keywords that `findFaults` supports, and the keywords that only document the schema. */
export const schemaKeywords = new Set<string>([
  ...[
    '$ref',
    'type',
    'enum',
    'trim',
    'maxLength',
    'minLength',
    'pattern',
    'patternHint',
    'format',
    'decimal'
  ],
  ...['minimum', 'maximum', 'maximumHint', 'minItems', 'maxItems', 'uniqueItems', 'items'],
  ...['required', 'properties', 'additionalProperties', 'fieldHints'],
  ...['$id', 'title', 'description', 'examples', 'default', 'enumeration']
])

type PointerFault = Extract<Fault, { pointer: string }>
/** The faults of a value. If `isComplete` is false, the value may have further faults. */
export type FoundFaults = { faults: PointerFault[]; isComplete: boolean }
type Container = Record<string | number, unknown>
/** The location of a value in its container, so that the value can be replaced. */
type Slot = { container: Container; key: string | number; pointer: string }
type Sources = {
  /** Returns the schema that a `$ref` refers to. */
  resolve: (ref: string) => RequestSchema
  /** True if the text has the format with this name. */
  matchesFormat: (format: string, text: string) => boolean
  /** True if the pattern matches the text. The default is a regular expression of JavaScript. */
  matchesPattern?: (pattern: string, text: string) => boolean
}

/**
 * Returns the faults of a value in the order of the schema, at most one per pointer. Takes time linear in the
 * size of the value. Stops once it has found one fault more than the limit.
 *
 * A list with more than `maxItems` entries gets one fault. Its entries are not validated, and null replaces
 * the list, so that later code doesn't read the entries either. Text and decimals are normalised in place, as
 * the validator does.
 */
export function findFaults(
  value: unknown,
  { schema, limit, ...sources }: Sources & { schema: RequestSchema; limit: number }
): FoundFaults {
  const search = new FaultSearch(sources, limit)
  search.visit(schema, { container: { value }, key: 'value', pointer: '' })
  return { faults: search.faults, isComplete: search.faults.length <= limit }
}

/**
 * A search for faults. Its methods return false once there is one fault more than the limit, so that the
 * search stops.
 */
class FaultSearch {
  readonly faults: PointerFault[] = []
  private readonly sources: Sources
  private readonly limit: number

  constructor(sources: Sources, limit: number) {
    this.sources = sources
    this.limit = limit
  }

  visit(schema: RequestSchema, slot: Slot): boolean {
    if (schema.$ref !== undefined) return this.visit(this.sources.resolve(schema.$ref), slot)
    const value = slot.container[slot.key]
    if (schema.type !== undefined && !hasType(value, schema.type)) {
      const { code, message } = wrongType(value, schema.type)
      return this.add(slot.pointer, code, message)
    }
    if (schema.enum && !schema.enum.includes(value)) {
      return this.add(slot.pointer, 'NOT_ALLOWED', `must be one of ${listed(schema.enum)}`)
    }
    if (Array.isArray(value)) return this.visitList(schema, slot, value)
    if (typeof value === 'object' && value !== null)
      return this.visitObject(schema, slot.pointer, value as Container)
    const wording = this.checkScalar(schema, slot, value)
    return wording ? this.add(slot.pointer, wording.code, wording.message) : true
  }

  private visitList(schema: RequestSchema, slot: Slot, list: unknown[]): boolean {
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items } = schema
    if (list.length > maxItems) {
      slot.container[slot.key] = null
      return this.add(slot.pointer, 'TOO_MANY', `must have at most ${entries(maxItems)}`)
    }
    if (
      list.length < minItems &&
      !this.add(slot.pointer, 'TOO_FEW', `must have at least ${entries(minItems)}`)
    )
      return false
    if (schema.uniqueItems && !this.visitRepeated(slot.pointer, list)) return false
    if (!items) return true
    const container = list as unknown as Container
    for (let key = 0; key < list.length; key++) {
      if (!this.visit(items, { container, key, pointer: `${slot.pointer}/${key}` })) return false
    }
    return true
  }

  private visitRepeated(pointer: string, list: unknown[]): boolean {
    return list.every((value, index) => {
      const first = list.indexOf(value)
      if (first === index) return true
      return this.add(
        `${pointer}/${index}`,
        'REPEATED_VALUE',
        `must be unique, but the entry at index ${first} has the same value`
      )
    })
  }

  private visitObject(schema: RequestSchema, pointer: string, object: Container): boolean {
    const { required = [], properties = {}, additionalProperties, fieldHints } = schema
    for (const name of required) {
      if (Object.hasOwn(object, name)) continue
      if (!this.add(`${pointer}${pointerStep(name)}`, 'REQUIRED', 'is required')) return false
    }
    if (additionalProperties === false) {
      for (const name in object) {
        if (Object.hasOwn(properties, name) || !Object.hasOwn(object, name)) continue
        const { code, message } = unknownField(name, fieldHints, namesOf(schema))
        if (!this.add(`${pointer}${pointerStep(name)}`, code, message)) return false
      }
    }
    if (typeof additionalProperties === 'object') {
      for (const name in object) {
        if (Object.hasOwn(properties, name) || !Object.hasOwn(object, name)) continue
        const slot = { container: object, key: name, pointer: `${pointer}${pointerStep(name)}` }
        if (!this.visit(additionalProperties, slot)) return false
      }
    }
    for (const name in properties) {
      const property = properties[name]
      if (!property || !Object.hasOwn(object, name)) continue
      const slot = { container: object, key: name, pointer: `${pointer}${pointerStep(name)}` }
      if (!this.visit(property, slot)) return false
    }
    return true
  }

  private checkScalar(schema: RequestSchema, slot: Slot, value: unknown): Wording | undefined {
    if (schema.decimal && (typeof value === 'number' || typeof value === 'string')) {
      const parsed = parseDecimal(value, schema.decimal)
      if (!parsed.ok) return invalidDecimal(parsed.reason, schema.decimal)
      slot.container[slot.key] = parsed.value
      return undefined
    }
    if (typeof value === 'number') return numberFault(schema, value)
    return typeof value === 'string' ? this.textFault(schema, slot, value) : undefined
  }

  private textFault(schema: RequestSchema, slot: Slot, value: string): Wording | undefined {
    const text = schema.trim ? value.trim() : value
    slot.container[slot.key] = text
    const { maxLength, minLength = 0, pattern, format } = schema
    if (maxLength !== undefined && isLonger(text, maxLength)) return tooLong(maxLength)
    if (minLength > 0 && !isLonger(text, minLength - 1)) return tooShort(minLength)
    const { matchesPattern = matchesExpression } = this.sources
    if (pattern !== undefined && !matchesPattern(pattern, text)) {
      const { patternHint } = schema
      const message = patternHint ? `must be ${patternHint}` : `must match the regular expression ${pattern}`
      return { code: 'INVALID_FORMAT', message }
    }
    if (format === undefined) return undefined
    const matches = format === 'uuid' ? isUuid(text) : this.sources.matchesFormat(format, text)
    return matches ? undefined : wrongFormat(format)
  }

  private add(pointer: string, code: string, message: string): boolean {
    this.faults.push(fault(pointer, code, message))
    return this.faults.length <= this.limit
  }
}

const patterns = new Map<string, RegExp>()

function matchesExpression(source: string, text: string): boolean {
  const pattern = patterns.get(source) ?? new RegExp(source, 'u')
  patterns.set(source, pattern)
  return pattern.test(text)
}

/** The maximum number of allowed values that a message lists. */
const maxListedValues = 200

function listed(values: unknown[]): string {
  const texts = values.filter(Boolean)
  const rest = texts.length - maxListedValues
  return texts.slice(0, maxListedValues).join(', ') + (rest > 0 ? ` and ${rest} other values` : '')
}

function numberFault({ minimum, maximum, maximumHint }: RequestSchema, value: number): Wording | undefined {
  if (maximum !== undefined && value > maximum)
    return { code: 'TOO_LARGE', message: `must be ${maximumHint ?? `${maximum} or less`}` }
  if (minimum !== undefined && value < minimum)
    return { code: 'TOO_SMALL', message: `must be ${minimum} or more` }
  return undefined
}

function hasType(value: unknown, type: string | string[]): boolean {
  return Array.isArray(type)
    ? type.some((alternative) => isOfType(value, alternative))
    : isOfType(value, type)
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isRecord(value)
    case 'integer':
      return Number.isInteger(value)
    case 'number':
      return Number.isFinite(value)
    default:
      return typeof value === type
  }
}

/** True if the text has more code points than `limit`. Reads only as much of the text as necessary. */
function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false
  if (text.length > 2 * limit) return true
  let count = 0
  for (const _ of text) if (++count > limit) return true
  return false
}

/**
 * The code and the message of a fault. The message completes a sentence that begins with the name of the
 * field.
 */
export type Wording = { code: string; message: string }

/** Returns the wording for a value whose type the schema doesn't allow. */
export function wrongType(value: unknown, type: string | string[]): Wording {
  if (value === null) return { code: 'REQUIRED', message: 'must not be null' }
  const names = [type].flat().filter((name) => name !== 'null')
  const choices = names.map((name) => (/^[aeio]/.test(name) ? `an ${name}` : `a ${name}`))
  return { code: 'INVALID_TYPE', message: `must be ${choices.join(' or ')}` }
}

/**
 * Returns the wording for a field that the schema doesn't have: the field's hint, or a general wording if
 * `hints` doesn't contain the field. The general wording names the field of `fields` that is probably meant. If
 * that field has a hint too, its hint is returned.
 */
export function unknownField(name: string, hints: Hints = {}, fields?: KnownNames): Wording {
  if (Object.hasOwn(hints, name) && hints[name]) return hints[name]
  const meant = fields && nearestName(name, fields)
  if (meant === undefined) return { code: 'UNKNOWN_FIELD', message: 'is not a known field' }
  if (Object.hasOwn(hints, meant) && hints[meant]) return hints[meant]
  return { code: 'UNKNOWN_FIELD', message: `is not a known field (did you mean ${meant}?)` }
}

type Hints = Record<string, Wording>

const namesBySchema = new WeakMap<RequestSchema, KnownNames>()

/** Returns the names that a suggestion may name: the fields, and fields whose hint says where they belong. */
function namesOf(schema: RequestSchema): KnownNames {
  let names = namesBySchema.get(schema)
  if (!names) {
    const hinted = Object.entries(schema.fieldHints ?? {}).filter(([, { code }]) => code === 'UNKNOWN_FIELD')
    names = knownNames([...hinted.map(([name]) => name), ...Object.keys(schema.properties ?? {})])
    namesBySchema.set(schema, names)
  }
  return names
}

export function tooLong(limit: number): Wording {
  return { code: 'TOO_LONG', message: `must have at most ${characters(limit)}` }
}

export function tooShort(limit: number): Wording {
  return { code: 'TOO_SHORT', message: `must have at least ${characters(limit)}` }
}

export function wrongFormat(format: string): Wording {
  if (format === 'uuid') {
    return { code: 'INVALID_UUID', message: 'must be a UUID, such as 0190a5b4-0000-7000-8000-000000000000' }
  }
  if (format === 'date-time') {
    const message = 'must be an ISO 8601 timestamp with a time zone, such as 2026-01-31T12:00:00Z'
    return { code: 'INVALID_TIMESTAMP', message }
  }
  return { code: 'INVALID_FORMAT', message: `must be ${formatHints[format] ?? `a valid ${format}`}` }
}

const formatHints: Record<string, string> = {
  date: 'a date, such as 2026-03-31',
  email: 'an email address, such as name@example.com',
  uri: 'an absolute URL, such as https://example.com/page'
}

/**
 * Returns the wording for a decimal that `parseDecimal` refused. `reason` is the reason that `parseDecimal`
 * returned.
 */
export function invalidDecimal(reason: string, { integerDigits, fractionDigits }: DecimalBounds): Wording {
  if (reason === 'negative') return { code: 'TOO_SMALL', message: 'must be 0 or more' }
  const digits = `at most ${integerDigits} digits before the decimal point and ${fractionDigits} after it`
  const example = fractionDigits > 0 ? '1.5' : '1'
  return { code: 'INVALID_DECIMAL', message: `must be a decimal number with ${digits}, such as ${example}` }
}

function entries(count: number): string {
  return count === 1 ? '1 entry' : `${count} entries`
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`
}
