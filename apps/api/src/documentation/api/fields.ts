import { alternativesOf, componentOf, isNullable, resolved, type Schema, type Schemas } from './document.ts'
import { markValues } from './values.ts'

/** A field of an object, or a parameter, as the page shows it. */
export type Field = {
  name: string
  type: string
  isRequired: boolean
  isNullable: boolean
  description: string
  /** Sentences without a full stop, such as `at most 255 characters`. */
  limits: string[]
  values: string[]
  /** The page or the section that describes the type, if it isn't described here. */
  link: string | undefined
  /** The fields of the object, or of each entry of the array. There is a group for each alternative. */
  groups: FieldGroup[]
}
/** The fields of an object. `title` names one of several alternatives. */
export type FieldGroup = { title: string | undefined; fields: Field[] }

/** Where fields are described: `sections` are the objects that have a section of their own on the page. */
export type Context = { schemas: Schemas; sections: ReadonlySet<string>; open: readonly string[] }

/** Enumerations that have a page of their own. */
const pages: Record<string, string> = { EventType: '/docs/events', ProblemCode: '/docs/errors' }

/** Returns the fields of an object, the required ones in the order of the schema. */
export function fieldsOf(schema: Schema, context: Context): Field[] {
  const { properties = {}, required = [] } = resolved(schema, context.schemas)
  const name = componentOf(schema)
  const inner = name === undefined ? context : { ...context, open: [...context.open, name] }
  return Object.entries(properties).map(([property, value]) =>
    describeField(property, value, { isRequired: required.includes(property), context: inner })
  )
}

/** Describes a field or a parameter with its type, its limits and the fields that are in it. */
export function describeField(
  name: string,
  reference: Schema,
  { isRequired, context }: { isRequired: boolean; context: Context }
): Field {
  const schema = resolved(reference, context.schemas)
  const element = schema.items ?? reference
  const component = componentOf(element)
  const link = component === undefined ? undefined : linkOf(component, context)
  const target = resolved(element, context.schemas)
  return {
    name,
    type: typeOf(reference, context.schemas),
    isRequired,
    isNullable: isNullable(reference) || isNullable(schema),
    description: markValues(describe(reference, schema), context.schemas),
    limits: [...limitsOf(schema), ...(schema.items ? limitsOf(target).map((limit) => `each ${limit}`) : [])],
    values: link === undefined ? (target.enum ?? []).filter((value) => value !== null).map(String) : [],
    link,
    groups: link === undefined ? groupsOf(element, context) : []
  }
}

/** Descriptions of objects repeat their name, so only those of the field itself and of values are shown. */
function describe(reference: Schema, schema: Schema): string {
  const isObject = schema.properties !== undefined
  const text = reference.description ?? (isObject || schema.enum ? '' : schema.description)
  return text ?? ''
}

function linkOf(name: string, { sections, open }: Context): string | undefined {
  if (pages[name]) return pages[name]
  return sections.has(name) && !(open.length === 1 && open[0] === name) ? `#${objectAnchor(name)}` : undefined
}

/** Returns the anchor of the section of an object, such as `the-import-job-object`. */
export function objectAnchor(name: string): string {
  return `the-${inWords(name).replaceAll(' ', '-')}-object`
}

/** Returns the name of a component in words, such as `import job`. */
export function inWords(name: string): string {
  return name.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase()
}

function groupsOf(schema: Schema, context: Context): FieldGroup[] {
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0) {
    return alternatives.flatMap((alternative) => {
      const fields = fieldsOf(alternative, context)
      return fields.length > 0 ? [{ title: componentOf(alternative), fields }] : []
    })
  }
  const name = componentOf(schema)
  // A tree contains itself: its inner fields are those that are already shown around it.
  if (name !== undefined && context.open.includes(name)) return []
  const fields = fieldsOf(schema, context)
  return fields.length > 0 ? [{ title: undefined, fields }] : []
}

const formats: Record<string, string> = {
  uuid: 'UUID',
  'date-time': 'timestamp',
  date: 'date',
  uri: 'URL',
  email: 'email address',
  binary: 'file'
}

/** Returns the type in words, such as `array of strings` or `timestamp`. Null is not part of it. */
export function typeOf(reference: Schema, schemas: Schemas): string {
  const alternatives = alternativesOf(reference)
  if (alternatives.length > 0)
    return alternatives
      .map((alternative) => componentOf(alternative) ?? typeOf(alternative, schemas))
      .join(' or ')
  const schema = resolved(reference, schemas)
  const names = [schema.type ?? []].flat().filter((type) => type !== 'null')
  if (names.includes('array')) return schema.items ? arrayOf(typeOf(schema.items, schemas)) : 'array'
  if (names.length === 0) return schema.properties ? 'object' : 'any value'
  if (schema.format && names.includes('string')) return formats[schema.format] ?? 'string'
  return names.join(' or ')
}

function arrayOf(type: string): string {
  const plural = type.endsWith('s') ? `${type}es` : `${type}s`
  return `array of ${type.includes(' ') || type === 'any value' ? type : plural}`
}

/** Returns what the schema requires of a value besides its type. */
function limitsOf(schema: Schema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema
  return [
    rangeOf(minLength, maxLength, 'character'),
    rangeOf(minimum, maximum, ''),
    rangeOf(minItems, maxItems, 'entry'),
    pattern === undefined ? undefined : `matches \`${pattern}\``
  ].filter((limit) => limit !== undefined)
}

function rangeOf(min: number | undefined, max: number | undefined, unit: string): string | undefined {
  const number = (value: number) => value.toLocaleString('en-GB')
  const units = (value: number) => {
    if (unit === '') return ''
    if (value === 1) return ` ${unit}`
    return unit === 'entry' ? ' entries' : ` ${unit}s`
  }
  if (min !== undefined && max !== undefined) {
    if (min === max) return `exactly ${number(min)}${units(min)}`
    return `${number(min)} to ${number(max)}${units(max)}`
  }
  if (max !== undefined) return `at most ${number(max)}${units(max)}`
  if (min !== undefined) return `at least ${number(min)}${units(min)}`
  return undefined
}
