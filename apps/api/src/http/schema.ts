import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { SLUG_FORM } from '../lib/slug.ts'
import type { JsonText } from './json-text.ts'

/**
 * Schemas named by `$id` and used by `ref`. A schema passed by value would be written out again in the OpenAPI
 * document wherever it stands, so shared ones are referred to, and the app registers them from here.
 */
export const components = new Map<string, TSchema>()

type Named = TSchema & { $id: string }

/** Names a schema, so that it becomes a component of the OpenAPI document. */
export function named<T extends TSchema>(id: string, schema: T): T & { $id: string } {
  if (components.has(id)) throw new Error(`Two schemas are named ${id}`)
  const component = Object.assign(schema, { $id: id })
  components.set(id, component)
  return component
}

/** A reference to a named schema, typed as the schema itself. */
export function ref<T extends Named>(schema: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
}

/** A reference that may be null. */
export function nullableRef<T extends Named>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ anyOf: [{ $ref: `${schema.$id}#` }, { type: 'null' }] })
}

/** The value or null, as one `type` list, so that a fault of the value is told once. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as TSchema & { type?: string | string[]; enum?: unknown[] }
  const types = [...(Array.isArray(type) ? type : [type]), 'null']
  return Type.Unsafe<Static<T> | null>({ type: types, ...(values && { enum: [...values, null] }), ...rest })
}

/** On create null equals leaving a field out; on update it clears the field. */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

export const Uuid = Type.String({ format: 'uuid' })
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'ISO 8601, UTC, with milliseconds',
  examples: ['2026-03-01T09:30:00.000Z']
})

type TextBounds = { min?: number; max?: number; description?: string; examples?: string[] }

/** Text of one line: trimmed at both ends, its length counted in code points after that. */
export function line({ min, max, ...rest }: TextBounds = {}) {
  return Type.String({
    trim: true,
    ...(min !== undefined && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...rest
  })
}

/** A slug as it may be sent; one that is taken gets a suffix. */
export function slugText({ min = 1 }: { min?: number } = {}) {
  return Type.String({
    minLength: min,
    maxLength: 255,
    pattern: SLUG_FORM.source,
    patternHint: 'a-z and 0-9 in groups that one hyphen parts',
    description: 'Made from the name unless given; a taken one gets -2, -3, …',
    examples: ['hex-bolts']
  })
}

/** A choice of words. */
export function oneOf<const T extends string>(values: readonly T[], options: { description?: string } = {}) {
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...options })
}

/** A decimal that reads as text in answers. */
export function DecimalText(description: string, example: string) {
  return Type.String({ description, examples: [example] })
}

/**
 * An exact decimal of the input: a JSON number (taken as its shortest text) or decimal text, 0 or more. What
 * does not fit is refused, never rounded. After validation the value is canonical text.
 */
export function decimal(
  bounds: { integerDigits: number; fractionDigits: number },
  options: { description?: string; examples?: unknown[] } = {}
) {
  return Type.Unsafe<string>({ type: ['number', 'string'], decimal: bounds, ...options })
}

/** What to say of a field that is not taken, by its name. */
export type FieldHints = Record<string, { code: string; message: string }>

/**
 * The body of a request: closed, so that a typo is told (`UNKNOWN_FIELD`). Fields of `output` that the input
 * does not have are the server's (`READ_ONLY_FIELD`); `hints` says better where something better is known.
 */
export function input<P extends TProperties>(
  properties: P,
  {
    output,
    hints = {},
    ...options
  }: { output?: { properties: object }; hints?: FieldHints; description?: string } = {}
) {
  const served = Object.keys(output?.properties ?? {}).filter((name) => !(name in properties))
  const readOnly = Object.fromEntries(
    served.map((name) => [name, { code: 'READ_ONLY_FIELD', message: 'is set by the server' }])
  )
  return Type.Object(properties, {
    additionalProperties: false,
    fieldHints: { ...readOnly, ...hints },
    ...options
  })
}

/** The path parameters of one resource. */
export function idParams(what: string) {
  return Type.Object({ id: Type.String({ format: 'uuid', description: `${what}'s id` }) })
}

export const Deleted = named('Deleted', Type.Object({ id: Uuid, deleted: Type.Literal(true) }))

/** The answer to a deletion. */
export function deleted(id: string): JsonText<Static<typeof Deleted>> {
  return JSON.stringify({ id, deleted: true })
}
