import type { Purveyor } from '@purveyor/client'
import type { Context } from '../command.ts'
import { usageError } from '../options.ts'
import type { Request } from './read-request.ts'

type Page = { pageInfo?: { endCursor: string | null; hasNextPage: boolean } } & Record<string, unknown>

function rowsOf(page: Page): unknown[] {
  return Object.values(page).find(Array.isArray) ?? []
}

/** Writes the rows of all pages of a list to stdout, each as a line of NDJSON. */
export async function showAllPages(context: Context, client: Purveyor, request: Request): Promise<void> {
  const { path, headers } = request
  let query: Request['query'] = { first: ['100'], ...request.query }
  for (;;) {
    const page = (await client.request('GET', path, { query, headers, signal: context.signal })) as Page
    if (!page?.pageInfo) throw usageError(`${path} has no pages. Leave out \`--all\`.`)
    for (const row of rowsOf(page)) await context.out.write(`${JSON.stringify(row)}\n`)
    const { hasNextPage, endCursor } = page.pageInfo
    if (!hasNextPage || endCursor === null) return
    query = { ...query, after: [endCursor] }
  }
}
