import type { Readable } from 'node:stream'
import type { Fragment, Handle, Sql } from '../../db/connect.ts'
import { copyOut } from '../../db/driver.ts'
import { countLimit, plannedRows } from '../../db/estimate.ts'
import type { Page, PageRow } from '../../db/lists.ts'
import type { Listed } from '../../http/paging.ts'

/** The row of contract 2.8 as JSON text: only the SKU can hold what has to be escaped. */
const rowJson = `
  '{"company_id":"' || x.vendor_id || '","product_id":"' || x.product_id || '","product_code":' || to_json(x.sku)
    || ',"vendor_price":"' || money_text(x.vendor_price) || '","amount":"' || x.stock_on_hand || '"}'`

/** A page in one row, whose parts the driver need not read: its rows, and their keys, one a line. */
type Lines = { keys: string | null; lines: string | null }

/**
 * A page of the vendor's variants, ordered by product and then by variant, in one statement; `total` is how many
 * there are, `countLimit` at most, where that was asked for.
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
  const all = run(sql, vendorId, { backward: false, key: undefined, limit: countLimit })
  const [row] = await sql<(Lines & { counted: string })[]>`
    select c.counted, s.keys, s.lines from (select count(*) as counted from (${all} limit 1000) few) c, (${variants}) s`
  return { rows: pageRows(row), total: Number(row?.counted ?? 0) }
}

/** The statement of a page, and of one variant more that tells whether there are further ones. */
export function exportPageQuery(sql: Handle, vendorId: string, page: Page): Fragment {
  const found = run(sql, vendorId, { ...page, limit: page.limit + 1 })
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
 * The first `limit` variants behind the key in the order of variants__export. As in the list of products, a run of
 * the index is bounded by comparing rows, values are wrapped in a select, and whoever takes it adds a limit that the
 * planner sees. The bound on product_id says nothing new: it is what lets the planner use the partial index.
 */
function run(
  sql: Handle,
  vendorId: string,
  { backward, key, limit }: Pick<Page, 'backward' | 'key' | 'limit'>
): Fragment {
  const end = backward ? 'ffffffff-ffff-ffff-ffff-ffffffffffff' : '00000000-0000-0000-0000-000000000000'
  const [productId = end, id = end] = key ?? []
  const vendor = sql`(select ${vendorId}::uuid)`
  const product = sql`(select ${productId}::uuid)`
  const behind = backward ? sql`<` : sql`>`
  const within = backward ? sql`>=` : sql`<=`
  const bound = backward ? sql`<=` : sql`>=`
  const direction = backward ? sql`desc` : sql`asc`
  const found = sql`
    select x.product_id, x.id, x.vendor_id, x.sku, x.vendor_price, x.stock_on_hand from variants x
    where (x.vendor_id, x.product_id, x.id) ${behind} (${vendor}, ${product}, (select ${id}::uuid))
      and x.vendor_id ${within} ${vendor} and x.product_id ${bound} ${product}
    order by x.vendor_id ${direction}, x.product_id ${direction}, x.id ${direction}
    limit (select ${limit}::integer)`
  return sql`select found.* from (${found}) found`
}

/** How many variants the planner expects the vendor to have. */
export function estimateExportRows(sql: Handle, vendorId: string): Promise<number> {
  return plannedRows(sql, sql`select from variants x where x.vendor_id = ${vendorId}`)
}

/** A streamed form of the export. */
export type ExportFormat = 'csv' | 'ndjson'

const selected: Record<ExportFormat, string> = {
  // A cell that a spreadsheet would take for a formula begins with an apostrophe.
  csv: `x.vendor_id as company_id, x.product_id,
    case when x.sku ~ '^[-=+@\\t\\r]' then '''' || x.sku else x.sku end as product_code,
    money_text(x.vendor_price) as vendor_price, x.stock_on_hand as amount`,
  ndjson: rowJson
}

const written: Record<ExportFormat, string> = {
  csv: 'format csv, header true',
  // The text format would escape the escapes of JSON. JSON never has these two characters, so nothing is quoted.
  ndjson: `format csv, quote E'\\x01', delimiter E'\\x02'`
}

/** A slow reader may take long, but its snapshot keeps the database from cleaning up what has changed since. */
const maxExportMs = 60 * 60_000

/** The whole export of the vendor, in the order of its pages. */
export function copyExport(
  sql: Sql,
  vendorId: string,
  { format, signal }: { format: ExportFormat; signal: AbortSignal }
): Promise<Readable> {
  const statement = exportStatement(vendorId, format)
  return copyOut(sql, statement, { statementTimeoutMs: maxExportMs, signal })
}

export function exportStatement(vendorId: string, format: ExportFormat): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(vendorId))
    throw new Error('The vendor id is no UUID')
  return `copy (
      select ${selected[format]} from variants x
      where x.vendor_id = '${vendorId}' and x.product_id >= '00000000-0000-0000-0000-000000000000'
      order by x.vendor_id, x.product_id, x.id)
    to stdout (${written[format]})`
}
