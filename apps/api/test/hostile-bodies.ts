import type { RequestSchema } from '../src/http/find-faults.ts'
import { components } from '../src/http/schema.ts'
import { newId } from '../src/lib/ids.ts'

/** A list or map of a body: the steps that lead to it (`*` stands for the entries of a list) and its schema. */
export type Collection = { path: string[]; schema: RequestSchema }

/** What a hostile list or map is filled with. */
export const fillings = ['empty', 'numbers', 'nulls', 'lists', 'valid', 'nested'] as const
export type Filling = (typeof fillings)[number]

/** Every list of a body, and every object (a map that may be given any names). */
export function collectionsOf(schema: RequestSchema, path: string[] = []): Collection[] {
  const own = resolved(schema)
  if (own.items) return [{ path, schema: own }, ...collectionsOf(own.items, [...path, '*'])]
  if (!hasType(own, 'object')) return []
  const inner = Object.entries(own.properties ?? {}).flatMap(([name, property]) =>
    collectionsOf(property, [...path, name])
  )
  return [{ path, schema: own }, ...inner]
}

/** A body as JSON with this list or map filled with up to `count` entries, as many as `maxBytes` hold. */
export function hostileBody(
  schema: RequestSchema,
  { collection, filling, count, maxBytes }: Hostile
): { text: string; count: number } {
  const entry = JSON.stringify(entryOf(collection.schema, filling))
  const isList = collection.schema.items !== undefined
  const [before = '', after = ''] = JSON.stringify(around(schema, collection.path, hole)).split(`"${hole}"`)
  const entryBytes = Buffer.byteLength(entry) + (isList ? 1 : 10)
  const room = maxBytes - Buffer.byteLength(before + after) - 2
  const fitting = Math.min(count, Math.max(1, Math.floor(room / entryBytes)))
  const entries = Array.from({ length: fitting }, (_, index) => (isList ? entry : `"n${index}":${entry}`))
  const filled = isList ? `[${entries.join()}]` : `{${entries.join()}}`
  return { text: before + filled + after, count: fitting }
}

const hole = 'what is filled'
type Hostile = { collection: Collection; filling: Filling; count: number; maxBytes: number }

/** A valid body, but for the value at the path. */
function around(schema: RequestSchema, path: string[], value: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return value
  const own = resolved(schema)
  if (step === '*') return [around(own.items ?? {}, rest, value)]
  const valid = validValue(own) as Record<string, unknown>
  return { ...valid, [step]: around(own.properties?.[step] ?? {}, rest, value) }
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

/** An object with ten faulty entries in each of its own lists. */
function nestedValue(schema: RequestSchema): unknown {
  const own = resolved(schema)
  const lists = Object.entries(own.properties ?? {}).filter(([, property]) => resolved(property).items)
  return Object.fromEntries([...lists.map(([name]) => [name, Array(10).fill({ x: 1 })]), ['unknown', 1]])
}

/** A value that the schema accepts, with every field that is required. */
function validValue(schema: RequestSchema): unknown {
  const own = resolved(schema)
  const [example] = (own as { examples?: unknown[] }).examples ?? []
  if (example !== undefined) return example
  if (own.enum) return own.enum[0]
  if (own.format === 'uuid') return newId()
  if (own.decimal) return '1.5'
  if (own.items) return Array.from({ length: own.minItems ?? 0 }, () => validValue(own.items ?? {}))
  if (hasType(own, 'object')) {
    const names = own.required ?? []
    return Object.fromEntries(names.map((name) => [name, validValue(own.properties?.[name] ?? {})]))
  }
  if (hasType(own, 'integer') || hasType(own, 'number')) return own.minimum ?? 1
  if (hasType(own, 'boolean')) return true
  return 'text'.padEnd(own.minLength ?? 4, 'x')
}

export function hasType({ type }: RequestSchema, name: string): boolean {
  return [type].flat().includes(name)
}

export function resolved(schema: RequestSchema): RequestSchema {
  return schema.$ref ? resolved(components.get(schema.$ref.replace(/#$/, '')) as RequestSchema) : schema
}

/** The value behind a proxy that counts every read of a member in it, however deep. */
export function counting(value: unknown): { value: unknown; reads: () => number } {
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

/** How many values a body holds: lists, objects and what is in them. */
export function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, inner) => sum + sizeOf(inner), 1)
}
