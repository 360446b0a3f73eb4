import { type Static, type TProperties, type TSchema, type TUnsafe, Type } from 'typebox'
import type { Page, PageRow } from '../db/lists.ts'
import { type Fault, invalid } from '../errors.ts'
import { type Cursors, cursorsFor } from './cursor.ts'
import { parameterFault } from './faults.ts'
import { named, ref } from './schema.ts'
import { withComparableTimestamps } from './timestamps.ts'

const maxPageSize = 100

/** Specification 2.9. Cursors of an empty page are null. */
const PageInfo = named(
  'PageInfo',
  Type.Object({
    startCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    endCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    hasNextPage: Type.Boolean(),
    hasPreviousPage: Type.Boolean()
  })
)

export const counted = {
  estimatedTotalCount: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'How many there are with these filters'
  })
}

/** The schema of a page: its rows under `name`, its `pageInfo`, and how many there are, unless `more` says otherwise. */
export function pageSchema<
  N extends string,
  T extends TSchema & { $id: string },
  M extends TProperties = typeof counted
>(id: string, name: N, row: T, more = counted as TProperties as M) {
  const rows = { [name]: Type.Array(ref(row)) } as Record<string, unknown> as Record<N, TUnsafe<Static<T>[]>>
  return named(id, Type.Object({ ...rows, pageInfo: ref(PageInfo), ...more }))
}

/** The paging parameters of contract 4.9, and the list's own filters beside them. */
export function pagingQuery<P extends TProperties>(filters: P, defaultSize = 24) {
  const size = { type: 'integer', minimum: 1 } as const
  return Type.Object(
    {
      first: Type.Optional(
        Type.Integer({ ...size, description: `Page size forward; ${defaultSize} unless given, 100 at most` })
      ),
      after: Type.Optional(Type.String({ description: 'The endCursor of the page before' })),
      last: Type.Optional(Type.Integer({ ...size, description: 'Page size backward, 100 at most' })),
      before: Type.Optional(Type.String({ description: 'The startCursor of the page after' })),
      ...filters
    },
    { additionalProperties: false }
  )
}

export type PagingParameters = { first?: number; after?: string; last?: number; before?: string }

/** Reads the paging parameters; combinations that contradict each other are a 400 (contract 4.9). */
export function readPage(query: PagingParameters, cursors: Cursors, defaultSize = 24): Page {
  const { first, after, last, before } = query
  const faults: Fault[] = []
  const exclude = (name: string, other: string, both: boolean) => {
    if (both) faults.push(parameterFault(name, 'NOT_TOGETHER', `may not be sent together with ${other}`))
  }
  exclude('after', 'before', after !== undefined && before !== undefined)
  exclude('after', 'last', after !== undefined && last !== undefined)
  exclude('before', 'first', before !== undefined && first !== undefined)
  exclude('first', 'last', first !== undefined && last !== undefined)
  if (faults.length > 0) throw invalid(faults)
  const backward = last !== undefined || before !== undefined
  const cursor = backward ? before : after
  return {
    limit: Math.min(first ?? last ?? defaultSize, maxPageSize),
    backward,
    key: cursor === undefined ? undefined : cursors.read(cursor)
  }
}

/** The list's own filters in a query, in one order and with moments as rows have them; undefined ones are left out. */
export function readFilters<Q extends PagingParameters>(query: Q): Omit<Q, keyof PagingParameters> {
  const { first, after, last, before, ...filters } = query
  const given = Object.entries(withComparableTimestamps(filters)).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))) as Omit<Q, keyof PagingParameters>
}

/**
 * The answer of a list as JSON text: the rows under `name`, `pageInfo`, and further members. `rows` are those of
 * the list query, in its order, with the one beyond the limit where there is one.
 */
export function pageText(
  name: string,
  { rows, total, counts }: Listed,
  { page, cursors }: { page: Page; cursors: Cursors }
): string {
  const shown = rows.slice(0, page.limit)
  const further = rows.length > page.limit
  if (page.backward) shown.reverse()
  const [first, last] = [shown[0], shown.at(-1)]
  const pageInfo: Static<typeof PageInfo> = {
    startCursor: first ? cursors.write(first.key) : null,
    endCursor: last ? cursors.write(last.key) : null,
    hasNextPage: page.backward ? page.key !== undefined : further,
    hasPreviousPage: page.backward ? further : page.key !== undefined
  }
  const members = [
    `"${name}":[${shown.map((row) => row.json).join(',')}]`,
    `"pageInfo":${JSON.stringify(pageInfo)}`
  ]
  if (total !== undefined) members.push(`"estimatedTotalCount":${total}`)
  if (counts !== undefined) members.push(`"counts":${JSON.stringify(counts)}`)
  return `{${members.join(',')}}`
}

/** A page as a list query answers it, with its `counts` of parts where the list has some. */
export type Listed = { rows: PageRow[]; total?: number | undefined; counts?: Record<string, number> }

/**
 * A page of a list as JSON text, its rows under `name`. `binding` is what its cursors hold for: whose and which list it
 * is, filters included.
 */
export async function readList(
  secret: string,
  { name, binding, query, defaultSize }: ListRequest,
  list: (page: Page) => Promise<Listed>
): Promise<string> {
  const cursors = cursorsFor(secret, binding)
  const page = readPage(query, cursors, defaultSize)
  return pageText(name, await list(page), { page, cursors })
}

type ListRequest = { name: string; binding: unknown[]; query: PagingParameters; defaultSize?: number }
