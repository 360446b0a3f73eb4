import { RE2JS } from 're2js'
import type { RequestSchema } from '../../../http/body/find-faults.ts'
import type { Attribute, AttributeLevel, Requirement } from './definition.ts'

/**
 * The JSON Schema (2020-12) of the values of an attribute. The keywords that begin with `x-` only document it: the unit of
 * a number, the labels of options by their codes, whether products of the category need a value, and from when on.
 */
export type ValueSchema = RequestSchema & {
  title?: string
  description?: string
  'x-unit'?: string
  'x-labels'?: Record<string, string>
  'x-requirement'?: Requirement
  'x-enforcedFrom'?: string
}

/** The JSON Schema of a map of attributes. */
export type MapSchema = RequestSchema & { properties: Record<string, ValueSchema> }

/** The maximum length of texts without a `maxLength` of their own, in characters. */
export const maxText = 2_000
/** Numbers are from -10^15 to 10^15. All integers of this size and 15 digits of any decimal are exact in JSON. */
export const maxNumber = 1e15

/** Returns the schema of the values of an attribute. */
export function valueSchema(attribute: Attribute): ValueSchema {
  const { name, help, unit } = attribute
  return {
    title: name,
    ...(help !== null && { description: help }),
    ...(unit !== null && { 'x-unit': unit }),
    ...constraintsOf(attribute)
  }
}

function constraintsOf({ type, min, max, maxLength, pattern, options }: Attribute): ValueSchema {
  const bounds = { minimum: min ?? -maxNumber, maximum: max ?? maxNumber }
  const choice = { type: 'string', enum: options.map(({ code }) => code) }
  const labels = Object.fromEntries(options.map(({ code, label }) => [code, label]))
  switch (type) {
    case 'TEXT':
      return {
        ...{ type: 'string', minLength: 1, maxLength: maxLength ?? maxText },
        ...(pattern !== null && { pattern })
      }
    case 'NUMBER':
      return { type: 'number', ...bounds }
    case 'INTEGER':
      return { type: 'integer', ...bounds }
    case 'BOOLEAN':
      return { type: 'boolean' }
    case 'DATE':
      return { type: 'string', format: 'date' }
    case 'OPTION':
      return { ...choice, 'x-labels': labels }
    case 'OPTIONS':
      return {
        ...{ type: 'array', items: choice, minItems: 1, maxItems: options.length, uniqueItems: true },
        'x-labels': labels
      }
  }
}

/** An attribute of a map, and whether products need a value of it. The time is in milliseconds since 1970. */
type Entry = { attribute: Attribute; requirement: Requirement; enforcedFrom: number | null }

/** Returns the schema of a map with the values of attributes. Variants can also have `unspc`, their UNSPSC code. */
export function mapSchema(
  entries: Entry[],
  { level, required, isStrict }: { level: AttributeLevel; required: string[]; isStrict: boolean }
): MapSchema {
  const values = Object.fromEntries(
    entries.map(({ attribute, requirement, enforcedFrom }) => [
      attribute.code,
      {
        ...valueSchema(attribute),
        'x-requirement': requirement,
        ...(enforcedFrom !== null && { 'x-enforcedFrom': new Date(enforcedFrom).toISOString() })
      }
    ])
  )
  const unspc: Record<string, ValueSchema> =
    level === 'VARIANT' ? { unspc: { type: ['string', 'number', 'null'] } } : {}
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: { ...values, ...unspc },
    ...(isStrict && { additionalProperties: false })
  }
}

const patterns = new Map<string, RE2JS>()
const maxPatterns = 2_000

/**
 * True if the pattern matches a part of the text. Takes time linear in the length of the text, whatever the pattern.
 */
export function matchesPattern(pattern: string, text: string): boolean {
  const known = patterns.get(pattern)
  if (known) return known.test(text)
  if (patterns.size >= maxPatterns) patterns.clear()
  const compiled = RE2JS.compile(pattern)
  patterns.set(pattern, compiled)
  return compiled.test(text)
}

/**
 * Returns why a pattern is not valid, or undefined if it is valid. It must be valid for RE2, which the checks use, and for
 * JavaScript, because validators of JSON Schema use the syntax of JavaScript.
 */
export function patternProblem(pattern: string): string | undefined {
  try {
    RE2JS.compile(pattern)
    new RegExp(pattern, 'u')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
