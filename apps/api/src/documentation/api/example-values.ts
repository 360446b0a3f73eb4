import { isRecord } from '../../lib/shape.ts'
import { anchorOfHeading } from '../slugs.ts'
import { alternativesOf, componentOf, resolved, type Schema, type Schemas } from './document.ts'

const id = '01990cdf-8800-7056-80e1-65ff0b610a5b'
const formats: Record<string, string> = {
  uuid: id,
  'date-time': '2026-03-01T09:30:00.000Z',
  date: '2026-03-01',
  uri: 'https://assets.example/assets/file.pdf'
}

/** Values of text fields whose schemas have no examples. */
const texts: Record<string, string> = {
  access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9…',
  refresh_token: 'prt_9sJ2…',
  token: 'pvt_4Yb1…',
  requestId: '01990cdf-8800-7b3e-9d41-2f6a0e5c7d18',
  cursor: 'eyJpZCI6IjAxOTkwY2RmIn0',
  startCursor: 'eyJpZCI6IjAxOTkwY2RmIn0',
  endCursor: 'eyJpZCI6IjAxOTkwZDAxIn0',
  code: 'REQUIRED',
  message: 'is required',
  name: 'Hex bolt M8',
  title: 'Data sheet',
  sku: 'HB-M8',
  role: 'EDITOR',
  shortDescription: 'Fully threaded, zinc-plated.',
  description: '<p>Fully threaded hex bolt.</p>',
  note: 'Leave at the gate.',
  customerNote: 'Leave at the gate.',
  created_by: 'Olivia Harbor',
  imageUrl: 'https://assets.example/assets/categories/bolts.webp',
  url: 'https://assets.example/assets/products/bolt.webp',
  document: 'https://assets.example/assets/documents/data-sheet.pdf'
}

/** Returns an example of a response: an object with the examples of its fields, arrays with one entry. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  return build(schema, { schemas, name: '', open: [] })
}

/** What surrounds a value: the name of its field, and the components that contain it. */
type Surroundings = { schemas: Schemas; name: string; open: readonly string[] }

function build(reference: Schema, around: Surroundings): unknown {
  const [first] = alternativesOf(reference)
  if (first) return build(first, around)
  const component = componentOf(reference)
  if (component !== undefined && around.open.includes(component)) return undefined
  const open = component === undefined ? around.open : [...around.open, component]
  const schema = resolved(reference, around.schemas)
  if (schema.examples && schema.examples.length > 0) return schema.examples[0]
  if (schema.enum) return schema.enum[0]
  const types = [schema.type ?? []].flat()
  if (types.includes('array')) return buildArray(schema, { ...around, open })
  if (schema.properties) return buildObject(schema, { ...around, open })
  return buildValue(schema, types, around.name)
}

function buildArray({ items }: Schema, around: Surroundings): unknown[] {
  const entry = items && build(items, around)
  return entry === undefined ? [] : [entry]
}

/** Optional fields are left out: the page lists them. */
function buildObject({ properties = {}, required }: Schema, around: Surroundings): object {
  const entries = Object.entries(properties)
    .filter(([name]) => required === undefined || required.includes(name))
    .map(([name, schema]) => [name, build(schema, { ...around, name })])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function buildValue(schema: Schema, types: string[], name: string): unknown {
  const isNullable = types.includes('null')
  if (types.includes('string')) {
    const text = formats[schema.format ?? ''] ?? texts[name]
    return text ?? (isNullable ? null : 'text')
  }
  if (types.includes('integer') || types.includes('number')) return Math.max(schema.minimum ?? 0, 1)
  if (types.includes('boolean')) return /^(is[A-Z]|hasNextPage)/.test(name)
  return isNullable ? null : {}
}

/**
 * Returns the example of a response with the values of the request where both have the same field with the
 * same type, so that the two examples belong together.
 */
export function withValuesOf(request: unknown, response: unknown): unknown {
  if (!isRecord(request) || !isRecord(response)) return response
  const entries = Object.entries(response).map(([name, value]) => {
    const sent = request[name]
    const isSame = sent !== null && typeof sent === typeof value && typeof sent !== 'object'
    if (name === 'slug' && typeof request.name === 'string') return [name, anchorOfHeading(request.name)]
    return [name, isSame ? sent : value]
  })
  return Object.fromEntries(entries)
}
