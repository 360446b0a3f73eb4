import { operations } from './generated/operations.ts'

/** An operation of the API, parsed from its line in the table of operations. */
export interface Operation {
  method: string
  /** The path with parameters as `:id`. */
  path: string
  hasQuery: boolean
  hasBody: boolean
  /** The field with the files, if the body is a form. */
  fileField: string | undefined
  /** True if the response is a file. */
  isFile: boolean
  /** The name of the list in a page; undefined if the response isn't a page. */
  pages: string | undefined
  /** True if the operation accepts an Idempotency-Key. */
  hasKey: boolean
  /** The path of the resource whose ETag the operation accepts as If-Match; undefined if it accepts none. */
  match: string | undefined
}

/** Parses a line of the table, such as `PATCH /vendor/products/:id body key match`. */
export function parseOperation(line: string): Operation {
  const [method = '', path = '', ...words] = line.split(' ')
  const flags = new Map(words.map((word) => word.split('=') as [string, string | undefined]))
  return {
    method,
    path,
    hasQuery: flags.has('query'),
    hasBody: flags.has('body') || flags.has('form'),
    fileField: flags.get('form'),
    isFile: flags.has('file'),
    pages: flags.get('pages'),
    hasKey: flags.has('key'),
    match: flags.has('match') ? (flags.get('match') ?? path) : undefined
  }
}

/** A tree of groups of lines, as in the table of operations. */
export interface OperationTable {
  readonly [name: string]: string | OperationTable
}

let lines: string[] | undefined

/** Finds the operation of a method and a path. Of two that match, the one with fewer parameters wins. */
export function findOperation(method: string, path: string): Operation | undefined {
  lines ??= linesOf(operations)
  const line = lines
    .filter((candidate) => {
      const [verb, template = ''] = candidate.split(' ')
      return verb === method && new RegExp(`^${template.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)
    })
    .sort((a, b) => a.split('/:').length - b.split('/:').length)[0]
  return line === undefined ? undefined : parseOperation(line)
}

function linesOf(table: OperationTable): string[] {
  return Object.values(table).flatMap((entry) => (typeof entry === 'string' ? [entry] : linesOf(entry)))
}
