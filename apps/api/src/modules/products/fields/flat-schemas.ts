import { type TSchema, Type } from 'typebox'
import { decimal, line, optional } from '../../../http/schema.ts'
import { MONEY, WEIGHT } from '../../../lib/decimal.ts'
import type { Field } from './field.ts'
import { type FlatTarget, updateTargets, uploadTargets } from './flat-fields.ts'
import { wholeSchema } from './inputs.ts'

/**
 * The fields of flat items that set a field of a product or variant, for the OpenAPI document only: the items are
 * validated by `flatReader`.
 */
export const uploadSchemas = schemasOf(uploadTargets, uploadSchema)
/** The same for items of bulk updates. */
export const updateSchemas = schemasOf(updateTargets, updateSchema)

function schemasOf(
  targets: FlatTarget[],
  schemaOf: (target: FlatTarget) => TSchema
): Record<string, TSchema> {
  return Object.fromEntries(targets.map((target) => [target.flat.name, schemaOf(target)]))
}

function uploadSchema({ of, name, field, flat }: FlatTarget): TSchema {
  const { min, max, isRequired, example: ownExample } = field
  const { description = `The \`${name}\` of the ${of}`, example = ownExample } = flat.upload ?? {}
  const options = { description, ...(example !== undefined && { examples: [example] }) }
  const limits = { ...(max !== undefined && { max }), ...(isRequired && min !== undefined && { min }) }
  if (flat.takesNumbers) return codeSchema({ ...options, ...(max !== undefined && { maxLength: max }) })
  const schema = plainSchema(field, options) ?? { ...line(limits), ...options }
  return isRequired ? schema : optional(schema)
}

/** Returns the schema of a text that can be sent as a number. */
export function codeSchema({ description, ...options }: Record<string, unknown>): TSchema {
  return Type.Optional(
    Type.Unsafe<string | number | null>({
      type: ['string', 'number', 'null'],
      description: `${description}. A number is converted to its shortest text.`,
      ...options
    })
  )
}

function updateSchema({ field, flat }: FlatTarget): TSchema {
  const { max, isRequired, example: ownExample } = field
  const { description = `At most ${max} characters`, example = ownExample } = flat.update ?? {}
  const options = { description, ...(example !== undefined && { examples: [example] }) }
  if (flat.takesNumbers) return textOrNumberSchema(options)
  const schema = plainSchema(field, options) ?? Type.String(options)
  return isRequired ? Type.Optional(schema) : optional(schema)
}

/** Returns the schema of a text that can be sent as a number, without its limits. */
export function textOrNumberSchema(options: { description: string; examples?: unknown[] }): TSchema {
  return Type.Optional(
    Type.Unsafe<string | number | null>({ type: ['string', 'number', 'null'], ...options })
  )
}

/** Returns the schema of a value that isn't a text, or undefined for a text. */
function plainSchema(
  { kind }: Field,
  options: { description: string; examples?: unknown[] }
): TSchema | undefined {
  if (kind === 'money') return decimal(MONEY, options)
  if (kind === 'weight') return decimal(WEIGHT, options)
  if (kind === 'whole') return wholeSchema(options)
  return kind === 'flag' ? Type.Boolean(options) : undefined
}
