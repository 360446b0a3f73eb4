import type { Readable } from 'node:stream'
import type { Fragment, Handle, Sql } from '../../db/connect.ts'
import { copyOut } from '../../db/copy.ts'
import { copyOptions, type FileFormat } from '../../db/csv.ts'
import { countLimit, plannedRows } from '../../db/estimate.ts'
import type { Page, PageRow } from '../../db/lists.ts'
import type { Listed } from '../../http/paging.ts'
import { type ExportedValue, exportedValues } from '../products/fields/sql.ts'

/** The columns of `variants` that the export reads, besides the ids. */
const exportedColumns = exportedValues.map(({ column }) => column).join(', ')

/**
 * A SQL expression for a row of the export (contract 2.8) as JSON text, from the row `x` of `variants`. Only
 * texts can contain characters that must be escaped in JSON.
 */
const rowJson = `
  '{"company_id":"' || x.vendor_id || '","product_id":"' || x.product_id || '"'
    ${exportedValues.map((field) => `|| ',"${field.name}":' || ${jsonOf(field)}`).join(' ')} || '}'`

function jsonOf({ value, isText, isNullable }: ExportedValue): string {
  const json = isText ? `to_json(${value})::text` : `('"' || ${value} || '"')`
  return isNullable ? `coalesce(${json}, 'null')` : json
}

/**
 * A page in a single database row. The driver parses it faster than a page with one row per variant. `lines`
 * contains the JSON of one variant per line. The same line of `keys` contains the product id and the variant
 * id of that variant. `lines` and `keys` are null if the page is empty.
 */
type Lines = { keys: string | null; lines: string | null }

/**
 * Returns a page of the vendor's variants, ordered by product and then by variant, in one statement. With
 * `withCount`, `total` is the number of variants, at most `countLimit`.
 */
export async function listExportRows(
  sql: Handle,
  vendorId: string,
  { page, withCount }: { page: Page; withCount: boolean }
): Promise<Listed> {
  const variants = exportPageQuery(sql, vendorId, page)
  if (!withCount) {
    const [lines] = await sql<Lines[]>`${variants}`
    return { rows: pageRows(lines) }
  }
  const all = variantsAfter(sql, vendorId, { backward: false, key: undefined, limit: countLimit })
  const [row] = await sql<(Lines & { counted: string })[]>`
    select c.counted, s.keys, s.lines from (select count(*) as counted from (${all} limit 1000) few) c, (${variants}) s`
  return { rows: pageRows(row), total: Number(row?.counted ?? 0) }
}

/** Returns the statement that reads a page and one more variant, which shows whether another page follows. */
export function exportPageQuery(sql: Handle, vendorId: string, page: Page): Fragment {
  const found = variantsAfter(sql, vendorId, { ...page, limit: page.limit + 1 })
  const order = page.backward ? sql`x.product_id desc, x.id desc` : sql`x.product_id, x.id`
  return sql`
    select string_agg(x.product_id || ' ' || x.id, E'\\n' order by ${order}) as keys,
      string_agg(${sql.unsafe(rowJson)}, E'\\n' order by ${order}) as lines
    from (${found} limit 101) x`
}

function pageRows({ keys, lines }: Lines = { keys: null, lines: null }): PageRow[] {
  const texts = lines?.split('\n') ?? []
  return (keys?.split('\n') ?? []).map((key, index) => ({ json: texts[index] ?? '', key: key.split(' ') }))
}

/**
 * Returns a query for the first `limit` variants of the vendor after the key (before it, if `backward`), in
 * the order of the index variants__export. A row comparison limits the range of the index that is read.
 * Values are wrapped in a select, so that one generic plan serves all values. The planner therefore doesn't
 * know the value of `limit`, so callers must add a constant limit, such as `limit 101`. The condition on
 * product_id is redundant, but the planner needs it to use the partial index.
 */
function variantsAfter(
  sql: Handle,
  vendorId: string,
  { backward, key, limit }: Pick<Page, 'backward' | 'key' | 'limit'>
): Fragment {
  const end = backward ? 'ffffffff-ffff-ffff-ffff-ffffffffffff' : '00000000-0000-0000-0000-000000000000'
  const [productId = end, id = end] = key ?? []
  const vendor = sql`(select ${vendorId}::uuid)`
  const product = sql`(select ${productId}::uuid)`
  const after = backward ? sql`<` : sql`>`
  const within = backward ? sql`>=` : sql`<=`
  const bound = backward ? sql`<=` : sql`>=`
  const direction = backward ? sql`desc` : sql`asc`
  const found = sql`
    select x.product_id, x.id, x.vendor_id, ${sql.unsafe(exportedColumns)} from variants x
    where (x.vendor_id, x.product_id, x.id) ${after} (${vendor}, ${product}, (select ${id}::uuid))
      and x.vendor_id ${within} ${vendor} and x.product_id ${bound} ${product}
    order by x.vendor_id ${direction}, x.product_id ${direction}, x.id ${direction}
    limit (select ${limit}::integer)`
  return sql`select found.* from (${found}) found`
}

/** Returns the planner's estimate of the vendor's number of variants. */
export function estimateExportRows(sql: Handle, vendorId: string): Promise<number> {
  return plannedRows(sql, sql`select from variants x where x.vendor_id = ${vendorId}`)
}

/** A streamed format of the export. */
export type ExportFormat = FileFormat

const columns: Record<ExportFormat, string> = {
  csv: `x.vendor_id as company_id, x.product_id, ${exportedValues.map(cellOf).join(', ')}`,
  ndjson: rowJson
}

/** Returns a column of the CSV. A cell that a spreadsheet would treat as a formula gets an apostrophe in front. */
function cellOf({ name, value, isText }: ExportedValue): string {
  const cell = isText ? `case when ${value} ~ '^[-=+@\\t\\r]' then '''' || ${value} else ${value} end` : value
  return `${cell} as ${name}`
}

/**
 * The time limit of an export. The time is limited because a running export keeps vacuum from removing rows
 * that are deleted in the meantime.
 */
const maxExportMs = 60 * 60_000

/** Streams the whole export of the vendor, in the same order as `listExportRows`. */
export function copyExport(
  sql: Sql,
  vendorId: string,
  { format, signal }: { format: ExportFormat; signal: AbortSignal }
): Promise<Readable> {
  const statement = exportStatement(vendorId, format)
  return copyOut(sql, statement, { statementTimeoutMs: maxExportMs, signal })
}

/**
 * Returns the `copy` statement of an export. The statement can't have parameters and contains the vendor id
 * as text, so the vendor id must be a lower-case UUID.
 */
export function exportStatement(vendorId: string, format: ExportFormat): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(vendorId))
    throw new Error('The vendor id must be a UUID in lower case.')
  return `copy (
      select ${columns[format]} from variants x
      where x.vendor_id = '${vendorId}' and x.product_id >= '00000000-0000-0000-0000-000000000000'
      order by x.vendor_id, x.product_id, x.id)
    to stdout (${copyOptions[format]})`
}
