import type { Readable } from 'node:stream'
import type { Fragment, Handle, Sql, Tx } from '../../db/connect.ts'
import { copyOut } from '../../db/copy.ts'
import { listOf, type Page, pageStatement, readRows, run } from '../../db/lists.ts'
import type { Origin } from '../../events.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Listed } from '../../http/paging.ts'
import { amountText, type LineRange } from './queries.ts'
import type { Adjustment, NewAdjustment } from './schema.ts'

/** The order of lines: by time, and within a shipment by their position. */
const lineKey = { recorded_at: 'timestamptz', id: 'uuid' } as const

/** Returns SQL for the members of the JSON of the row `l` of `statement_lines`. */
function lineMembers(sql: Handle): Fragment {
  return sql`
    'id', l.id, 'kind', l.kind, 'recordedAt', iso_text(l.recorded_at), 'currency', l.currency,
    'amount', ${amountText(sql, sql`l.amount`, sql`l.currency`)}, 'quantity', l.quantity,
    'unitCost', money_text(l.unit_cost), 'orderId', l.suborder_id, 'orderNumber', l.order_number,
    'poNumber', l.po_number, 'orderItemId', l.order_item_id, 'sku', l.sku, 'productName', l.product_name,
    'shipmentId', l.shipment_id, 'reason', l.reason`
}

/** Reads a page of the lines in a range, oldest first. */
export function listLines(sql: Handle, list: { range: LineRange; page: Page }): Promise<Listed> {
  return readRows(sql, linePageQuery(sql, list))
}

/** Returns the statement that `listLines` sends. */
export function linePageQuery(sql: Handle, { range, page }: { range: LineRange; page: Page }): Fragment {
  const { vendorId, currency, periodStart, periodEnd } = range
  const list = listOf(sql, {
    ...{ from: 'statement_lines l', row: 'l', key: lineKey, page, order: 'asc' },
    // Lines have times in whole milliseconds, and those at the beginning of the period belong to it.
    ...{ after: new Date(Date.parse(periodStart) - 1).toISOString(), before: periodEnd }
  })
  const rows = run(list, {
    lead: [['l.vendor_id', sql`(select ${vendorId}::uuid)`]],
    columns: ['l.recorded_at', 'l.id'],
    ...(currency !== null && { where: sql`l.currency = (select ${currency}::text)` })
  })
  return pageStatement(list, {
    rows: sql`${rows} ${list.first}`,
    json: sql`select json_build_object(${lineMembers(sql)}) from statement_lines l where l.id = run.id`
  })
}

/** A line in a document. Amounts are decimal text; `day` is in the time zone of the statement. */
export type PrintedLine = {
  day: string
  kind: string
  poNumber: string | null
  sku: string | null
  productName: string | null
  quantity: number | null
  unitCost: string | null
  amount: string
  reason: string | null
}

/** Lists all lines in a range for a document. */
export async function listPrintedLines(
  sql: Handle,
  { vendorId, currency, periodStart, periodEnd }: LineRange,
  timeZone: string
): Promise<PrintedLine[]> {
  return await sql<PrintedLine[]>`
    select to_char(l.recorded_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, l.kind, l.po_number, l.sku, l.product_name,
      l.quantity, money_text(l.unit_cost) as unit_cost, ${amountText(sql, sql`l.amount`, sql`l.currency`)} as amount,
      l.reason
    from statement_lines l
    where l.vendor_id = ${vendorId} and l.currency = ${currency} and l.recorded_at >= ${periodStart}
      and l.recorded_at < ${periodEnd}
    order by l.recorded_at, l.id`
}

/** The sums of a kind of lines on a day, for a document. */
export type PrintedDay = { day: string; kind: string; lines: number; quantity: number | null; amount: string }

/** Lists the sums of the lines in a range for each day and kind, for a document. */
export async function listPrintedDays(
  sql: Handle,
  { vendorId, currency, periodStart, periodEnd }: LineRange,
  timeZone: string
): Promise<PrintedDay[]> {
  return await sql<PrintedDay[]>`
    select to_char(l.recorded_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, l.kind, count(*)::integer as lines,
      sum(l.quantity)::integer as quantity, ${amountText(sql, sql`sum(l.amount)`, sql`${currency}`)} as amount
    from statement_lines l
    where l.vendor_id = ${vendorId} and l.currency = ${currency} and l.recorded_at >= ${periodStart}
      and l.recorded_at < ${periodEnd}
    group by 1, 2 order by 1, array_position(array['ITEM', 'SHIPPING', 'ADJUSTMENT'], l.kind)`
}

/** Returns SQL for the JSON of an adjustment, which is the row `l` of `statement_lines`. */
function adjustmentJson(sql: Handle): Fragment {
  return sql`json_build_object(${lineMembers(sql)}, 'vendorId', l.vendor_id, 'recordedBy', l.actor_name)`
}

/** Reads a page of the adjustments of a vendor, newest first. */
export function listAdjustments(sql: Handle, list: { vendorId: string; page: Page }): Promise<Listed> {
  return readRows(sql, adjustmentPageQuery(sql, list))
}

/** Returns the statement that `listAdjustments` sends. */
export function adjustmentPageQuery(
  sql: Handle,
  { vendorId, page }: { vendorId: string; page: Page }
): Fragment {
  const list = listOf(sql, { from: 'statement_lines l', row: 'l', key: lineKey, page })
  const rows = run(list, {
    lead: [['l.vendor_id', sql`(select ${vendorId}::uuid)`]],
    columns: ['l.recorded_at', 'l.id'],
    where: sql`l.kind = 'ADJUSTMENT'`
  })
  return pageStatement(list, {
    rows: sql`${rows} ${list.first}`,
    json: sql`select ${adjustmentJson(sql)} from statement_lines l where l.id = run.id`
  })
}

/** Records an adjustment in the open period of the vendor, and returns its id and its JSON. */
export async function insertAdjustment(
  tx: Tx,
  { actor }: Origin,
  { vendorId, amount, currency, reason }: Required<NewAdjustment> & { vendorId: string }
): Promise<{ id: string; json: JsonText<Adjustment> } | undefined> {
  const [row] = await tx<{ id: string; json: string }[]>`
    with l as (
      insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason, actor_type, actor_id, actor_name)
      values (${vendorId}, lock_statement_period(${vendorId}), 'ADJUSTMENT', ${currency}, ${amount}, ${reason}, ${actor.type},
        ${actor.id}::uuid, ${actor.name})
      returning *)
    select l.id, ${adjustmentJson(tx)}::text as json from l`
  return row
}

/** A column of the CSV. `isText` is true if the cells can begin like a formula. */
type CsvColumn = { name: string; value: string; isText?: true; isPlatform?: true }

const csvColumns: CsvColumn[] = [
  { name: 'vendor_id', value: 's.vendor_id', isPlatform: true },
  {
    name: 'vendor',
    value: '(select name from vendors v where v.id = s.vendor_id)',
    isText: true,
    isPlatform: true
  },
  { name: 'statement', value: 's.number' },
  { name: 'recorded_at', value: 'iso_text(l.recorded_at)' },
  { name: 'kind', value: 'l.kind' },
  { name: 'order_number', value: 'l.order_number', isText: true },
  { name: 'po_number', value: 'l.po_number', isText: true },
  { name: 'sku', value: 'l.sku', isText: true },
  { name: 'product', value: 'l.product_name', isText: true },
  { name: 'quantity', value: 'l.quantity' },
  { name: 'unit_cost', value: 'money_text(l.unit_cost)' },
  { name: 'amount', value: 'round(l.amount, currency_decimals(l.currency))' },
  { name: 'currency', value: 'l.currency' },
  { name: 'shipment_id', value: 'l.shipment_id' },
  { name: 'reason', value: 'l.reason', isText: true }
]

/** The lines of a file: those of a statement, of a vendor's open period, or of all statements of a period. */
export type FileLines =
  | { statementId: string }
  | { openOf: string }
  | { period: string; vendorId?: string | undefined }

/** The time limit of a file. A longer stream would keep vacuum from removing rows. */
const maxCopyMs = 60 * 60_000

/** Streams lines as CSV. Cells that a spreadsheet would treat as a formula get an apostrophe in front. */
export function copyLines(sql: Sql, lines: FileLines, signal: AbortSignal): Promise<Readable> {
  return copyOut(sql, lineCopyStatement(lines), { statementTimeoutMs: maxCopyMs, signal })
}

/**
 * Returns the `copy` statement of a file. It can't have parameters, so ids must be UUIDs in lower case, and a period must
 * be a date.
 */
export function lineCopyStatement(lines: FileLines): string {
  const columns = csvColumns
    .filter(({ isPlatform }) => !isPlatform || 'period' in lines)
    .map(({ name, value, isText }) => {
      const cell = isText
        ? `case when ${value} ~ '^[-=+@\\t\\r]' then '''' || ${value} else ${value} end`
        : value
      return `${cell} as ${name}`
    })
  return `copy (
      select ${columns.join(', ')}
      from (${statementsOf(lines)}) s
      join statement_lines l on l.vendor_id = s.vendor_id and l.currency = coalesce(s.currency, l.currency)
        and l.recorded_at >= s.period_start and l.recorded_at < s.period_end
      order by s.vendor_id, s.number, l.recorded_at, l.id)
    to stdout (format csv, header true)`
}

/** Returns a query for the periods whose lines a file has. The number of an open period is null. */
function statementsOf(lines: FileLines): string {
  const columns = 's.vendor_id, s.number, s.currency, s.period_start, s.period_end'
  if ('statementId' in lines)
    return `select ${columns} from statements s where s.id = '${checkedId(lines.statementId)}'`
  if ('openOf' in lines)
    return `
      select vendor_id, null::integer as number, null::text as currency, starts_at as period_start, ends_at as period_end
      from statement_periods where vendor_id = '${checkedId(lines.openOf)}'`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(lines.period)) throw new Error('The period must be a date.')
  const day = `'${lines.period}'::date`
  const vendor = lines.vendorId === undefined ? 'true' : `s.vendor_id = '${checkedId(lines.vendorId)}'`
  return `
    select ${columns} from statements s
    where s.period_end > ${day} - 1 and s.period_end < ${day} + 33
      and (s.period_start at time zone s.time_zone)::date <= ${day}
      and ((s.period_end at time zone s.time_zone) - interval '1 millisecond')::date >= ${day} and ${vendor}`
}

function checkedId(id: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))
    throw new Error('The id must be a UUID in lower case.')
  return id
}
