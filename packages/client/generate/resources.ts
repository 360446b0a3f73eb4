import { type Document, type Method, pageList, type Schema } from './document.ts'
import { comment, typeOf } from './types.ts'

/** Returns the interfaces of the groups of methods, and `GeneratedResources`, which holds the groups. */
export function resourceTypes(document: Document, methods: Method[]): string {
  const groups = Map.groupBy(methods, ({ group }) => group)
  const interfaces = [...groups].map(([group, members]) => {
    const texts = members.map((method) => signatures(document, method))
    return `${comment(`The methods of \`purveyor.${group}\`.`)}export interface ${resourceName(group)} {
      ${texts.join('\n\n')}\n}`
  })
  const tree: Record<string, string | Record<string, string>> = {}
  for (const group of groups.keys()) {
    const [first = '', second] = group.split('.')
    const parent = second ? ((tree[first] as Record<string, string> | undefined) ?? {}) : tree
    if (second) tree[first] = parent as Record<string, string>
    parent[second ?? first] = resourceName(group)
  }
  const fields = (node: typeof tree): string =>
    `{ ${Object.entries(node)
      .map(([name, type]) => `readonly ${name}: ${typeof type === 'string' ? type : fields(type)}`)
      .join('\n')} }`
  return [
    ...interfaces,
    `/** All groups of methods. */\nexport interface GeneratedResources ${fields(tree)}`
  ].join('\n\n')
}

function resourceName(group: string): string {
  return `${group.split('.').map(capitalize).join('')}Resource`
}

/** The declarations of a method. If the query parameter `view` selects the response, there are two. */
function signatures(document: Document, method: Method): string {
  const doc = comment(`${method.summary}. \`${method.method} ${method.path}\``)
  const [complete, rows] = method.response?.anyOf ?? [method.response]
  const text = `${doc}${signature(document, method, complete)}`
  if (!rows) return text
  return `${doc}${signature(document, method, rows, "{ view: 'row' }")}\n${text}`
}

function signature(document: Document, method: Method, response: Schema | undefined, view?: string): string {
  const parameters = pathArguments(method)
  if (method.body) parameters.push(`body: ${method.isForm ? formName(method) : typeOf(method.body)}`)
  const name = queryName(method)
  if (view) parameters.push(`query: ${name} & ${view}`)
  else if (name) parameters.push(`query?: ${name}`)
  parameters.push('options?: CallOptions')
  return `${method.name}(${parameters.join(', ')}): ${resultType(document, response)}`
}

function resultType(document: Document, response: Schema | undefined): string {
  if (!response) return 'Promise<Blob>'
  const list = pageList(document, response)
  if (!list) return `Promise<${typeOf(response)}>`
  return `Pages<${typeOf(list[1])}, ${typeOf(response)}>`
}

/** The arguments for the parameters of the path. An id is named after the segment before it: `product: Ref`. */
function pathArguments({ path }: Method): string[] {
  const segments = path.split('/')
  return segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return []
    const parameter = segment.slice(1)
    const resource = singular(segments[index - 1] ?? '')
    if (parameter === 'slug') return `${resource}: string | { readonly slug: string }`
    if (parameter === 'queue_id') return `${resource}: string | { readonly queue_id: string }`
    return /id$/i.test(parameter) ? `${resource}: Ref` : `${parameter}: string`
  })
}

function singular(segment: string): string {
  const name = segment.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return name.replace(/ies$/, 'y').replace(/s$/, '')
}

/** The name of the interface of the query; undefined if the operation has no query parameters. */
export function queryName({ method, operationId, parameters }: Method): string | undefined {
  const hasQuery = method === 'GET' && parameters.some((parameter) => parameter.in === 'query')
  return hasQuery ? `${capitalize(operationId)}Query` : undefined
}

export function formName({ operationId }: Method): string {
  return `${capitalize(operationId)}Form`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
