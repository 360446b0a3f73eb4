import { parseNames } from './names.ts'

export interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type DocumentedOperation = {
  operationId: string
  summary: string
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

export interface Document {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, Record<string, DocumentedOperation>>
}

/** An operation with its group and its name in the client. */
export type Method = ReturnType<typeof describe> & { group: string; name: string }

/** Returns the operations in the order of the names. Throws if an operation has no name, or a name no operation. */
export function methodsOf(document: Document, names: string): Method[] {
  const operations = new Map<string, ReturnType<typeof describe>>()
  for (const [path, item] of Object.entries(document.paths))
    for (const [verb, found] of Object.entries(item))
      operations.set(found.operationId, describe(path, verb, found))
  const methods = parseNames(names).map(({ group, name, operationId }) => {
    const operation = operations.get(operationId)
    if (!operation || !operations.delete(operationId))
      throw new Error(`names.txt: there is no operation ${operationId}, or it has two names.`)
    return { ...operation, group, name }
  })
  if (operations.size > 0) throw new Error(`Add to names.txt: ${[...operations.keys()].join(', ')}`)
  return methods.filter(({ group }) => group !== 'none')
}

function describe(path: string, verb: string, operation: DocumentedOperation) {
  const { operationId, summary, parameters = [], requestBody, responses } = operation
  const content = requestBody?.content ?? {}
  return {
    operationId,
    summary,
    method: verb.toUpperCase(),
    path: path.replace('/api/v1', '').replaceAll(/\{(\w+)\}/g, ':$1'),
    // Of the operations with a body, the client doesn't send the query.
    query: requestBody ? [] : parameters.filter((parameter) => parameter.in === 'query'),
    headers: parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
    body: (content['application/json'] ?? content['multipart/form-data'])?.schema,
    isForm: 'multipart/form-data' in content,
    // Undefined if the response is a file.
    response: (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema
  }
}

/** Returns the list in a page with the schema of its items, or undefined if the response isn't a page. */
export function pageList(document: Document, response: Schema | undefined): [string, Schema] | undefined {
  const schema = response?.$ref ? document.components.schemas[response.$ref.replace(/.*\//, '')] : response
  if (!schema?.properties?.pageInfo) return undefined
  const [name, list] = Object.entries(schema.properties).find(([, { items }]) => items) ?? []
  return name && list?.items ? [name, list.items] : undefined
}
