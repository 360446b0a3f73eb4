import type { RequestSchema } from '../src/http/body/find-faults.ts'
import { components } from '../src/http/schema.ts'
import { newId } from '../src/lib/ids.ts'

/**
 * A list or an object in the schema of a body, and its path in the body. In the path, `*` means any entry of
 * a list.
 */
export type Collection = { path: string[]; schema: RequestSchema }

/** The kinds of entries that a hostile body repeats in one of its lists or objects. */
export const fillings = ['empty', 'numbers', 'nulls', 'lists', 'valid', 'nested'] as const
export type Filling = (typeof fillings)[number]

/**
 * Returns every list and every object in the schema of a body. Objects are included because a client can send
 * any number of names in them.
 */
export function collectionsOf(schema: RequestSchema, path: string[] = []): Collection[] {
  const resolved = resolveRef(schema)
  if (resolved.items) return [{ path, schema: resolved }, ...collectionsOf(resolved.items, [...path, '*'])]
  if (!hasType(resolved, 'object')) return []
  const inner = Object.entries(resolved.properties ?? {}).flatMap(([name, property]) =>
    collectionsOf(property, [...path, name])
  )
  return [{ path, schema: resolved }, ...inner]
}

/**
 * Builds a JSON body whose list or object at `collection` has `count` entries, or fewer if `count` entries
 * don't fit into `maxBytes`. Returns the text of the body and the actual number of entries.
 */
export function hostileBody(
  schema: RequestSchema,
  { collection, filling, count, maxBytes }: Hostile
): { text: string; count: number } {
  const entry = JSON.stringify(entryOf(collection.schema, filling))
  const isList = collection.schema.items !== undefined
  const body = JSON.stringify(bodyWith(schema, collection.path, placeholder))
  const [before = '', after = ''] = body.split(`"${placeholder}"`)
  const entryBytes = Buffer.byteLength(entry) + (isList ? 1 : 10)
  const freeBytes = maxBytes - Buffer.byteLength(before + after) - 2
  const fitting = Math.min(count, Math.max(1, Math.floor(freeBytes / entryBytes)))
  const entries = Array.from({ length: fitting }, (_, index) => (isList ? entry : `"n${index}":${entry}`))
  const filled = isList ? `[${entries.join()}]` : `{${entries.join()}}`
  return { text: before + filled + after, count: fitting }
}

const placeholder = 'the list or map'
type Hostile = { collection: Collection; filling: Filling; count: number; maxBytes: number }

/** Builds a body with the value at the path. The rest of the body is valid. */
function bodyWith(schema: RequestSchema, path: string[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const resolved = resolveRef(schema)
  if (step === '*') return [bodyWith(resolved.items ?? {}, rest, value)]
  const valid = validValue(resolved) as Record<string, unknown>
  return { ...valid, [step]: bodyWith(resolved.properties?.[step] ?? {}, rest, value) }
}

function entryOf(schema: RequestSchema, filling: Filling): unknown {
  switch (filling) {
    case 'empty':
      return {}
    case 'numbers':
      return 1
    case 'nulls':
      return null
    case 'lists':
      return []
    case 'valid':
      return schema.items ? validValue(schema.items) : 'text'
    case 'nested':
      return schema.items ? nestedValue(schema.items) : { a: { b: [{}, [], 1] } }
  }
}

/** Builds one invalid entry of a list: an object whose own lists have ten invalid entries each. */
function nestedValue(schema: RequestSchema): unknown {
  const resolved = resolveRef(schema)
  const lists = Object.entries(resolved.properties ?? {}).filter(([, property]) => resolveRef(property).items)
  return Object.fromEntries([...lists.map(([name]) => [name, Array(10).fill({ x: 1 })]), ['unknown', 1]])
}

/** Builds a value that the schema accepts, with all required fields. */
function validValue(schema: RequestSchema): unknown {
  const resolved = resolveRef(schema)
  const [example] = (resolved as { examples?: unknown[] }).examples ?? []
  if (example !== undefined) return example
  if (resolved.enum) return resolved.enum[0]
  if (resolved.format === 'uuid') return newId()
  if (resolved.decimal) return '1.5'
  if (resolved.items)
    return Array.from({ length: resolved.minItems ?? 0 }, () => validValue(resolved.items ?? {}))
  if (hasType(resolved, 'object')) {
    const names = resolved.required ?? []
    return Object.fromEntries(names.map((name) => [name, validValue(resolved.properties?.[name] ?? {})]))
  }
  if (hasType(resolved, 'integer') || hasType(resolved, 'number')) return resolved.minimum ?? 1
  if (hasType(resolved, 'boolean')) return true
  return 'text'.padEnd(resolved.minLength ?? 4, 'x')
}

/** True if the schema allows values of the type. */
export function hasType({ type }: RequestSchema, name: string): boolean {
  return [type].flat().includes(name)
}

/** Returns the component that a schema refers to, or the schema itself if it isn't a reference. */
export function resolveRef(schema: RequestSchema): RequestSchema {
  return schema.$ref ? resolveRef(components.get(schema.$ref.replace(/#$/, '')) as RequestSchema) : schema
}

/** Wraps a value in a proxy that counts every read of a member at any depth. */
export function countReads(value: unknown): { value: unknown; reads: () => number } {
  let reads = 0
  const wrap = (target: unknown): unknown => {
    if (typeof target !== 'object' || target === null) return target
    return new Proxy(target, {
      get(object, name, receiver) {
        reads++
        return wrap(Reflect.get(object, name, receiver))
      },
      getOwnPropertyDescriptor(object, name) {
        reads++
        return Reflect.getOwnPropertyDescriptor(object, name)
      },
      has(object, name) {
        reads++
        return Reflect.has(object, name)
      }
    })
  }
  return { value: wrap(value), reads: () => reads }
}

/** Counts the values in a body: lists, objects and everything in them. */
export function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + countValues(inner), 1)
}
