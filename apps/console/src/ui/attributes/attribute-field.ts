import type { Attribute } from '@purveyor/client'

export type AttributeType = Attribute['type']
export type Requirement = 'REQUIRED' | 'RECOMMENDED' | 'OPTIONAL'

/** What a form has to know about an attribute to show and check its values. */
export type AttributeField = {
  code: string
  label: string
  help: string | undefined
  unit: string | undefined
  type: AttributeType
  options: { code: string; label: string }[]
  min: number | undefined
  max: number | undefined
  maxLength: number | undefined
  pattern: string | undefined
  requirement: Requirement
  /** The time from which on a required value has to be there. Undefined if it must be there now. */
  enforcedFrom: string | undefined
}

/** The attributes of products of some categories: those of the product, and those of each variant. */
export type AttributeFields = { product: AttributeField[]; variant: AttributeField[] }

type Schema = {
  title?: string
  description?: string
  type?: string | string[]
  format?: string
  enum?: string[]
  minimum?: number
  maximum?: number
  maxLength?: number
  pattern?: string
  properties?: Record<string, Schema>
  $defs?: Record<string, Schema>
  'x-unit'?: string
  'x-labels'?: Record<string, string>
  'x-requirement'?: Requirement
  'x-enforcedFrom'?: string
}

/** Returns the attributes that the schema of a category describes, as `GET /vendor/categories/{id}/schema` returns it. */
export function fieldsOfSchema(schema: object): AttributeFields {
  const { properties, $defs } = schema as Schema
  return {
    product: fieldsOfMap(properties?.attributes),
    variant: fieldsOfMap($defs?.NewVariant?.properties?.attributes)
  }
}

/** Properties without a requirement aren't attributes, such as the UNSPSC code of a variant. */
function fieldsOfMap(map: Schema | undefined): AttributeField[] {
  return Object.entries(map?.properties ?? {}).flatMap(([code, schema]) => {
    const requirement = schema['x-requirement']
    return requirement ? [fieldOfSchema(code, schema, requirement)] : []
  })
}

function fieldOfSchema(code: string, schema: Schema, requirement: Requirement): AttributeField {
  return {
    ...{ code, requirement, label: schema.title ?? code, help: schema.description, unit: schema['x-unit'] },
    type: typeOfSchema(schema),
    options: Object.entries(schema['x-labels'] ?? {}).map(([option, label]) => ({ code: option, label })),
    ...{ min: schema.minimum, max: schema.maximum, maxLength: schema.maxLength, pattern: schema.pattern },
    enforcedFrom: schema['x-enforcedFrom']
  }
}

function typeOfSchema({ type, format, enum: values }: Schema): AttributeType {
  switch (type) {
    case 'number':
      return 'NUMBER'
    case 'integer':
      return 'INTEGER'
    case 'boolean':
      return 'BOOLEAN'
    case 'array':
      return 'OPTIONS'
    default:
      return values ? 'OPTION' : format === 'date' ? 'DATE' : 'TEXT'
  }
}

/** Returns how the values of a definition are shown. */
export function fieldOfDefinition(attribute: Attribute): AttributeField {
  const { code, name, type, options } = attribute
  return {
    ...{ code, type, options, label: name, requirement: 'OPTIONAL', enforcedFrom: undefined },
    ...{ help: attribute.help ?? undefined, unit: attribute.unit ?? undefined },
    ...{ min: attribute.min ?? undefined, max: attribute.max ?? undefined },
    ...{ maxLength: attribute.maxLength ?? undefined, pattern: attribute.pattern ?? undefined }
  }
}

const strength = ['OPTIONAL', 'RECOMMENDED', 'REQUIRED']

/** Joins the attributes of several categories. The strongest requirement counts, and of several times the earliest. */
export function joinFields(all: readonly AttributeFields[]): AttributeFields {
  return {
    product: join(all.map(({ product }) => product)),
    variant: join(all.map(({ variant }) => variant))
  }
}

function join(lists: readonly AttributeField[][]): AttributeField[] {
  const joined = new Map<string, AttributeField>()
  for (const field of lists.flat()) {
    const before = joined.get(field.code)
    joined.set(field.code, before ? stronger(before, field) : field)
  }
  return [...joined.values()]
}

function stronger(one: AttributeField, other: AttributeField): AttributeField {
  const difference = strength.indexOf(one.requirement) - strength.indexOf(other.requirement)
  if (difference !== 0) return difference > 0 ? one : other
  return (other.enforcedFrom ?? '') < (one.enforcedFrom ?? '') ? other : one
}

/** True if products must have a value now. */
export function isRequiredNow({ requirement, enforcedFrom }: AttributeField, now = Date.now()): boolean {
  return requirement === 'REQUIRED' && (enforcedFrom === undefined || Date.parse(enforcedFrom) <= now)
}
