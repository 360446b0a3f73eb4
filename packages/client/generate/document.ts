import { names, omitted } from './names.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  schema: Schema
}

type Content = Record<string, { schema?: Schema }>

interface DocumentedOperation {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content; headers?: Record<string, unknown> }>
}

export interface Document {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, DocumentedOperation>>
}

/** An operation with its name in the client. `path` has parameters as `:id`, and no `/api/v1`. */
export interface Method {
  group: string
  name: string
  operationId: string
  summary: string
  method: string
  path: string
  parameters: Parameter[]
  body: Schema | undefined
  isForm: boolean
  /** The schema of the JSON response; undefined if the response is a file. */
  response: Schema | undefined
  hasEtag: boolean
}

/** Returns the operations in the order of `names`. Throws if an operation has no name, or a name no operation. */
export function methodsOf(document: Document): Method[] {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [operation.operationId, { path, method, operation }])
    )
  )
  for (const operationId of omitted) operations.delete(operationId)
  const methods = Object.entries(names).flatMap(([group, entries]) =>
    entries.split(/\s+/).map((entry) => {
      const [name = '', operationId = name] = entry.split('=')
      const found = operations.get(operationId)
      operations.delete(operationId)
      if (!found) throw new Error(`names.ts: the document has no further operation ${operationId}.`)
      return methodOf({ group, name, ...found })
    })
  )
  if (operations.size > 0) throw new Error(`Add to names.ts: ${[...operations.keys()].join(', ')}`)
  return methods
}

function methodOf(found: {
  group: string
  name: string
  path: string
  method: string
  operation: DocumentedOperation
}): Method {
  const { group, name, path, method, operation } = found
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const content = requestBody?.content ?? {}
  const success = responses['200'] ?? responses['201']
  return {
    group,
    name,
    operationId,
    summary,
    method: method.toUpperCase(),
    path: path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1'),
    parameters,
    body: (content['application/json'] ?? content['multipart/form-data'])?.schema,
    isForm: 'multipart/form-data' in content,
    response: success?.content?.['application/json']?.schema,
    hasEtag: responses['304'] !== undefined
  }
}

/** Follows a reference to a schema of the document. */
export function resolve(document: Document, schema: Schema | undefined): Schema | undefined {
  const name = schema?.$ref && refName(schema.$ref)
  return name ? document.components.schemas[name] : schema
}

export function refName(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** The list in a page of results, with the schema of its items; undefined if the response isn't a page. */
export function pageList(document: Document, schema: Schema | undefined): [string, Schema] | undefined {
  const properties = resolve(document, schema)?.properties
  if (!properties?.pageInfo) return undefined
  for (const [name, { items }] of Object.entries(properties)) if (items) return [name, items]
  return undefined
}
