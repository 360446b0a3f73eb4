import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import type { Page, PageRow } from '../db/lists.ts'
import { type Fault, invalid } from '../errors.ts'
import type { SigningSecret } from '../lib/secrets.ts'
import { type Cursors, cursorsFor } from './cursor.ts'
import { parameterFault } from './faults.ts'
import { named, ref } from './schema.ts'
import { withComparableTimestamps } from './timestamps.ts'

/** The maximum size of a page, except of a page of compact rows and of catalog changes. */
export const maxPageSize = 100

/** The position of a page in its list (contract 4.9). The cursors of an empty page are null. */
const PageInfo = named(
  'PageInfo',
  Type.Object({
    startCursor: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The cursor of the first row, or null if the page is empty'
    }),
    endCursor: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The cursor of the last row, or null if the page is empty'
    }),
    hasNextPage: Type.Boolean({ description: 'True if rows follow this page' }),
    hasPreviousPage: Type.Boolean({ description: 'True if rows precede this page' })
  }),
  'The cursors of a page, and whether the list has further pages'
)

/** The property of a page that contains the number of rows in the whole list. */
export const counted = {
  estimatedTotalCount: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The number of rows that match the filters'
  })
}

/** Returns the schema of a page: its rows under `name`, its `pageInfo`, and the members of `more`. */
export function pageSchema<
  N extends string,
  T extends TSchema & { $id: string },
  M extends TProperties = typeof counted
>(id: string, name: N, row: T, more = counted as TProperties as M) {
  const rows = { [name]: Type.Array(ref(row)) } as Record<string, unknown> as Record<N, TUnsafe<Static<T>[]>>
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return named(id, Type.Object({ ...rows, pageInfo: ref(PageInfo), ...more }), `A page of ${words}`)
}

type PageSizes = {
  defaultSize?: number
  maxSize?: number
  /** The maximum in words, if it depends on other parameters. `maxSize` is then the largest one. */
  maxText?: string
}

/** Returns the schema of a list's query: the paging parameters (contract 4.9) and the filters of the list. */
export function pagingQuery<P extends TProperties>(
  filters: P,
  { defaultSize = 24, maxSize = maxPageSize, maxText }: PageSizes = {}
) {
  const size = {
    minimum: 1,
    maximum: maxSize,
    ...(maxText !== undefined && { maximumHint: `at most ${maxText}` })
  }
  const max = maxText ?? maxSize
  return Type.Object(
    {
      first: Type.Optional(
        Type.Integer({
          ...size,
          description: `The page size when paging forward. The default is ${defaultSize}, the maximum is ${max}.`
        })
      ),
      after: Type.Optional(
        Type.String({ description: 'The endCursor of the previous page, to get the next page' })
      ),
      last: Type.Optional(
        Type.Integer({
          ...size,
          description: `The page size when paging backward. The maximum is ${max}.`
        })
      ),
      before: Type.Optional(
        Type.String({ description: 'The startCursor of the next page, to get the previous page' })
      ),
      ...filters
    },
    { additionalProperties: false }
  )
}

export type PagingParameters = { first?: number; after?: string; last?: number; before?: string }

/** Reads the paging parameters. Throws a 400 if they contradict each other (contract 4.9). */
export function readPage(query: PagingParameters, cursors: Cursors, defaultSize = 24): Page {
  const { first, after, last, before } = query
  const faults: Fault[] = []
  const exclude = (name: string, other: string, both: boolean) => {
    if (both) faults.push(parameterFault(name, 'NOT_TOGETHER', `must not be sent together with ${other}`))
  }
  exclude('after', 'before', after !== undefined && before !== undefined)
  exclude('after', 'last', after !== undefined && last !== undefined)
  exclude('before', 'first', before !== undefined && first !== undefined)
  exclude('first', 'last', first !== undefined && last !== undefined)
  if (faults.length > 0) throw invalid(faults)
  const backward = last !== undefined || before !== undefined
  const cursor = backward ? before : after
  return {
    limit: first ?? last ?? defaultSize,
    backward,
    key: cursor === undefined ? undefined : cursors.read(cursor)
  }
}

/**
 * Returns the filters of a list's query without the paging parameters, sorted by name. Timestamps are
 * converted to the form that they have in rows. Undefined filters are left out.
 */
export function readFilters<Q extends PagingParameters>(query: Q): Omit<Q, keyof PagingParameters> {
  const { first, after, last, before, ...filters } = query
  const sent = Object.entries(withComparableTimestamps(filters)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(sent.sort(([a], [b]) => (a < b ? -1 : 1))) as Omit<Q, keyof PagingParameters>
}

/**
 * Returns a page as JSON text: the rows under `name`, `pageInfo`, and the counts. `rows` are the rows that
 * the list query returned, in the order of the query. If `rows` has one row more than the limit, the list has
 * a further page, and this last row is left out.
 */
export function pageText(
  name: string,
  { rows, total, counts, position }: Listed,
  { page, cursors }: { page: Page; cursors: Cursors }
): string {
  const shown = rows.slice(0, page.limit)
  const hasMore = rows.length > page.limit
  if (page.backward) shown.reverse()
  const [first, last] = [shown[0], shown.at(-1)]
  const pageInfo: Static<typeof PageInfo> = {
    startCursor: first ? cursors.write(first.key) : null,
    endCursor: last ? cursors.write(last.key) : position ? cursors.write(position) : null,
    hasNextPage: page.backward ? page.key !== undefined : hasMore,
    hasPreviousPage: page.backward ? hasMore : page.key !== undefined
  }
  const members = [
    `"${name}":[${shown.map((row) => row.json).join(',')}]`,
    `"pageInfo":${JSON.stringify(pageInfo)}`
  ]
  if (total !== undefined) members.push(`"estimatedTotalCount":${total}`)
  if (counts !== undefined) members.push(`"counts":${JSON.stringify(counts)}`)
  return `{${members.join(',')}}`
}

/**
 * The result of a list query. `total` is the number of rows in the list. `counts` has the number of rows of
 * each kind, for lists with several kinds of rows. `position` is the key after which the page begins. If it
 * is set, an empty page has an `endCursor` too.
 */
export type Listed = {
  rows: PageRow[]
  total?: number | undefined
  counts?: Record<string, number>
  position?: string[]
}

/**
 * Reads a page of a list and returns it as JSON text, with the rows of the page under `name`. `binding`
 * identifies the list for its cursors: its name, its owner and its filters.
 */
export async function readList(
  secret: SigningSecret,
  { name, binding, query, defaultSize }: ListRequest,
  list: (page: Page) => Promise<Listed>
): Promise<string> {
  const cursors = cursorsFor(secret, binding)
  const page = readPage(query, cursors, defaultSize)
  return pageText(name, await list(page), { page, cursors })
}

/** A page of a feed as JSON text. */
export type FeedPage = { text: string; isEmpty: boolean }

/** Reads a page of a feed like `readList`. Each row has its cursor. */
export async function readFeedPage(
  secret: SigningSecret,
  { name, binding, query, defaultSize }: ListRequest,
  list: (page: Page) => Promise<Listed>
): Promise<FeedPage> {
  const cursors = cursorsFor(secret, binding)
  const page = readPage(query, cursors, defaultSize)
  const listed = await list(page)
  const rows = withRowCursors(listed.rows, cursors)
  return { text: pageText(name, { ...listed, rows }, { page, cursors }), isEmpty: rows.length === 0 }
}

/** Returns the rows with the member `cursor`, which is the cursor of the row. */
function withRowCursors(rows: PageRow[], cursors: Cursors): PageRow[] {
  return rows.map(({ json, key }) => ({
    key,
    json: `${json.slice(0, -1)},"cursor":${JSON.stringify(cursors.write(key))}}`
  }))
}

type ListRequest = {
  name: string
  binding: unknown[]
  query: PagingParameters
  defaultSize?: number
}
