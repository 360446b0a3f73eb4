import type { Sample } from '../code.ts'
import { type Operation, type OperationParameter, type Schemas, successOf } from './document.ts'
import { exampleOf, withValuesOf } from './example-values.ts'

/** Returns the shell command that calls an operation, with the example of the OpenAPI document. */
export function curlOf(operation: Operation): Sample {
  const { method, security, requestBody } = operation
  const flags = [
    ...(method === 'GET' || (method === 'POST' && requestBody) ? [] : [`-X ${method}`]),
    ...(security ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...cookieFlags(operation),
    ...bodyFlags(operation)
  ]
  const output = isBinary(operation) ? ['--output file'] : []
  return { language: 'sh', code: [`curl "${urlOf(operation)}"`, ...flags, ...output].join(' \\\n  ') }
}

/** `$API` is the base path of the API. Paths outside it begin with the address of the service. */
function urlOf(operation: Operation): string {
  const base = operation.path.startsWith('/api/v1/') ? '$API' : '$SERVICE'
  const path = operation.path.replace('/api/v1/', '/').replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = operation.parameters?.find(
      (candidate) => candidate.in === 'path' && candidate.name === name
    )
    return encodeURI(String(exampleOfParameter(parameter) ?? name))
  })
  const query = queryOf(operation).map(([name, value]) => {
    const entries = [value].flat().map((entry) => encodeURIComponent(String(entry)))
    return `${name}=${entries.join()}`
  })
  return `${base}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Stores the cookies as a browser does. `Origin` must be the address of the service. */
function cookieFlags(operation: Operation): string[] {
  if (!successOf(operation)?.response.headers?.['Set-Cookie']) return []
  return [`-H "Origin: \${API%/api/v1}"`, '-b cookies.txt -c cookies.txt']
}

/** Returns the example of a parameter. */
export function exampleOfParameter(parameter: OperationParameter | undefined): unknown {
  return parameter?.example ?? parameter?.schema.examples?.[0]
}

/** Returns the required parameters and the first optional one that has an example. */
export function queryOf({ parameters = [] }: Operation): [string, unknown][] {
  const query = parameters.filter(
    (parameter) => parameter.in === 'query' && exampleOfParameter(parameter) !== undefined
  )
  const optional = query.find(
    (parameter) => !parameter.required && !/^(after|before|since)$/.test(parameter.name)
  )
  return query
    .filter((parameter) => parameter.required || parameter === optional)
    .map((parameter) => [parameter.name, exampleOfParameter(parameter)])
}

function bodyFlags({ requestBody }: Operation): string[] {
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {})
  if (type === undefined || media?.example === undefined) return []
  if (type !== 'multipart/form-data') {
    return ['-H "Content-Type: application/json"', `-d ${quote(JSON.stringify(media.example, null, 2))}`]
  }
  return Object.entries(media.example as object).map(([name, value]) => {
    const isFile = media.schema?.properties?.[name]?.format === 'binary' || /^images?$|^file$/.test(name)
    return `-F ${quote(`${name}=${isFile ? '@' : ''}${typeof value === 'object' ? JSON.stringify(value) : value}`)}`
  })
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function isBinary(operation: Operation): boolean {
  const types = Object.keys(successOf(operation)?.response.content ?? {})
  return types.length > 0 && types.every((type) => !/json|text/.test(type))
}

/** Returns the example of the successful response, or undefined if the response isn't JSON. */
export function responseOf(operation: Operation, schemas: Schemas): Sample | undefined {
  const { content = {} } = successOf(operation)?.response ?? {}
  const { schema } = content['application/json'] ?? {}
  if (!schema) return undefined
  const example = withValuesOf(pathValuesOf(operation), exampleOf(schema, schemas))
  const body = operation.requestBody?.content['application/json']?.example
  return { language: 'json', code: JSON.stringify(withValuesOf(body, example), null, 2) }
}

function pathValuesOf({ parameters = [] }: Operation): object {
  const values = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => [parameter.name, exampleOfParameter(parameter)])
  return Object.fromEntries(values)
}
