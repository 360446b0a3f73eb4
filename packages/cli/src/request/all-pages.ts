import type { Purveyor } from '@purveyor/client'
import type { Context } from '../command.ts'
import type { CommandError } from '../errors.ts'
import { usageError } from '../options.ts'
import type { Request } from './read-request.ts'

type Page = { pageInfo?: { endCursor: string | null; hasNextPage: boolean } } & Record<string, unknown>

function rowsOf(page: Page): unknown[] {
  return Object.values(page).find(Array.isArray) ?? []
}

const withoutPages = (path: string): CommandError => usageError(`${path} has no pages. Leave out \`--all\`.`)

/** Reads a page. Only lists with pages have the parameter `first`. */
async function readPage(client: Purveyor, request: Request, signal: AbortSignal): Promise<Page> {
  const { path, query, headers } = request
  const { BadRequest } = await import('@purveyor/client')
  try {
    return (await client.request('GET', path, { query, headers, signal })) as Page
  } catch (error) {
    const isFirstUnknown =
      error instanceof BadRequest &&
      error.faults.some(({ parameter, code }) => parameter === 'first' && code === 'UNKNOWN_PARAMETER')
    throw isFirstUnknown ? withoutPages(path) : error
  }
}

/** Writes the rows of all pages of a list to stdout, each as a line of NDJSON. */
export async function showAllPages(
  { out, signal }: Context,
  client: Purveyor,
  request: Request
): Promise<void> {
  let query: Request['query'] = { first: ['100'], ...request.query }
  for (;;) {
    const page = await readPage(client, { ...request, query }, signal)
    if (!page?.pageInfo) throw withoutPages(request.path)
    for (const row of rowsOf(page)) await out.write(`${JSON.stringify(row)}\n`)
    const { hasNextPage, endCursor } = page.pageInfo
    if (!hasNextPage || endCursor === null) return
    query = { ...query, after: [endCursor] }
  }
}
