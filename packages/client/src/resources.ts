import { formOf } from './body.ts'
import { etagOf } from './etag.ts'
import type { PageInfo } from './generated/schemas.ts'
import { type Operation, type OperationTable, parseOperation } from './operation.ts'
import { Pages } from './pages.ts'
import type { CallOptions, RequestOptions } from './types.ts'

/** Sends a request and returns the body of the response. */
export type Send = (
  method: string,
  path: string,
  options: RequestOptions,
  operation?: Operation
) => Promise<unknown>

/** Adds a method to `target` for each operation of the table, and an object for each group. */
export function addMethods(target: object, table: OperationTable, send: Send): void {
  for (const [name, entry] of Object.entries(table)) {
    const member = typeof entry === 'string' ? methodOf(parseOperation(entry), send) : {}
    if (typeof entry !== 'string') addMethods(member, entry, send)
    Object.defineProperty(target, name, { value: member, enumerable: true })
  }
}

/** Returns the method of an operation: path parameters, then the body or the query, then options. */
function methodOf(operation: Operation, send: Send): (...args: unknown[]) => unknown {
  const { method, hasQuery, hasBody, fileField, isFile, match, pages } = operation
  return (...args) => {
    const { path, read } = fillPath(operation.path, args)
    const input = hasQuery || hasBody ? (args.shift() as Record<string, unknown> | undefined) : undefined
    const options: RequestOptions = { ...(args.shift() as CallOptions | undefined) }
    if (isFile) options.as = 'blob'
    if (match) options.ifMatch ??= read
    if (hasBody) options.body = fileField ? formOf(input ?? {}, fileField) : input
    if (!pages) return send(method, path, { ...options, ...(hasQuery && { query: input }) }, operation)
    return new Pages<unknown, { pageInfo: PageInfo }>(
      async (cursor) => {
        const page = await send(method, path, { ...options, query: { ...input, ...cursor } }, operation)
        return page as { pageInfo: PageInfo }
      },
      pages,
      input?.last !== undefined || input?.before !== undefined
    )
  }
}

/** Takes the parameters of a path from the arguments. `read` is the first object among them with an ETag. */
function fillPath(template: string, args: unknown[]): { path: string; read: object | undefined } {
  let read: object | undefined
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => {
    const ref = args.shift()
    if (typeof ref === 'object' && ref && etagOf(ref)) read ??= ref
    const id = typeof ref === 'object' ? ((ref as Ids)?.[name] ?? (ref as Ids)?.id) : ref
    // As parts of a path, '.' and '..' would lead to another resource.
    if (typeof id === 'string' && !['', '.', '..'].includes(id)) return encodeURIComponent(id)
    throw new TypeError(`${template}: pass an id, or an object with an id, for the parameter ${name}.`)
  })
  return { path, read }
}

type Ids = Record<string, unknown> | null
