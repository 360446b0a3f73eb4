import type { Fragment, Handle } from './connect.ts'

/**
 * What a list query needs: rows strictly past `key` in reading direction, one more than `limit` to know whether
 * there are further ones. Backward pages are read in reverse order and turned round by `pageOf`.
 */
export type Page = { limit: number; backward: boolean; key: string[] | undefined }

/** A row of a page: its JSON text and the key that orders it. */
export type PageRow = { json: string; key: string[] }

/**
 * The filters of a list as conditions on its row, by name; those that are not given are false or undefined. Their values
 * are wrapped in a select: where the planner sees a value, it takes each call for cheaper than the plan it has kept, and
 * plans again each time, which costs 1 ms on top of the 1.6 ms of a page of products.
 */
export type Conditions = Record<string, Fragment | false | undefined>

/** Where a column of a list's key begins and ends. */
const ends = {
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  timestamptz: ['-infinity', 'infinity']
}

type ListDefinition = {
  /** The tables that the conditions read; the first one's name is `row`, and its primary key `id`. */
  from: string
  row: string
  /** The columns that order the list, with their types: `id` is the last one. */
  key: Record<string, keyof typeof ends>
  conditions?: Conditions
  page: Page
  /** Exclusive bounds of the key's first column. */
  after?: string | undefined
  before?: string | undefined
  /** A limit that the planner sees, so that it expects few rows: how many a page takes at most. */
  cap?: 101 | 1000
}

/** One page of a list, newest first or, when it is read backward, oldest first: what its statement is built of. */
export type List = ReturnType<typeof listOf>

/** Returns what the parts of a page's statement share: its range, directions and limits, with wrapped values. */
export function listOf(sql: Handle, definition: ListDefinition) {
  const { from, row, key, conditions = {}, page, after, before, cap = 101 } = definition
  const { backward, limit } = page
  const types = Object.values(key)
  const [least, greatest] = backward ? [1, 0] : [0, 1]
  const begin = types.map((type, place) => ends[type][place === 0 ? greatest : least])
  if ((backward ? after : before) !== undefined) begin[0] = backward ? after : before
  const end = backward ? before : after
  const value = (text: string | undefined, type = 'uuid') => sql`(select ${text ?? ''}::${sql.unsafe(type)})`
  return {
    ...{ sql, from, row, conditions, names: Object.keys(key) },
    /** The values that the page begins behind. */
    position: listed(
      sql,
      types.map((type, place) => value((page.key ?? begin)[place], type))
    ),
    end: end === undefined ? undefined : value(end, types[0]),
    ...(backward ? { behind: '>', within: '<=', inside: '<' } : { behind: '<', within: '>=', inside: '>' }),
    direction: backward ? 'asc' : 'desc',
    size: sql`(select ${limit + 1}::integer)`,
    first: sql`limit (select ${limit + 1}::integer)`,
    cap: cap === 101 ? sql`limit 101` : sql`limit 1000`
  }
}

function listed(sql: Handle, [first, ...others]: Fragment[]): Fragment {
  return others.reduce((all, one) => sql`${all}, ${one}`, first ?? sql``)
}

/** The names of the key's columns in a row of that name. */
function columnsOf({ names }: List, row: string): string[] {
  return names.map((name) => `${row}.${name}`)
}

/** `order by` these columns in the page's direction. */
export function ordered({ sql, direction }: List, columns: string[]): Fragment {
  return sql.unsafe(`order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`)
}

/** True for rows behind the page's key and within its bounds; `columns` are those of the key. */
export function inRange({ sql, behind, inside, position, end }: List, columns: string[]): Fragment {
  const range = sql`${sql.unsafe(`(${columns.join(', ')}) ${behind}`)} (${position})`
  return end ? sql`${range} and ${sql.unsafe(`${columns[0]} ${inside}`)} ${end}` : range
}

type Run = { from?: string; lead: [column: string, value: Fragment][]; columns?: string[]; where?: Fragment }

/**
 * The keys of a run of an index in the list's order: of the rows whose `lead` columns have these values, those in the
 * page's range. `columns` are those of the key, unless they are named as the list's.
 *
 * It is bounded by comparing rows and ordered by all columns of the index, and no other index begins with the same one.
 * With `vendor_id = …` alone the planner may walk the primary key, past all other vendors' rows.
 */
export function run(list: List, { from = list.from, lead, where, ...given }: Run): Fragment {
  const { sql, names, behind, within, inside, position, end } = list
  const columns = given.columns ?? columnsOf(list, list.row)
  const leading = lead.map(([column]) => column)
  const values = lead.map(([, value]) => value)
  const all = [...leading, ...columns]
  const shown = columns.map((column, place) => `${column} as ${names[place]}`)
  const bound = end
    ? { text: `and (${[...leading, columns[0]].join(', ')}) ${inside}`, values: [...values, end] }
    : { text: `and (${leading.join(', ')}) ${within}`, values }
  return sql`
    ${sql.unsafe(`select ${shown.join(', ')} from ${from} where (${all.join(', ')}) ${behind}`)}
      (${listed(sql, [...values, position])})
      ${bound.values.length > 0 ? sql`${sql.unsafe(bound.text)} (${listed(sql, bound.values)})` : sql``}
      ${where ? sql`and ${where}` : sql``}
    ${ordered(list, all)}`
}

/** True for rows that pass the filters other than those `observed`. No index is considered for them. */
export function passing(
  { sql, conditions }: Pick<List, 'sql' | 'conditions'>,
  observed: string[] = []
): Fragment {
  return Object.entries(conditions).reduce(
    (all, [name, condition]) =>
      condition && !observed.includes(name) ? sql`${all} and (${condition}) is true` : all,
    sql`true`
  )
}

/** The first of a run that pass the filters which it does not observe by itself: they are checked by the row's id. */
export function firstOf(list: List, rows: Fragment, observed: string[] = []): Fragment {
  const { sql, first, cap } = list
  return sql`
    select few.* from (
      select run.* from (${rows}) run where ${passingById(list, observed, sql`run.id`)} ${first}) few ${cap}`
}

/** As `passing`, for the row of that id. */
function passingById(list: List, observed: string[], id: Fragment): Fragment {
  const { sql, from, row, conditions } = list
  const isLeft = ([name, condition]: [string, unknown]) => condition && !observed.includes(name)
  if (!Object.entries(conditions).some(isLeft)) return sql`true`
  return sql`(select ${passing(list, observed)} from ${sql.unsafe(from)} where ${sql.unsafe(row)}.id = ${id})`
}

/** The first of several runs, one for each row of `each`, which the run refers to. */
export function merged(list: List, each: Fragment, rows: Fragment): Fragment {
  const { sql, first } = list
  return sql`
    select distinct found.* from ${each} cross join lateral (${rows}) found
    ${ordered(list, columnsOf(list, 'found'))} ${first}`
}

/** So many matches of a filter are sorted; if there are more, the list is walked. */
export const maxSorted = 10_000

/**
 * The first of what a filter finds in another order than the list's: sorted where it is little, else the list is walked
 * and the filter checked, as much of it passes then. So neither a search for one row nor a first reading of everything
 * looks at many rows in vain. `matches` are keys, or `whole` rows with the columns that the other conditions name.
 */
export function sortedOrWalked(
  list: List,
  given: { matches: Fragment; observed: string[]; walk: Fragment; whole?: boolean }
): Fragment {
  const { sql, first } = list
  const { matches, observed, walk, whole = false } = given
  const row = whole ? list.row : 'm'
  const columns = columnsOf(list, row)
  const most = sql.unsafe(String(maxSorted))
  return sql`
    (with matches as materialized (${matches} limit ${most}), size as materialized (select count(*) as n from matches)
    select few.* from (
      select distinct ${sql.unsafe(`${columns.join(', ')} from matches ${row}`)}
      where ${inRange(list, columns)} and ${whole ? passing(list, observed) : passingById(list, observed, sql`m.id`)}
      ${ordered(list, columns)} ${first}) few
    where (select n from size) < ${most}
    union all
    select many.* from (${walk}) many where (select n from size) = ${most})`
}

type PageParts = {
  rows: Fragment
  json: Fragment
  joins?: Fragment
  count?: Fragment | undefined
}
type Listed = { total: string | null; json: string | null; key0: string; key1?: string }

/**
 * The statement of a page, with the row beyond its limit, and how many rows pass the filters. `rows` are their keys,
 * `json` what is shown of such a row `run` and of the rows that `joins` adds, `count` an expression.
 */
export function pageStatement(list: List, { rows, json, joins, count }: PageParts): Fragment {
  const { sql, cap } = list
  const keys = columnsOf(list, 'listed').map((column, place) => `${column} as key${place}`)
  return sql`
    select counted.total, listed.json, ${sql.unsafe(keys.join(', '))}
    from (select ${count ?? sql`null`}::bigint as total) counted
    left join (
      select run.*, (${json})::text as json from (select * from (${rows}) few ${cap}) run ${joins ?? sql``}
    ) listed on true
    ${ordered(list, columnsOf(list, 'listed'))}`
}

/** Runs the statement of a page. `total` is undefined where it has no count. */
export async function readRows(
  sql: Handle,
  statement: Fragment
): Promise<{ rows: PageRow[]; total: number | undefined }> {
  const found = await sql<Listed[]>`${statement}`
  const total = found[0]?.total ?? undefined
  const rows = found.flatMap(({ json, key0, key1 }) =>
    json === null ? [] : [{ json, key: key1 === undefined ? [key0] : [key0, key1] }]
  )
  return { rows, total: total === undefined ? undefined : Number(total) }
}
