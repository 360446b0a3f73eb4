import type { Fragment, Handle } from './connect.ts'

/**
 * The page to read: at most `limit` rows after the row with the key `key`, or before that row if `backward`
 * is true. If `key` is undefined, this is the first page of the list or, with `backward`, the last page. A
 * query reads `limit` + 1 rows to find out whether more rows follow. The query for a backward page returns
 * its rows in reverse order, and `pageText` reverses them again.
 */
export type Page = { limit: number; backward: boolean; key: string[] | undefined }

/** A row of a page: its JSON text, and the values of its key columns as text. */
export type PageRow = { json: string; key: string[] }

/**
 * The filters of a list, by name. Each filter is an SQL condition on a row of the list, or false or undefined
 * if the request doesn't use the filter. Values must be wrapped in a subselect. Otherwise the planner makes a
 * custom plan for each execution, because it estimates the custom plan as cheaper than the cached plan.
 * For a page of products, planning costs 1 ms each time.
 */
export type Conditions = Record<string, Fragment | false | undefined>

/** For each type that a key column can have, its lowest and its highest value. */
const bounds = {
  uuid: ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  timestamptz: ['-infinity', 'infinity'],
  numeric: ['-Infinity', 'Infinity'],
  // There is no highest text: a key that begins with a text has a position only after the first page.
  text: ['', ''],
  // In this order, the highest character is. Texts that contain it must not be in the list.
  'text collate "C"': ['', '\u{10ffff}']
}

/** What a list consists of, for `listOf` and `wholeListOf`. */
export type ListDefinition = {
  /**
   * The tables that the conditions read. `row` is the alias of the first table, whose primary key must be
   * `id`.
   */
  from: string
  row: string
  /** The columns by which the list is ordered, with their types. The last column is `id`. */
  key: Record<string, keyof typeof bounds>
  conditions?: Conditions
  /** The order of the list. The default is `desc`, from new to old. */
  order?: 'asc' | 'desc'
  /** True if the row with the key of the page is on this page. */
  includesKey?: boolean
  /**
   * If set, the list contains only rows whose first key column is greater than `after` and less than
   * `before`.
   */
  after?: string | undefined
  before?: string | undefined
  /**
   * A limit that is written into the SQL text, so that the planner expects few rows. It must not be smaller
   * than a page.
   */
  cap?: number
}

/** The SQL parts of one page of a list. The statement of a backward page reads rows in the reverse order. */
export type List = ReturnType<typeof listOf>

/** Returns the SQL parts from which the functions of this file build the statement that reads a page. */
export function listOf(sql: Handle, definition: ListDefinition & { page: Page }) {
  const { from, row, key, conditions = {}, page, order = 'desc', after, before, cap = 101 } = definition
  const { backward, limit } = page
  const types = Object.values(key)
  const ascends = backward === (order === 'desc')
  const [least, greatest] = ascends ? [1, 0] : [0, 1]
  const begin = types.map((type, index) => bounds[type][index === 0 ? greatest : least])
  if ((ascends ? after : before) !== undefined) begin[0] = ascends ? after : before
  const end = ascends ? before : after
  const equal = definition.includesKey ? '=' : ''
  const value = (text: string | undefined, type = 'uuid') => sql`(select ${text ?? ''}::${sql.unsafe(type)})`
  const valuesOf = (texts: (string | undefined)[]) => types.map((type, index) => value(texts[index], type))
  return {
    ...{ sql, from, row, conditions, names: Object.keys(key), isWhole: false as boolean },
    /** The key after which the page begins, as comma-separated values. */
    position: commaSeparated(sql, valuesOf(page.key ?? begin)),
    /** For `continuedIf`: the same values, and those of the beginning of the list, if the page isn't the first. */
    continued: page.key && { values: valuesOf(page.key), begin: valuesOf(begin) },
    end: end === undefined ? undefined : value(end, types[0]),
    // The operators for values after the position, and up to a bound that is included (`within`) or
    // excluded (`inside`).
    ...(ascends
      ? { behind: `>${equal}`, within: '<=', inside: '<' }
      : { behind: `<${equal}`, within: '>=', inside: '>' }),
    direction: ascends ? 'asc' : 'desc',
    size: sql`(select ${limit + 1}::integer)`,
    first: sql`limit (select ${limit + 1}::integer)`,
    cap: sql.unsafe(`limit ${cap}`)
  }
}

/** Returns the SQL parts of a whole list. The queries that are built from them select the keys of all rows, for a file. */
export function wholeListOf(sql: Handle, definition: ListDefinition): List {
  const list = listOf(sql, { ...definition, page: { limit: 0, backward: false, key: undefined } })
  return { ...list, isWhole: true, first: sql``, cap: sql`` }
}

/**
 * Returns a query for the keys of a whole list as rows `k`, in the order of the list. Only keys are sorted, if there is no
 * index in this order. `rows` is the query for the keys, and the planner knows the order of its result.
 */
export function orderedKeys(list: List, rows: Fragment): Fragment {
  const { sql } = list
  return sql`select k.* from (${rows}) k ${ordered(list, columnsOf(list, 'k'))} offset 0`
}

function commaSeparated(sql: Handle, [first, ...others]: Fragment[]): Fragment {
  return others.reduce((all, value) => sql`${all}, ${value}`, first ?? sql``)
}

/**
 * Returns the list with a page that continues after its key only if the condition is true, and else begins at the
 * first row. For lists that are one part of a larger list, such as the part of one vendor.
 */
export function continuedIf(list: List, condition: Fragment): List {
  const { sql, continued } = list
  if (!continued) return list
  const { values, begin } = continued
  const position = values.map(
    (value, index) => sql`case when ${condition} then ${value} else ${begin[index] ?? value} end`
  )
  return { ...list, position: commaSeparated(sql, position) }
}

/** Returns the names of the key's columns, qualified with the alias `row`. */
export function columnsOf({ names }: List, row: string): string[] {
  return names.map((name) => `${row}.${name}`)
}

/** Returns the `order by` clause for these columns, in the page's direction. */
export function ordered({ sql, direction }: List, columns: string[]): Fragment {
  return sql.unsafe(`order by ${columns.map((column) => `${column} ${direction}`).join(', ')}`)
}

/** SQL that is true for rows in the page's range. `columns` are the names of the key columns. */
export function inRange({ sql, behind, inside, position, end }: List, columns: string[]): Fragment {
  const range = sql`${sql.unsafe(`(${columns.join(', ')}) ${behind}`)} (${position})`
  return end ? sql`${range} and ${sql.unsafe(`${columns[0]} ${inside}`)} ${end}` : range
}

type Run = {
  from?: string
  lead: [column: string, value: Fragment][]
  columns?: string[]
  where?: Fragment
  /**
   * True if the first page of a list without `lead` has no condition on the key. The planner then estimates the number
   * of rows better, and knows the index from the order and from `where`.
   */
  isUnbounded?: boolean
}

/**
 * SQL that selects keys in the list's order by scanning one range of an index. The range contains the rows
 * whose `lead` columns have the given values and whose key is in the page's range. The columns of the index
 * must be the `lead` columns, followed by the key columns. Set `columns` if the key columns have other names
 * in `from`.
 *
 * The SQL uses row comparisons and orders by all columns of the index, so that the planner can use only this
 * index. With the condition `vendor_id = …` alone, the planner might scan the primary key and read the rows
 * of all vendors.
 */
export function run(
  list: List,
  { from = list.from, lead, where, isUnbounded = false, ...names }: Run
): Fragment {
  const { sql, behind, within, inside, position, end } = list
  const columns = names.columns ?? columnsOf(list, list.row)
  const leading = lead.map(([column]) => column)
  const values = lead.map(([, value]) => value)
  const all = [...leading, ...columns]
  const selected = columns.map((column, index) => `${column} as ${list.names[index]}`)
  const bound = end
    ? { text: `and (${[...leading, columns[0]].join(', ')}) ${inside}`, values: [...values, end] }
    : { text: `and (${leading.join(', ')}) ${within}`, values }
  const isFirst = isUnbounded && list.continued === undefined && !end
  // Tells the planner that the result is in the order of the key alone, so that a file isn't sorted again.
  const equal = list.isWhole ? lead : []
  const isOf = equal.reduce((all, [column, value]) => sql`${all} and ${sql.unsafe(column)} = ${value}`, sql``)
  const range = sql`${sql.unsafe(`(${all.join(', ')}) ${behind}`)} (${commaSeparated(sql, [...values, position])})`
  return sql`
    ${sql.unsafe(`select ${selected.join(', ')} from ${from} where`)} ${isFirst ? sql`true` : range}
      ${bound.values.length > 0 ? sql`${sql.unsafe(bound.text)} (${commaSeparated(sql, bound.values)})` : sql``}
      ${isOf} ${where ? sql`and ${where}` : sql``}
    ${ordered(list, all)}`
}

/**
 * SQL that is true for rows that pass all filters except those named in `observed`. The statement applies the
 * filters in `observed` elsewhere. The form `(…) is true` prevents the planner from using an index for a
 * filter.
 */
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

/**
 * SQL for the first rows of an index range that pass the filters. The parameter `rows` is a query for the keys
 * of the range (see `run`). `observed` names the filters that this query already applies. The other filters are checked by looking
 * up each row by its id.
 */
export function firstOf(list: List, rows: Fragment, observed: string[] = []): Fragment {
  const { sql, first, cap } = list
  return sql`
    select few.* from (
      select run.* from (${rows}) run where ${passingById(list, observed, sql`run.id`)} ${first}) few ${cap}`
}

/** Like `passing`, for the row with this id. */
export function passingById(list: List, observed: string[], id: Fragment): Fragment {
  const { sql, from, row, conditions } = list
  const isLeft = ([name, condition]: [string, unknown]) => condition && !observed.includes(name)
  if (!Object.entries(conditions).some(isLeft)) return sql`true`
  return sql`(select ${passing(list, observed)} from ${sql.unsafe(from)} where ${sql.unsafe(row)}.id = ${id})`
}

/**
 * SQL for the first rows of several index ranges, merged in the list's order. `each` is a FROM item with one
 * row per range. For each of these, the subquery `rows` selects the keys in that range.
 */
export function merged(list: List, each: Fragment, rows: Fragment): Fragment {
  const { sql, first } = list
  return sql`
    select distinct entry.* from ${each} cross join lateral (${rows}) entry
    ${ordered(list, columnsOf(list, 'entry'))} ${first}`
}

/**
 * The matches of a filter are sorted only if there are fewer than this number. Otherwise, `sortedOrWalked`
 * scans the list in its order.
 */
export const maxSorted = 10_000

/**
 * SQL for the first rows that match a filter whose index isn't in the list's order. `matches` selects the
 * matching rows with the columns of the key and those that the other conditions use. Fewer than `maxSorted`
 * matches are sorted. Otherwise `walk` is used: it scans the list in its order
 * and checks the filter on each row. If there are so many matches, the scan quickly finds enough rows for a
 * page.
 */
export function sortedOrWalked(
  list: List,
  { matches, observed, walk }: { matches: Fragment; observed: string[]; walk: Fragment }
): Fragment {
  const { sql, first, row } = list
  const columns = columnsOf(list, row)
  const max = sql.unsafe(String(maxSorted))
  return sql`
    (with matches as materialized (${matches} limit ${max}), size as materialized (select count(*) as n from matches)
    select few.* from (
      select distinct ${sql.unsafe(`${columns.join(', ')} from matches ${row}`)}
      where ${inRange(list, columns)} and ${passing(list, observed)}
      ${ordered(list, columns)} ${first}) few
    where (select n from size) < ${max}
    union all
    select many.* from (${walk}) many where (select n from size) = ${max})`
}

type PageParts = {
  rows: Fragment
  json: Fragment
  joins?: Fragment
  count?: Fragment | undefined
}
type Listed<Count> = { total: Count | null; json: string | null } & { [key: `key${number}`]: string }

/**
 * The statement that reads a page and one further row. `rows` selects the keys. `json` is an SQL expression
 * for the JSON of a row. This expression can use the key of the row (alias `run`) and the tables of `joins`.
 * `count` is an SQL expression for the size of the list, or for a JSON object of several sizes.
 */
export function pageStatement(list: List, { rows, json, joins, count }: PageParts): Fragment {
  const { sql, cap } = list
  const keys = columnsOf(list, 'listed').map((column, index) => `${column} as key${index}`)
  return sql`
    select counted.total, listed.json, ${sql.unsafe(keys.join(', '))}
    from (select ${count ?? sql`null::bigint`} as total) counted
    left join (
      select run.*, (${json})::text as json from (select * from (${rows}) few ${cap}) run ${joins ?? sql``}
    ) listed on true
    ${ordered(list, columnsOf(list, 'listed'))}`
}

/** Runs the statement of a page. `total` is undefined if the statement has no count. */
export async function readRows(
  sql: Handle,
  statement: Fragment
): Promise<{ rows: PageRow[]; total: number | undefined }> {
  const { rows, count } = await readCounted<string | number>(sql, statement)
  return { rows, total: count === undefined ? undefined : Number(count) }
}

/** Does the same as `readRows`, for statements whose `count` has the type `Count`. */
export async function readCounted<Count>(
  sql: Handle,
  statement: Fragment
): Promise<{ rows: PageRow[]; count: Count | undefined }> {
  const read = await sql<Listed<Count>[]>`${statement}`
  const rows = read.flatMap(({ total, json, ...key }) =>
    json === null ? [] : [{ json, key: Object.values<string>(key) }]
  )
  return { rows, count: read[0]?.total ?? undefined }
}
