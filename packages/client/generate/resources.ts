import { type Document, type Method, pageList, type Schema } from './document.ts'
import { comment, querySchema, typeOf } from './types.ts'

/** Returns the interfaces of queries and forms. */
export function inputTypes(methods: Method[]): string {
  const inputs = methods.filter(({ isForm, query }) => isForm || query.length > 0)
  const types = inputs.map((input) => {
    const { isForm, group, name, body = {}, query } = input
    const text = typeOf(isForm ? body : querySchema(query))
    const doc = comment(`The ${isForm ? 'form' : 'query'} of \`purveyor.${group}.${name}\``)
    return `${doc}export interface ${inputName(input)} ${text}`
  })
  return types.join('\n\n')
}

/** Returns an interface for each group of methods, and `GeneratedResources` with all groups. */
export function resourceTypes(document: Document, methods: Method[]): string {
  const interfaces = [...Map.groupBy(methods, ({ group }) => group)].map(([group, members]) => {
    const texts = members.map((method) => signatures(document, method)).join('\n\n')
    return `${comment(`The methods of \`purveyor.${group}\``)}export interface ${resourceName(group)} {\n${texts}\n}`
  })
  const all = nested(methods, 'readonly ', ([first]) => resourceName(first?.group ?? ''))
  const resources = `${comment('All groups of methods')}export interface GeneratedResources ${all}`
  return [...interfaces, resources].join('\n\n')
}

/** Returns the table that the client is built from at run time: a line of text for each operation. */
export function operationTable(document: Document, methods: Method[]): string {
  const line = (method: Method) => `${method.name}: '${operationLine(document, method)}'`
  const table = nested(methods, '', (members) => `{ ${members.map(line).join(', ')} }`)
  return `export const operations = ${table} as const`
}

/** Writes the groups as a nested literal: `{ auth: …, platform: { orders: … } }`. */
function nested(methods: Method[], prefix: string, write: (of: Method[]) => string, depth = 0): string {
  const groups = Map.groupBy(methods, ({ group }) => group.split('.')[depth] ?? '')
  const entries = [...groups].map(([name, members]) => {
    const group = members[0]?.group ?? ''
    const isLeaf = group.split('.').length === depth + 1
    return `${prefix}${name}: ${isLeaf ? write(members) : nested(members, prefix, write, depth + 1)}`
  })
  return `{ ${entries.join(',\n')} }`
}

function operationLine(document: Document, method: Method): string {
  const { path, query, body, isForm, headers, response } = method
  const words = [method.method, path]
  const fields = Object.entries(body?.properties ?? {})
  const [file] = fields.find(([, { items, format }]) => (items?.format ?? format) === 'binary') ?? []
  const list = pageList(document, response?.anyOf?.[0] ?? response)
  // The resource whose ETag If-Match compares: a product for its images, a profile for its logo.
  const read = path.replace('/me/logo', '/me/profile').replace(/(\/:id)\/.*|\/(logo|order)$/, '$1')
  if (query.length > 0) words.push('query')
  if (body) words.push(isForm ? `form=${file}` : 'body')
  if (list) words.push(`pages=${list[0]}`)
  if (!response) words.push('file')
  if (headers.includes('Idempotency-Key')) words.push('key')
  // An object that is passed for the id has the ETag of another resource than a path below it that can be read.
  const isOwn = read !== path && document.paths[openApiPath(path)]?.get !== undefined
  if (headers.includes('If-Match') && !isOwn) words.push(`match=${read}`)
  return words.join(' ').replace(` match=${path}`, ' match')
}

function openApiPath(path: string): string {
  return `/api/v1${path.replaceAll(/:(\w+)/g, '{$1}')}`
}

/** The declarations of a method. If the query parameter `view` selects the response, there are two. */
function signatures(document: Document, method: Method): string {
  const doc = comment(`${method.summary}: \`${method.method} ${method.path}\``)
  const [complete, rows] = method.response?.anyOf ?? [method.response]
  const overload = rows ? `${doc}${signature(document, method, rows, "{ view: 'row' }")}\n` : ''
  return `${overload}${doc}${signature(document, method, complete)}`
}

function signature(document: Document, method: Method, response: Schema | undefined, view?: string): string {
  const parameters = pathArguments(method)
  if (method.body) parameters.push(`body: ${method.isForm ? inputName(method) : typeOf(method.body)}`)
  if (view) parameters.push(`query: ${inputName(method)} & ${view}`)
  else if (method.query.length > 0) {
    const isRequired = method.query.some(({ required }) => required)
    parameters.push(`query${isRequired ? '' : '?'}: ${inputName(method)}`)
  }
  const list = pageList(document, response)
  const result = response ? typeOf(response) : 'Blob'
  const returned = list ? `Pages<${typeOf(list[1])}, ${result}>` : `Promise<${result}>`
  return `${method.name}(${[...parameters, 'options?: CallOptions'].join(', ')}): ${returned}`
}

/** The arguments for the parameters of the path. An id is named after the segment before it: `product: Ref`. */
function pathArguments({ path }: Method): string[] {
  return path.split('/').flatMap((segment, index, segments) => {
    if (!segment.startsWith(':')) return []
    const [first, ...words] = (segments[index - 1] ?? '').replace(/ies$/, 'y').replace(/s$/, '').split('-')
    const resource = first + capitalize(...words)
    if (segment === ':slug') return `${resource}: string | { readonly slug: string }`
    if (segment === ':queue_id') return `${resource}: Ref | { readonly queue_id: string }`
    return /id$/i.test(segment) ? `${resource}: Ref` : `${segment.slice(1)}: string`
  })
}

function inputName({ operationId, isForm }: Method): string {
  return `${capitalize(operationId)}${isForm ? 'Form' : 'Query'}`
}

function resourceName(group: string): string {
  return `${capitalize(...group.split('.'))}Resource`
}

function capitalize(...words: string[]): string {
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
