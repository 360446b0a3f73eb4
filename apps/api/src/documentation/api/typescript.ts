import type { Sample } from '../code.ts'
import { clientMethodOf } from './client-methods.ts'
import { alternativesOf, componentOf, type Operation, resolved, type Schemas, successOf } from './document.ts'
import { Expression, literalOf } from './literals.ts'
import { exampleOfParameter, queryOf } from './samples.ts'

/**
 * Returns the call of an operation with the TypeScript client, or undefined if the client has no method for it.
 */
export function typescriptOf(operation: Operation, schemas: Schemas): Sample | undefined {
  if (operation.operationId === 'bulkUploadProducts') return uploadSample(operation)
  const method = clientMethodOf(operation)
  if (method === undefined) return undefined
  const values = argumentsOf(operation)
  const call = `purveyor.${method}(${listOf(values)})`
  const needsFile = values.some((value) => JSON.stringify(value)?.includes('openAsBlob'))
  const head = needsFile ? "import { openAsBlob } from 'node:fs'\n\n" : ''
  return { language: 'ts', code: head + statementOf(operation, schemas, call) }
}

/** Returns the arguments, on lines of their own if they are long. */
function listOf(values: unknown[]): string {
  const line = values.map((value) => literalOf(value)).join(', ')
  if (line.includes('\n') || line.length <= 58 || values.length === 1) return line
  return `\n${values.map((value) => `  ${literalOf(value, '  ')}`).join(',\n')}\n`
}

/** Path parameters in order, then the body or the query. */
function argumentsOf(operation: Operation): unknown[] {
  const { parameters = [] } = operation
  const path = parameters.filter((parameter) => parameter.in === 'path').map(exampleOfParameter)
  const query = Object.fromEntries(queryOf(operation))
  const body = bodyOf(operation)
  return [...path, ...(body === undefined ? [] : [body]), ...(Object.keys(query).length > 0 ? [query] : [])]
}

function bodyOf({ requestBody }: Operation): unknown {
  const { content = {} } = requestBody ?? {}
  const form = content['multipart/form-data']
  if (!form) return content['application/json']?.example
  const entries = Object.entries((form.example ?? {}) as object).map(([name, value]) => {
    if (name === 'file') return [name, fileOf(value)]
    return [name, name === 'images' ? [value].flat().map(fileOf) : value]
  })
  return Object.fromEntries(entries)
}

function fileOf(name: unknown): Expression {
  return new Expression(`await openAsBlob(${literalOf(String(name))})`)
}

function statementOf(operation: Operation, schemas: Schemas, call: string): string {
  const { content = {} } = successOf(operation)?.response ?? {}
  const { schema } = content['application/json'] ?? {}
  if (!schema) return `const ${Object.keys(content).length > 0 ? 'file' : 'result'} = await ${call}`
  const [alternative = schema] = alternativesOf(schema)
  const name = componentOf(alternative) ?? ''
  const { properties = {} } = resolved(alternative, schemas)
  if ('pageInfo' in properties) return loopOf(properties, call)
  const [only, ...others] = Object.keys(properties)
  if (only !== undefined && others.length === 0 && properties[only]?.items)
    return `const { ${only} } = await ${call}`
  if (name === 'Deleted' || name === '') return `await ${call}`
  return `const ${variableOf(name)} = await ${call}`
}

function loopOf(properties: Record<string, { items?: unknown }>, call: string): string {
  const list = Object.keys(properties).find((field) => properties[field]?.items) ?? 'items'
  const variable = list === 'history' ? 'entry' : list.replace(/ies$/, 'y').replace(/s$/, '')
  return `for await (const ${variable} of ${call}) {\n  console.log(${variable})\n}`
}

function variableOf(component: string): string {
  const word = /(?:Results|Answer|Application)$/.exec(component)?.[0] ?? component
  const short = word.replace(/^(?:Platform|Storefront)(?=[A-Z])/, '')
  return `${short[0]?.toLowerCase() ?? ''}${short.slice(1)}`
}

/** Uploads have a method of their own, which streams items and returns the job. */
function uploadSample({ requestBody }: Operation): Sample {
  const example = requestBody?.content['application/json']?.example as {
    items?: unknown[]
    on_existing?: unknown
  }
  const options = literalOf({ onExisting: example?.on_existing ?? 'fail' })
  const code = `const items = ${literalOf(example?.items ?? [])}

const job = await purveyor.products.upload(items, ${options})
const result = await job.finished()`
  return { language: 'ts', code }
}
