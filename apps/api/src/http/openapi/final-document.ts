import { type Enumeration, enumerations } from '../../lib/enumerations.ts'
import type { OperationExample } from './operation-example.ts'

type Node = Record<string, unknown>
type Parameter = { in: string; name: string; example?: unknown }
type Operation = {
  operationId?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { example?: unknown }> }
  responses?: Record<string, { description?: string }>
}
type Document = {
  tags?: { name: string }[]
  paths?: object
  webhooks?: object
  components?: { schemas?: Record<string, unknown>; parameters?: object }
}
/** The requests that the service sends, and the components that describe them. */
export type WebhookDocument = { webhooks: Node; schemas: Node; parameters: Node }

/**
 * Returns the document with the examples and named enumerations, and without custom keywords and tags that no
 * operation uses. `examples` has the examples by operation id. `webhooks` is added if it is given.
 */
export function finalDocument<T extends Document>(
  document: T,
  examples: Record<string, OperationExample>,
  webhooks?: WebhookDocument
): T {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path) as Operation[])
  for (const operation of operations) addExample(operation, examples[operation.operationId ?? ''])
  const used = new Set(operations.flatMap(({ tags }) => tags))
  const names = new Set<string>()
  const rewritten = rewrite({ ...document, tags: document.tags?.filter(({ name }) => used.has(name)) }, names)
  const named = [...enumerations.values()].filter(({ name }) => names.has(name))
  addComponents(rewritten, componentsOf(named))
  addComponents(rewritten, webhooks?.schemas ?? {})
  if (!webhooks) return rewritten
  Object.assign(rewritten.components ?? {}, { parameters: webhooks.parameters })
  return { ...rewritten, webhooks: webhooks.webhooks }
}

/** The types of bodies that the example of an operation doesn't show: lines, and workbooks. */
const hasOtherExample = /ndjson|spreadsheet/

/** Adds the example of an operation to its parameters, its JSON or form body, and its success response. */
function addExample(operation: Operation, example: OperationExample = {}): void {
  const { path, query, body, response } = example
  for (const parameter of operation.parameters ?? []) {
    const values: Record<string, unknown> | undefined = { path, query }[parameter.in]
    if (values && Object.hasOwn(values, parameter.name)) parameter.example = values[parameter.name]
  }
  const { content = {} } = operation.requestBody ?? {}
  for (const [type, media] of Object.entries(content)) {
    if (body !== undefined && !hasOtherExample.test(type)) media.example = body
  }
  const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1]
  if (success && response !== undefined) success.description = response
}

function addComponents({ components }: Document, added: Node): void {
  const taken = Object.keys(added).find((name) => components?.schemas?.[name] !== undefined)
  if (taken !== undefined) throw new Error(`The document has two components with the name ${taken}.`)
  Object.assign(components?.schemas ?? {}, added)
}

function componentsOf(named: Enumeration[]): Node {
  return Object.fromEntries(
    named.map(({ name, description, values }) => [name, { type: 'string', enum: values, description }])
  )
}

/** Custom validation keywords, which aren't part of OpenAPI. */
const customKeywords = new Set(['trim', 'decimal', 'fieldHints', 'patternHint', 'maximumHint'])

/**
 * Returns a copy of a part of the document without custom keywords. Replaces the schema of a named
 * enumeration by a reference to the component, and adds the name to `names`.
 */
function rewrite<T>(node: T, names: Set<string>): T {
  if (Array.isArray(node)) return node.map((child) => rewrite(child, names)) as T
  if (node === null || typeof node !== 'object') return node
  const { enumeration, ...rest } = node as Node
  if (typeof enumeration === 'string') {
    names.add(enumeration)
    return reference(enumeration, rest) as T
  }
  const entries = Object.entries(node).filter(
    ([name, value]) => !(customKeywords.has(name) && isKeyword(name, value))
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, rewrite(value, names)])) as T
}

/** Returns a reference to a named enumeration, or to the enumeration or null if the schema allows null. */
function reference(name: string, { type, enum: _, ...annotations }: Node): Node {
  const $ref = `#/components/schemas/${name}`
  const isNullable = Array.isArray(type) && type.includes('null')
  return { ...(isNullable ? { anyOf: [{ $ref }, { type: 'null' }] } : { $ref }), ...annotations }
}

/**
 * Distinguishes a custom keyword from a property that has the same name as the keyword. True for a keyword.
 */
function isKeyword(name: string, value: unknown): boolean {
  if (name === 'trim') return value === true
  if (name === 'patternHint' || name === 'maximumHint') return typeof value === 'string'
  return typeof value === 'object'
}
