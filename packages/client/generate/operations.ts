import { type Document, type Method, pageList } from './document.ts'
import { queryName } from './resources.ts'

/** Returns the table that the client is built from at run time: a line of text for each operation. */
export function operationTable(document: Document, methods: Method[]): string {
  const tree: Record<string, Record<string, unknown>> = {}
  for (const method of methods) {
    const [first = '', second] = method.group.split('.')
    tree[first] ??= {}
    let group = tree[first]
    if (second) {
      group[second] ??= {}
      group = group[second] as Record<string, unknown>
    }
    group[method.name] = operationLine(document, methods, method)
  }
  return `export const operations = ${JSON.stringify(tree)} as const`
}

function operationLine(document: Document, methods: Method[], method: Method): string {
  const list = pageList(document, method.response?.anyOf?.[0] ?? method.response)
  const words = [method.method, method.path]
  if (queryName(method)) words.push('query')
  if (method.body) words.push(method.isForm ? `form=${fileField(method)}` : 'body')
  if (list) words.push(`pages=${list[0]}`)
  if (!method.response) words.push('file')
  if (hasHeader(method, 'Idempotency-Key')) words.push('key')
  if (hasHeader(method, 'If-Match')) words.push(`match=${readPath(methods, method)}`)
  return words.join(' ').replace(` match=${method.path}`, ' match')
}

/** The field of a form that holds a file or a list of files. */
function fileField({ body }: Method): string | undefined {
  const fields = Object.entries(body?.properties ?? {})
  return fields.find(([, { format, items }]) => (items?.format ?? format) === 'binary')?.[0]
}

function hasHeader(method: Method, name: string): boolean {
  return method.parameters.some((parameter) => parameter.in === 'header' && parameter.name === name)
}

/**
 * Returns the path of the resource whose ETag `If-Match` compares: the longest one that can be read and that
 * begins the path. It is the method's own path if there is none, as for members.
 */
function readPath(methods: Method[], { path }: Method): string {
  const logo = path.replace(/\/me\/logo$/, '/me/profile')
  const paths = methods
    .filter((read) => read.method === 'GET' && read.hasEtag && !read.response?.anyOf)
    .map((read) => read.path)
    .filter((read) => logo === read || (path.startsWith(`${read}/`) && !path.startsWith(`${read}/:`)))
  return paths.sort((a, b) => b.length - a.length)[0] ?? path
}
