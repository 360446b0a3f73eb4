import {
  type AttributeDefinition,
  attributeFieldName,
  attributeFields,
  statedCode
} from './attribute-fields.ts'
import { type FileMode, fieldsOf } from './field-sets.ts'
import { type Field, headerKey } from './fields.ts'
import { type CatalogMap, type GuessedMapping, guessMapping } from './mapping.ts'

/** A column that has the name of several attributes, with their codes. */
export type AmbiguousColumn = { column: string; codes: string[] }

/** How the columns of a file become fields, with columns for attributes. */
export type FileMapping = GuessedMapping & {
  /** The fields that the file can set. */
  known: readonly Field[]
  /** Columns that are not used because it isn't clear which attribute they have. */
  ambiguous: AmbiguousColumn[]
}

type Known = { mode: FileMode; definitions: readonly AttributeDefinition[] }

/**
 * Maps columns to fields and attributes: first as `map` says, then by their names. The column of an attribute has the name
 * of the attribute, with its unit in parentheses, or states its code: `attributes.voltage`, `Voltage [voltage]`, or `voltage`
 * if this isn't the name of a field. In the map, the field is `attributes.voltage`. The form `attributes.voltage` is accepted
 * for attributes without a definition too.
 */
export function mapFileColumns(
  names: readonly string[],
  map: CatalogMap,
  { mode, definitions }: Known
): FileMapping {
  const attributes = attributeFields(definitions)
  const given = {
    ...map,
    columns: renamed(map.columns, fieldOfTarget),
    constants: namedConstants(map.constants)
  }
  const stated = columnsByCode(names, { mode, definitions })
  const columns = { ...stated, ...given.columns }
  const defined = new Set(definitions.map(({ code }) => attributeFieldName(code)))
  const used = [...Object.values(columns), ...Object.keys(given.constants)]
  const free = [...new Set(used)].flatMap((field) => {
    const code = field === null || defined.has(field) ? undefined : codeOfField(field)
    return code === undefined ? [] : [undefinedAttribute(code)]
  })
  const known = knownFields(mode, [...attributes.fields, ...free])
  const guessed = guessMapping(names, { ...given, columns }, known)
  // The map has only what was given, because it is also that of other files.
  const mapping = { ...guessed.mapping, map: given }
  const chosen = new Set(Object.keys(map.columns).map(headerKey))
  const ambiguous = mapping.columns.flatMap(({ column, field }) => {
    const key = headerKey(column)
    const codes = field === null && !chosen.has(key) ? attributes.ambiguous.get(key) : undefined
    return codes ? [{ column, codes }] : []
  })
  return { ...guessed, mapping, known, ambiguous }
}

/** Returns the attributes that the columns and constants of a file set. */
export function usedAttributes({
  mapping,
  known
}: Pick<FileMapping, 'mapping' | 'known'>): AttributeDefinition[] {
  const used = new Set([...mapping.columns.map(({ field }) => field), ...Object.keys(mapping.map.constants)])
  return known.flatMap(({ name, attribute }) => (attribute && used.has(name) ? [attribute] : []))
}

/** Columns that are named like a field of the product have that field. Attributes without a definition come last. */
function knownFields(mode: FileMode, attributes: readonly Field[]): Field[] {
  const isFree = ({ kind }: Field) => kind === 'attribute'
  const fields = fieldsOf(mode)
  return [...fields.filter((field) => !isFree(field)), ...attributes, ...fields.filter(isFree)]
}

/** Returns the fields of the columns that are named after the code of an attribute. */
function columnsByCode(names: readonly string[], { mode, definitions }: Known): Record<string, string> {
  const none = { columns: {}, categories: {}, constants: {} }
  const guessed = guessMapping(names, none, fieldsOf(mode)).mapping.columns
  const codes = new Map(definitions.map(({ code }) => [code.toLowerCase(), code]))
  const found: Record<string, string> = {}
  for (const { column, field } of guessed) {
    const isOpen = field === null || field === 'attribute'
    const stated = statedCode(column)
    const code = codes.get((stated ?? (isOpen ? column : '')).toLowerCase())
    if (code !== undefined) found[column] = attributeFieldName(code)
    else if (stated !== undefined && isPath(column)) found[column] = attributeFieldName(stated)
  }
  return found
}

function isPath(text: string): boolean {
  return /^attributes[./]/i.test(text)
}

function codeOfField(field: string): string | undefined {
  return field.startsWith(attributeFieldName('')) ? field.slice(attributeFieldName('').length) : undefined
}

function fieldOfTarget(target: string): string {
  const code = isPath(target) ? statedCode(target) : undefined
  return code === undefined ? target : attributeFieldName(code)
}

function renamed(columns: CatalogMap['columns'], rename: (field: string) => string): CatalogMap['columns'] {
  return Object.fromEntries(
    Object.entries(columns).map(([column, field]) => [column, field === null ? null : rename(field)])
  )
}

function namedConstants(constants: CatalogMap['constants']): CatalogMap['constants'] {
  return Object.fromEntries(Object.entries(constants).map(([field, value]) => [fieldOfTarget(field), value]))
}

function undefinedAttribute(code: string): Field {
  return {
    ...{ name: attributeFieldName(code), kind: 'text', names: [] },
    attribute: { code, name: code, type: 'TEXT', unit: null, level: 'VARIANT', options: [] }
  }
}
