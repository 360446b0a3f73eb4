import { type Static, type TProperties, type TSchema, Type } from 'typebox'
import { enumerations } from '../lib/enumerations.ts'
import { SLUG_FORM } from '../lib/slug.ts'
import type { JsonText } from './json-text.ts'

/**
 * The shared schemas by their `$id`. The application registers them as components of the OpenAPI document,
 * and other schemas use them by `ref`. Without `ref`, the document would repeat a shared schema wherever it
 * is used.
 */
export const components = new Map<string, TSchema>()

type Named = TSchema & { $id: string }

/**
 * Gives a schema an `$id`, which makes it a component of the OpenAPI document. Every component has a
 * description, either as the third argument or in the schema.
 */
export function named<T extends TSchema>(id: string, schema: T, description?: string): T & { $id: string } {
  if (components.has(id)) throw new Error(`A schema with the $id ${id} already exists.`)
  const component = Object.assign(schema, { $id: id }, description !== undefined && { description })
  components.set(id, component)
  return component
}

/** Returns a reference to a named schema. The reference has the TypeScript type of that schema. */
export function ref<T extends Named>(schema: T) {
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` })
}

/** Returns a schema for a response that has one of two named schemas. */
export function eitherOf<A extends Named, B extends Named>(first: A, second: B) {
  const refs = [first, second].map(({ $id }) => ({ $ref: `${$id}#` }))
  return Type.Unsafe<Static<A> | Static<B>>({ anyOf: refs })
}

/** Returns a schema that allows null in addition to the values of a named schema. */
export function nullableRef<T extends Named>(schema: T) {
  return Type.Unsafe<Static<T> | null>({ anyOf: [{ $ref: `${schema.$id}#` }, { type: 'null' }] })
}

/**
 * Returns a copy of the schema that also allows null. The copy lists several types in `type`. With `anyOf`
 * instead, an invalid value would get several faults.
 */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values, ...rest } = schema as TSchema & { type?: string | string[]; enum?: unknown[] }
  const types = [...(Array.isArray(type) ? type : [type]), 'null']
  return Type.Unsafe<Static<T> | null>({ type: types, ...(values && { enum: [...values, null] }), ...rest })
}

/**
 * Returns an optional, nullable field. On create, null is the same as leaving the field out. On update, null
 * clears the field.
 */
export function optional<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

export const Uuid = Type.String({ format: 'uuid' })
export const Timestamp = Type.String({
  format: 'date-time',
  description: 'An ISO 8601 timestamp in UTC with milliseconds',
  examples: ['2026-03-01T09:30:00.000Z']
})

/** Returns an optional query parameter that filters a list by an id. */
export function idFilter(description: string) {
  return Type.Optional(Type.String({ format: 'uuid', description }))
}

/** Returns an optional query parameter that filters a list by a time. The time is an ISO 8601 timestamp. */
export function timeFilter(description: string) {
  return Type.Optional(Type.String({ format: 'date-time', description }))
}

/** The query parameter of statistics that says how many days they cover. */
export const statisticsDays = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 400,
    description: 'How many days the statistics cover, including today. The default is 30.',
    examples: [7]
  })
)

/** Returns a schema for a number of things in a response. */
export function count(description: string, example: number) {
  return Type.Integer({ description, examples: [example] })
}

type TextBounds = { min?: number; max?: number; description?: string; examples?: string[] }

/**
 * Returns a schema for short text. The text is trimmed before its length is checked. The length is counted in
 * code points.
 */
export function line({ min, max, ...rest }: TextBounds = {}) {
  return Type.String({
    trim: true,
    ...(min !== undefined && { minLength: min }),
    ...(max !== undefined && { maxLength: max }),
    ...rest
  })
}

/** Returns a schema for a slug in a request. */
export function slugText({ min = 1 }: { min?: number } = {}) {
  return Type.String({
    minLength: min,
    maxLength: 255,
    pattern: SLUG_FORM.source,
    patternHint: 'groups of a-z and 0-9 separated by single hyphens, such as hex-bolts',
    description:
      'Generated from the name by default. If the slug is already used, a suffix such as -2 is added.',
    examples: ['hex-bolts']
  })
}

/**
 * Returns a schema that allows only the given texts. If the list has a name (see `enumeration`), the OpenAPI
 * document contains a reference to the component with this name instead.
 */
export function oneOf<const T extends string>(values: readonly T[], options: { description?: string } = {}) {
  const name = enumerations.get(values)?.name
  return Type.Unsafe<T>({ type: 'string', enum: [...values], ...(name && { enumeration: name }), ...options })
}

/** Returns a schema for a decimal in a response. Responses contain decimals as text. */
export function DecimalText(description: string, example: string) {
  return Type.String({ description, examples: [example] })
}

/**
 * Returns a schema for an exact decimal in a request, of 0 or more unless the bounds are signed. The value is either decimal text or a JSON
 * number, which is first converted to its shortest decimal text. A value with too many digits is refused,
 * never rounded. Validation replaces the value by its canonical text.
 */
export function decimal(
  bounds: { integerDigits: number; fractionDigits: number; isSigned?: true },
  options: { description?: string; examples?: unknown[] } = {}
) {
  return Type.Unsafe<string>({ type: ['number', 'string'], decimal: bounds, ...options })
}

/**
 * Maps the name of a field that the schema doesn't have to the code and message of the fault that a request
 * with this field gets.
 */
export type FieldHints = Record<string, { code: string; message: string }>

/**
 * Returns a schema for the body of a request. Unknown fields are refused with `UNKNOWN_FIELD`, so that a typo
 * is noticed. Fields that are in `output` but not in `properties` are refused with `READ_ONLY_FIELD`. `hints`
 * can give any field that isn't in `properties` another code and message.
 */
export function input<P extends TProperties>(
  properties: P,
  {
    output,
    hints = {},
    ...options
  }: { output?: { properties: object }; hints?: FieldHints; description?: string } = {}
) {
  const outputOnly = Object.keys(output?.properties ?? {}).filter((name) => !(name in properties))
  const message = 'is read-only and must be omitted'
  const readOnly = Object.fromEntries(outputOnly.map((name) => [name, { code: 'READ_ONLY_FIELD', message }]))
  return Type.Object(properties, {
    additionalProperties: false,
    fieldHints: { ...readOnly, ...hints },
    ...options
  })
}

/**
 * Returns the schema of path parameters that consist only of `id`. `resource` is used in the description of
 * `id`, such as "The order".
 */
export function idParams(resource: string) {
  return Type.Object({ id: Type.String({ format: 'uuid', description: `${resource}'s id` }) })
}

export const Deleted = named(
  'Deleted',
  Type.Object({ id: Uuid, deleted: Type.Literal(true) }),
  'The resource was deleted'
)

/** Returns the JSON text of the response to a deletion. */
export function deleted(id: string): JsonText<Static<typeof Deleted>> {
  return JSON.stringify({ id, deleted: true })
}
