import type { Fragment, Handle, Tx } from '../../db/connect.ts'
import { firstOf, listOf, type Page, pageStatement, readRows, run } from '../../db/lists.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Listed } from '../../http/paging.ts'
import type { Address } from '../vendors/schema.ts'
import type { OpenStatement, Payment, Statement, StatementFilters } from './schema.ts'

/** Returns SQL for an amount in the decimals of its currency, as text. */
export function amountText(sql: Handle, amount: Fragment, currency: Fragment): Fragment {
  return sql`round(${amount}, currency_decimals(${currency}))::text`
}

/** Returns SQL for the members of a JSON object that describe a period. */
function periodMembers(sql: Handle, { start, end, zone }: Record<'start' | 'end' | 'zone', Fragment>) {
  return sql`
    'periodStart', iso_text(${start}), 'periodEnd', iso_text(${end}), 'timeZone', ${zone},
    'firstDay', to_char(${start} at time zone ${zone}, 'YYYY-MM-DD'),
    'lastDay', to_char((${end} at time zone ${zone}) - interval '1 millisecond', 'YYYY-MM-DD')`
}

/** Returns SQL for the members of a JSON object with the balances of the row `s`. */
function balanceMembers(sql: Handle): Fragment {
  const amount = (column: Fragment) => amountText(sql, column, sql`s.currency`)
  return sql`
    'currency', s.currency, 'openingBalance', ${amount(sql`s.opening_balance`)},
    'itemTotal', ${amount(sql`s.items`)}, 'shippingTotal', ${amount(sql`s.shipping`)},
    'adjustmentTotal', ${amount(sql`s.adjustments`)}, 'closingBalance', ${amount(sql`s.closing_balance`)},
    'amountDue', ${amount(sql`greatest(s.closing_balance, 0)`)}, 'lineCount', s.line_count`
}

/** Returns SQL for the JSON of the row `s` of `statements`. */
function statementJson(sql: Handle): Fragment {
  return sql`json_build_object(
    'id', s.id, 'number', s.number, 'vendorId', s.vendor_id, 'vendorName', coalesce(s.vendor_name, (select name from vendors where id = s.vendor_id)),
    ${periodMembers(sql, { start: sql`s.period_start`, end: sql`s.period_end`, zone: sql`s.time_zone` })},
    ${balanceMembers(sql)},
    'status', s.status, 'closedAt', iso_text(s.closed_at), 'paidAt', iso_text(s.paid_at), 'reference', s.reference)`
}

/** Identifies a statement. The operator reads those of all vendors, without `vendorId`. */
export type StatementKey = { id: string; vendorId?: string }

/** Returns a condition on the row `s` of `statements`. */
function hasKey(sql: Handle, { id, vendorId }: StatementKey): Fragment {
  return vendorId === undefined ? sql`s.id = ${id}` : sql`s.vendor_id = ${vendorId} and s.id = ${id}`
}

/** Returns a statement as JSON text, or undefined if the vendor has no statement with this id. */
export async function findStatement(
  sql: Handle,
  key: StatementKey
): Promise<JsonText<Statement> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select ${statementJson(sql)}::text as json
    from statements s where ${hasKey(sql, key)}`
  return row?.json
}

/**
 * The data for the document of a statement, with the names and addresses from the time when it was closed. The logo is the
 * marketplace's current one.
 */
export type StatementContents = {
  statement: Statement
  vendor: Address
  billTo: Address
  marketplace: string
  logo: string | null
}

/** Returns the data for the document of a statement, without its lines, or undefined as `findStatement` does. */
export async function findStatementContents(
  sql: Handle,
  key: StatementKey
): Promise<StatementContents | undefined> {
  const [row] = await sql<StatementContents[]>`
    select ${statementJson(sql)} as statement,
      address_json(coalesce(s.vendor_address, p.vendor_address)) as vendor, address_json(coalesce(s.bill_to, p.bill_to)) as bill_to,
      coalesce(s.issuer, p.issuer) as marketplace, p.logo
    from statements s cross join lateral (${parties(sql, sql`s.vendor_id`)}) p where ${hasKey(sql, key)}`
  return row
}

/** Returns a query for the names and addresses of a vendor and of the marketplace, as a statement has them. */
export function parties(sql: Handle, vendorId: Fragment): Fragment {
  return sql`
    select v.name as vendor_name, jsonb_build_object('company', v.name) || v.address as vendor_address,
      coalesce(m.address ->> 'company', m.name) as issuer, jsonb_build_object('company', m.name) || m.address as bill_to, m.logo
    from vendors v cross join settings m where v.id = ${vendorId}`
}

/** The lines of a vendor that belong to a statement, or to the open period if `currency` is null. */
export type LineRange = {
  vendorId: string
  number: number | null
  currency: string | null
  periodStart: string
  periodEnd: string
}

/** Returns the range of the lines of a statement, or undefined if the vendor has no statement with this id. */
export async function findLineRange(sql: Handle, key: StatementKey): Promise<LineRange | undefined> {
  const [row] = await sql<LineRange[]>`
    select s.vendor_id, s.number, s.currency, s.period_start, s.period_end from statements s where ${hasKey(sql, key)}`
  return row
}

/** Returns the range of the lines of the vendor's open period, or undefined if the vendor has no lines yet. */
export async function findOpenRange(sql: Handle, vendorId: string): Promise<LineRange | undefined> {
  const [row] = await sql<LineRange[]>`
    select vendor_id, null::integer as number, null as currency, starts_at as period_start, ends_at as period_end
    from statement_periods where vendor_id = ${vendorId}`
  return row
}

/**
 * Returns the balances of the vendor's open period, from one snapshot. A vendor without lines has the period of today,
 * without balances.
 */
export async function getOpenStatement(sql: Handle, vendorId: string): Promise<JsonText<OpenStatement>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object(
      ${periodMembers(sql, { start: sql`p.starts_at`, end: sql`p.ends_at`, zone: sql`p.time_zone` })},
      'balances', (
        select coalesce(json_agg(json_build_object(${balanceMembers(sql)}) order by s.currency), '[]')
        from (
          select b.*, b.opening_balance + b.items + b.shipping + b.adjustments as closing_balance
          from (${balances(sql, { vendor: sql`${vendorId}::uuid`, start: sql`p.starts_at`, end: sql`p.ends_at` })}) b) s
      ))::text as json
    from settings m
      left join statement_periods o on o.vendor_id = ${vendorId}
      cross join lateral (
        select coalesce(o.starts_at, statement_period_start(now(), m.statement_period, m.time_zone)) as starts_at,
          coalesce(o.ends_at, statement_period_end(now(), m.statement_period, m.time_zone)) as ends_at,
          coalesce(o.time_zone, m.time_zone) as time_zone) p`
  if (!row) throw new Error('The settings row is missing')
  return row.json
}

/**
 * Returns a query for the balances of a period of a vendor: one row for each currency that has lines in the period, or a
 * negative closing balance in its last statement.
 */
export function balances(
  sql: Handle,
  { vendor, start, end }: Record<'vendor' | 'start' | 'end', Fragment>
): Fragment {
  return sql`
    select currency, coalesce(c.balance, 0) as opening_balance, coalesce(l.items, 0) as items,
      coalesce(l.shipping, 0) as shipping, coalesce(l.adjustments, 0) as adjustments,
      coalesce(l.line_count, 0)::integer as line_count
    from (
      select currency, sum(amount) filter (where kind = 'ITEM') as items,
        sum(amount) filter (where kind = 'SHIPPING') as shipping,
        sum(amount) filter (where kind = 'ADJUSTMENT') as adjustments, count(*) as line_count
      from statement_lines where vendor_id = ${vendor} and recorded_at >= ${start} and recorded_at < ${end}
      group by currency
    ) l full join (
      select currency, closing_balance as balance from (
        select distinct on (currency) currency, closing_balance
        from statements where vendor_id = ${vendor} order by currency, number desc) latest
      where closing_balance < 0
    ) c using (currency)`
}

/** Returns the currency of the marketplace, or undefined if the vendor doesn't exist. */
export async function findCurrency(sql: Handle, vendorId: string): Promise<string | undefined> {
  const [row] = await sql<{ currency: string }[]>`
    select m.currency from vendors v cross join settings m where v.id = ${vendorId}`
  return row?.currency
}

/** Returns the currency of the marketplace. */
export async function getCurrency(sql: Handle): Promise<string> {
  const [row] = await sql<{ currency: string }[]>`select currency from settings`
  if (!row) throw new Error('The settings row is missing')
  return row.currency
}

/** True if the vendor exists. */
export async function hasVendor(sql: Handle, id: string): Promise<boolean> {
  const [row] = await sql`select from vendors where id = ${id}`
  return row !== undefined
}

type StatementList = { page: Page; filters: StatementFilters }

/** Reads a page of statements that pass the filters, newest first. */
export function listStatements(sql: Handle, list: StatementList): Promise<Listed> {
  return readRows(sql, statementPageQuery(sql, list))
}

/** The longest period is a month. This many days before or after a day are outside of all periods that contain it. */
export const maxPeriodDays = 33

/** Returns the statement that `listStatements` sends. */
export function statementPageQuery(sql: Handle, { page, filters }: StatementList): Fragment {
  const { period, vendorId, status, isDue } = filters
  const list = listOf(sql, {
    ...{ from: 'statements s', row: 's', key: { period_end: 'timestamptz', id: 'uuid' }, page },
    ...(period !== undefined && { after: dayFrom(period, -1), before: dayFrom(period, maxPeriodDays) }),
    conditions: {
      period: period !== undefined && periodContains(sql, sql`(select ${period}::date)`),
      status: vendorId !== undefined && status !== undefined && sql`s.status = (select ${status}::text)`,
      isDue: isDue !== undefined && sql`(s.closing_balance > 0) = (select ${isDue}::boolean)`
    }
  })
  const lead: [string, Fragment][] =
    vendorId !== undefined
      ? [['s.vendor_id', sql`(select ${vendorId}::uuid)`]]
      : status !== undefined
        ? [['s.status', sql`(select ${status}::text)`]]
        : []
  return pageStatement(list, {
    rows: firstOf(list, run(list, { lead, columns: ['s.period_end', 's.id'] })),
    json: sql`
      select ${statementJson(sql)} from statements s where s.id = run.id`
  })
}

/** Returns a condition on the row `s` of `statements`: that its period contains a day. */
export function periodContains(sql: Handle, day: Fragment): Fragment {
  return sql`
    (s.period_start at time zone s.time_zone)::date <= ${day}
      and ((s.period_end at time zone s.time_zone) - interval '1 millisecond')::date >= ${day}`
}

/** Returns the beginning (UTC) of the day this many days after a date, or infinity if it is outside of the years 1 to 9999. */
export function dayFrom(date: string, days: number): string {
  const day = new Date(Date.parse(date) + days * 86_400_000)
  const year = day.getUTCFullYear()
  return year < 1 ? '-infinity' : year > 9999 ? 'infinity' : day.toISOString()
}

/** The fields of a statement that decide whether it can be paid. */
type PayableStatement = {
  vendorId: string
  number: number
  currency: string
  isDue: boolean
  paidAt: string | null
  reference: string | null
}

/** Locks a statement until the transaction ends. Returns undefined if it doesn't exist. */
export async function lockStatement(tx: Tx, id: string): Promise<PayableStatement | undefined> {
  const [row] = await tx<PayableStatement[]>`
    select vendor_id, number, currency, closing_balance > 0 as is_due, paid_at, reference
    from statements where id = ${id} for update`
  return row
}

/** Marks a locked statement as paid. */
export async function storePayment(
  tx: Tx,
  { id, reference, paidAt }: Payment & { id: string }
): Promise<void> {
  await tx`
    update statements set status = 'PAID', reference = ${reference}, paid_at = ${paidAt}::timestamptz where id = ${id}`
}
