import type { Sql } from '../src/db/connect.ts'

type Row = Record<string, string | null>
/** The rows of each table, with the values of all columns as text. A partitioned table counts as one table. */
export type StoredData = Map<string, { columns: string[]; rows: Row[] }>

/** Reads all rows of all tables, except the lists of the migrations and of the functions. */
export async function readData(sql: Sql): Promise<StoredData> {
  const tables = await sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
      and c.relname not in ('schema_migrations', 'schema_functions')
    group by c.oid order by 1`
  const data: StoredData = new Map()
  for (const { name, columns } of tables) {
    const [names, values] = [
      columns.map((column) => `'${column}'`).join(', '),
      columns.map((column) => `t."${column}"::text`).join(', ')
    ]
    const rows = (await sql.unsafe(
      `select jsonb_object(array[${names}], array[${values}])::text as row from ${name} t`
    )) as unknown as { row: string }[]
    data.set(name, { columns, rows: rows.map(({ row }) => JSON.parse(row) as Row) })
  }
  return data
}

/**
 * Returns a sentence for each table and column that is missing in `after`, and for each table whose rows have other
 * values. New tables and columns are ignored, and so is what `expected` names, such as `products` or `products.name`.
 */
export function compareData(
  before: StoredData,
  after: StoredData,
  expected: ReadonlySet<string> = new Set()
): string[] {
  const differences: string[] = []
  for (const [table, { columns, rows }] of before) {
    if (expected.has(table)) continue
    const now = after.get(table)
    if (!now) {
      differences.push(`The table ${table} is missing.`)
      continue
    }
    const compared = columns.filter((column) => !expected.has(`${table}.${column}`))
    const missing = compared.filter((column) => !now.columns.includes(column))
    differences.push(...missing.map((column) => `The column ${table}.${column} is missing.`))
    const common = compared.filter((column) => now.columns.includes(column))
    differences.push(...compareRows(table, project(rows, common), project(now.rows, common)))
  }
  return differences
}

function project(rows: Row[], columns: string[]): string[] {
  return rows.map((row) => JSON.stringify(columns.map((column) => [column, row[column]]))).sort()
}

function compareRows(table: string, before: string[], after: string[]): string[] {
  const lost = subtract(before, after)
  const added = subtract(after, before)
  const [was, is] = [lost[0], added[0]]
  if (was === undefined && is === undefined) return []
  return [
    `${table}: ${lost.length} rows are missing, such as ${was}; ${added.length} are new, such as ${is}.`
  ]
}

/** Returns the elements of a list that another one doesn't have, or has less often. */
function subtract(list: string[], other: string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of other) counts.set(one, (counts.get(one) ?? 0) + 1)
  return list.filter((one) => {
    const count = counts.get(one) ?? 0
    counts.set(one, count - 1)
    return count <= 0
  })
}
