import type { Sql, Tx } from '../../db/connect.ts'
import { balances, parties } from './queries.ts'

/** Lists at most `limit` vendors whose open period has ended, in the order of their ids, after the vendor `last`. */
export async function listEndedPeriods(
  sql: Sql,
  { last, limit }: { last: string; limit: number }
): Promise<string[]> {
  const rows = await sql<{ vendorId: string }[]>`
    select vendor_id from (
      select vendor_id from statement_periods where ends_at <= clock_timestamp()) ended
    where vendor_id > ${last}::uuid order by vendor_id limit ${limit}`
  return rows.map(({ vendorId }) => vendorId)
}

/**
 * Waits for the transactions that record lines of the vendor, and blocks others until the transaction ends. Throws an error
 * with the code 55P03 if this takes longer than `maxWaitMs`.
 */
export async function lockPeriod(tx: Tx, vendorId: string, maxWaitMs: number): Promise<void> {
  await tx`
    select set_config('lock_timeout', ${String(maxWaitMs)}, true) as "limit",
      pg_advisory_xact_lock(hashtextextended('statements ' || ${vendorId}::uuid, 2))`
}

/** A statement that was just closed. */
type Closed = { id: string; number: number; currency: string; closingBalance: string }

/**
 * Inserts the statements of the vendor's period and opens the next one. Returns undefined if the period hasn't ended.
 * Send this after `lockPeriod`, so that it sees the lines of the transactions that `lockPeriod` has waited for.
 */
export async function insertStatements(tx: Tx, vendorId: string): Promise<Closed[] | undefined> {
  const [row] = await tx<{ closed: Closed[] }[]>`
    with period as materialized (
      select p.vendor_id, p.starts_at, p.ends_at, p.last_number, coalesce(p.time_zone, m.time_zone) as time_zone,
        m.time_zone as next_time_zone, m.statement_period
      from statement_periods p cross join settings m
      where p.vendor_id = ${vendorId} and p.ends_at <= clock_timestamp()
    ), balance as materialized (
      select b.*, p.last_number + row_number() over (order by b.currency) as number
      from period p cross join lateral (
        ${balances(tx, { vendor: tx`p.vendor_id`, start: tx`p.starts_at`, end: tx`p.ends_at` })}) b
    ), inserted as (
      insert into statements (vendor_id, number, currency, period_start, period_end, time_zone, opening_balance, items,
        shipping, adjustments, line_count, vendor_name, vendor_address, issuer, bill_to)
      select p.vendor_id, b.number, b.currency, p.starts_at, p.ends_at, p.time_zone, b.opening_balance, b.items,
        b.shipping, b.adjustments, b.line_count, n.vendor_name, n.vendor_address, n.issuer, n.bill_to
      from balance b cross join period p cross join lateral (${parties(tx, tx`p.vendor_id`)}) n order by b.number
      returning id, number, currency, closing_balance
    ), opened as (
      update statement_periods o set starts_at = p.ends_at,
        ends_at = statement_period_end(p.ends_at, p.statement_period, p.next_time_zone), time_zone = p.next_time_zone,
        last_number = p.last_number + (select count(*) from balance)
      from period p where o.vendor_id = p.vendor_id
      returning o.vendor_id
    )
    select coalesce((
      select json_agg(json_build_object('id', id, 'number', number, 'currency', currency,
        'closingBalance', round(closing_balance, currency_decimals(currency))::text) order by number)
      from inserted), '[]') as closed
    from opened`
  return row?.closed
}
