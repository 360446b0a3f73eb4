import { components } from '../../../http/schema.ts'
import { isRecord } from '../../../lib/shape.ts'
import { NewProduct, NewVariant } from '../product-input.ts'
import type { EffectiveAttributes } from './definitions.ts'
import type { MapSchema } from './value-schema.ts'

type Schema = Record<string, unknown>

/** Keywords by which the service checks or words faults, and which other validators don't know. */
const ownKeywords = new Set([
  ...['trim', 'decimal', 'fieldHints', 'patternHint', 'maximumHint', 'enumeration', '$id', 'example']
])

/**
 * Returns the JSON Schema (2020-12) of a new product in a category: the body of `POST /vendor/products` with the attributes
 * that the category requires or knows. The maps of attributes are checked by these very schemas.
 */
export function productSchema(
  { id, name }: { id: string; name: string },
  { schemas }: EffectiveAttributes
): Schema {
  const definitions: Record<string, Schema> = {}
  const product = published(NewProduct, definitions)
  const variant = withAttributes(published(NewVariant, definitions), schemas.VARIANT.complete)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:purveyor:categories:${id}`,
    title: name,
    ...withAttributes(product, schemas.PRODUCT.complete),
    $defs: { ...definitions, [NewVariant.$id]: variant }
  }
}

/** Returns the schema of an object with a map of attributes. The map is required if one of the attributes is. */
function withAttributes({ properties, required, ...schema }: Schema, map: MapSchema): Schema {
  const isRequired = (map.required ?? []).length > 0
  const { description } = (properties as Record<string, Schema>).attributes ?? {}
  return {
    ...schema,
    required: [...((required as string[] | undefined) ?? []), ...(isRequired ? ['attributes'] : [])],
    properties: {
      ...(properties as Schema),
      attributes: { description, ...map, type: isRequired ? 'object' : ['object', 'null'] }
    }
  }
}

/** Returns a copy of a schema without our own keywords. Adds the components to which it refers to `definitions`. */
function published(schema: unknown, definitions: Record<string, Schema>): Schema {
  return rewritten(schema, definitions) as Schema
}

function rewritten(node: unknown, definitions: Record<string, Schema>): unknown {
  if (Array.isArray(node)) return node.map((entry) => rewritten(entry, definitions))
  if (!isRecord(node)) return node
  if (typeof node.$ref === 'string') return referenceTo(node.$ref.replace(/#$/, ''), definitions)
  const { properties, ...others } = node
  const entries = Object.entries(others).filter(([name]) => !ownKeywords.has(name))
  return {
    ...Object.fromEntries(entries.map(([name, value]) => [name, rewritten(value, definitions)])),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, value]) => [name, rewritten(value, definitions)])
      )
    })
  }
}

function referenceTo(name: string, definitions: Record<string, Schema>): Schema {
  if (!(name in definitions)) {
    definitions[name] = {}
    definitions[name] = published(components.get(name), definitions)
  }
  return { $ref: `#/$defs/${name}` }
}
