import type { Fragment, Handle, Tx } from '../../db/connect.ts'
import { type CsvColumn, csvColumns } from '../../db/csv.ts'
import {
  columnsOf,
  type List,
  type ListDefinition,
  listOf,
  ordered,
  orderedKeys,
  type Page,
  pageStatement,
  readRows,
  run,
  wholeListOf
} from '../../db/lists.ts'
import type { Origin } from '../../events.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Listed } from '../../http/paging.ts'
import { amountText, dayFrom, type LineRange, maxPeriodDays, periodContains } from './queries.ts'
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
  const { vendorId, currency } = range
  const list = listOf(sql, { ...lineList(range), page })
  const where = currency === null ? undefined : sql`l.currency = (select ${currency}::text)`
  return pageStatement(list, {
    rows: sql`${lineRun(list, vendorId, where)} ${list.first}`,
    json: sql`select json_build_object(${lineMembers(sql)}) from statement_lines l where l.id = run.id`
  })
}

/** Returns what a list of the lines in a range consists of, oldest first. */
function lineList({ periodStart, periodEnd }: LineRange): ListDefinition {
  return {
    ...{ from: 'statement_lines l', row: 'l', key: lineKey, order: 'asc' },
    // Lines have times in whole milliseconds, and those at the beginning of the period belong to it.
    ...{ after: new Date(Date.parse(periodStart) - 1).toISOString(), before: periodEnd }
  }
}

/** Returns a query for the sort keys of the vendor's lines. */
function lineRun(list: List, vendorId: string, where?: Fragment): Fragment {
  const lead: [string, Fragment][] = [['l.vendor_id', list.sql`(select ${vendorId}::uuid)`]]
  return run(list, { lead, columns: ['l.recorded_at', 'l.id'], ...(where && { where }) })
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

const ofPlatform: CsvColumn[] = [
  { name: 'vendor_id', value: 'l.vendor_id' },
  { name: 'vendor', value: '(select name from vendors where id = s.vendor_id)', isText: true }
]

const columns: CsvColumn[] = [
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

/** The lines of a file: those in a range, or those of all statements of a period. */
export type FileLines = { range: LineRange } | { period: string; vendorId?: string | undefined }

/** Returns the query of a file of lines. */
export function lineFileQuery(sql: Handle, lines: FileLines): Fragment {
  return 'range' in lines ? rangeFileQuery(sql, lines.range) : periodFileQuery(sql, lines)
}

/** Returns the query of the lines in a range, in the order of an index. The number of an open period is null. */
function rangeFileQuery(sql: Handle, range: LineRange): Fragment {
  const { vendorId, number, currency } = range
  const list = wholeListOf(sql, lineList(range))
  return sql`
    select ${sql.unsafe(csvColumns(columns))}
    from (${orderedKeys(list, lineRun(list, vendorId))}) k
      cross join lateral (select ${number}::integer as number) s
      cross join lateral (
        select * from statement_lines
        where id = k.id and ${currency === null ? sql`true` : sql`currency = ${currency}`} offset 0) l
    ${ordered(list, columnsOf(list, 'k'))}`
}

/**
 * Returns the query of the lines of all statements whose period contains a day, ordered by vendor. Only the keys of the lines
 * are sorted.
 */
function periodFileQuery(
  sql: Handle,
  { period, vendorId }: { period: string; vendorId?: string | undefined }
): Fragment {
  const byVendor = vendorId === undefined ? sql`s.vendor_id,` : sql``
  return sql`
    select ${sql.unsafe(csvColumns([...ofPlatform, ...columns]))}
    from (
        select s.vendor_id, s.number, s.currency, l.recorded_at, l.id
        from statements s cross join lateral (
          select recorded_at, id from statement_lines
          where vendor_id = s.vendor_id and recorded_at >= s.period_start and recorded_at < s.period_end offset 0) l
        where s.period_end > ${dayFrom(period, -1)}::timestamptz and s.period_end < ${dayFrom(period, maxPeriodDays)}::timestamptz
          and ${periodContains(sql, sql`${period}::date`)}
          and ${vendorId === undefined ? sql`true` : sql`s.vendor_id = ${vendorId}`}
        order by ${byVendor} s.number, l.recorded_at, l.id offset 0) s
      cross join lateral (select * from statement_lines where id = s.id and currency = s.currency offset 0) l
    order by ${byVendor} s.number, s.recorded_at, s.id`
}
