import { type TOptional, type TSchema, type TUnsafe, Type } from 'typebox'
import { decimal, input, line, named, optional, ref, slugText, Uuid } from '../../../http/schema.ts'
import { MONEY, WEIGHT } from '../../../lib/decimal.ts'
import type { Field, FieldTable } from './field.ts'
import { Video } from './outputs.ts'
import { productFieldTable } from './product-fields.ts'
import { type TermIds, termKinds, termTables } from './terms.ts'
import type { InputValue } from './values.ts'
import { variantFieldTable } from './variant-fields.ts'

type InputSchema<F extends Field> = F extends { isRequired: true }
  ? TUnsafe<InputValue<F>>
  : TOptional<TUnsafe<InputValue<F> | null>>

/** The properties of a request that creates a row, with all fields that requests can contain. */
type Inputs<T extends FieldTable> = {
  -readonly [N in keyof T as T[N] extends { isInput: false } ? never : N]: InputSchema<T[N]>
}
type Patch<T> = { [N in keyof T]: T[N] extends TSchema ? TOptional<T[N]> : never }

/** A document's or video's URL. `productFaults` checks it. */
export const url = Type.String({
  trim: true,
  maxLength: 2048,
  examples: ['https://supplier.example/sds/hb-m8.pdf']
})

const NewVideo = named(
  'NewVideo',
  input({ url, title: optional(line({ max: 255, examples: ['How it is made'] })) }, { output: Video }),
  'A video to show with the product'
)

const attributesUnspc = {
  type: ['string', 'number', 'null'],
  trim: true,
  minLength: 1,
  maxLength: 255,
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  description:
    'The UNSPSC code of the variant. A number is converted to its shortest text. An update changes the code only if ' +
    'it contains this field; null clears it.',
  examples: ['31161620']
}
const Attributes = Type.Unsafe({
  type: 'object',
  properties: { unspc: attributesUnspc },
  additionalProperties: true,
  description:
    'Any JSON object with at most 100 keys, 8 levels and 16 KiB, not counting `unspc`. An update replaces all ' +
    'attributes except `unspc`.',
  examples: [{ finish: 'zinc' }]
})

/** Returns the properties of an integer of 0 or more, as a field of a request. */
export function wholeSchema(options: { description?: string; examples?: unknown[] }) {
  return Type.Integer({ minimum: 0, maximum: 2_147_483_647, ...options })
}

/** Returns the schema of a field in a request, without null. */
function schemaOf({ kind, min, max, maxItems, pattern, patternHint, description, example }: Field): TSchema {
  const examples = example === undefined ? {} : { examples: [example] }
  const options = { ...(description !== undefined && { description }), ...examples }
  const form = { ...(pattern !== undefined && { pattern, patternHint }) }
  switch (kind) {
    case 'line':
      return {
        ...line({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) }),
        ...form,
        ...options
      }
    case 'text':
    case 'html':
      return Type.String({ ...(max !== undefined && { maxLength: max }), ...options })
    case 'slug':
      return slugText({ ...(min !== undefined && { min }) })
    case 'whole':
      return wholeSchema(options)
    case 'flag':
      return Type.Boolean({ description: 'The default is false', ...options })
    case 'money':
      return decimal(MONEY, options)
    case 'weight':
      return decimal(WEIGHT, options)
    case 'lines':
      return Type.Array(
        { ...line({ ...(max !== undefined && { max }) }), ...examples },
        { ...(maxItems && { maxItems }) }
      )
    case 'videos':
      return Type.Array(ref(NewVideo), { ...(maxItems && { maxItems }) })
    case 'attributes':
      return Attributes
    case 'map':
      return Type.Unsafe({ type: 'object', additionalProperties: true, ...options })
    default:
      throw new Error(`A field of the kind ${kind} can't be in a request.`)
  }
}

/** Returns the properties of a request that creates a row of the table. */
function inputsOf<T extends FieldTable>(table: T): Inputs<T> {
  const entries = Object.entries(table).filter(([, { isInput }]) => isInput !== false)
  return Object.fromEntries(
    entries.map(([name, field]) => [name, field.isRequired ? schemaOf(field) : optional(schemaOf(field))])
  ) as Inputs<T>
}

/** Returns the same properties for an update, which can omit every field. */
export function patchOf<T extends Record<string, TSchema>>(properties: T): Patch<T> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])
  ) as Patch<T>
}

/**
 * The field `price` is accepted but ignored, because clients often read a product and send it back with all
 * its fields (contract 1.3).
 */
const ignoredPrice = Type.Optional(
  Type.Unknown({ description: 'Ignored. The retail price is calculated from vendorPrice.' })
)

const termIds = Object.fromEntries(
  termKinds.map((kind) => {
    const description = `Ids of existing ${termTables[kind].noun}, without duplicates`
    return [kind, optional(Type.Array(Uuid, { maxItems: 100, description }))]
  })
) as { [kind in keyof TermIds]: TOptional<TUnsafe<string[] | null>> }

/** The fields of a product in a request that creates it, without its variants and documents (contract 4.1). */
export const productInputs = { ...inputsOf(productFieldTable), ...termIds, price: ignoredPrice }

/** The fields of a variant in a request that creates it. */
export const variantInputs = { ...inputsOf(variantFieldTable), price: ignoredPrice }

/** The fields that only variants have. */
export const variantOnly = Object.keys(variantInputs).filter((name) => !(name in productInputs))
