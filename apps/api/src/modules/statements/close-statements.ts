import type { Sql, Tx } from '../../db/connect.ts'
import { recordEvents, systemOrigin } from '../../events.ts'
import { balances } from './queries.ts'

/** The number of vendors that are read at once. */
const batchSize = 500

/**
 * How long closing waits for the transactions that record lines of the vendor. In the meantime, further ones wait for
 * closing. After this time, the vendor is left to the next run.
 */
const maxWait = '3s'

/**
 * Closes the periods that have ended, each in a transaction of its own. Several workers may do this at the same time: a
 * period is closed once. Resolves to the number of periods that this call has closed.
 */
export async function closeStatements(sql: Sql): Promise<number> {
  let closed = 0
  let last = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const vendorIds = await listEndedPeriods(sql, last)
    for (const vendorId of vendorIds) {
      while (await closePeriodUnlessBusy(sql, vendorId)) closed++
    }
    if (vendorIds.length < batchSize) return closed
    last = vendorIds.at(-1) ?? last
  }
}

/** Closes the vendor's period, or returns false if it hasn't ended, or if a transaction holds it for longer. */
async function closePeriodUnlessBusy(sql: Sql, vendorId: string): Promise<boolean> {
  try {
    return await sql.begin((tx) => closePeriod(tx, vendorId))
  } catch (error) {
    if ((error as { code?: unknown }).code === '55P03') return false
    throw error
  }
}

/** Lists vendors whose open period has ended, in the order of their ids, after the vendor `last`. */
async function listEndedPeriods(sql: Sql, last: string): Promise<string[]> {
  const rows = await sql<{ vendorId: string }[]>`
    select vendor_id from (
      select vendor_id from statement_periods where ends_at <= clock_timestamp()) ended
    where vendor_id > ${last}::uuid order by vendor_id limit ${batchSize}`
  return rows.map(({ vendorId }) => vendorId)
}

/**
 * Closes the open period of a vendor if it has ended: inserts a statement for each currency that has lines or a negative
 * balance, and opens the next period. Returns false if the period hasn't ended, or if another worker has closed it.
 */
async function closePeriod(tx: Tx, vendorId: string): Promise<boolean> {
  const [, closed] = await Promise.all([lockPeriod(tx, vendorId), insertStatements(tx, vendorId)])
  if (!closed) return false
  if (closed.length > 0) {
    await recordEvents(
      tx,
      systemOrigin,
      closed.map(({ id, ...details }) => ({
        type: 'statement.closed',
        vendorId,
        subject: { type: 'statement', id },
        details
      }))
    )
  }
  return true
}

/** Waits for the transactions that record lines of the vendor, and blocks others until the transaction ends. */
async function lockPeriod(tx: Tx, vendorId: string): Promise<void> {
  await tx`
    select set_config('lock_timeout', ${maxWait}, true) as "limit",
      pg_advisory_xact_lock(hashtextextended('statements ' || ${vendorId}::uuid, 2))`
}

type Closed = { id: string; number: number; currency: string; closingBalance: string }

/**
 * Inserts the statements of the vendor's period and opens the next one. Returns undefined if the period hasn't ended.
 * Send this after `lockPeriod`, so that it sees the lines of the transactions that `lockPeriod` has waited for.
 */
async function insertStatements(tx: Tx, vendorId: string): Promise<Closed[] | undefined> {
  const [row] = await tx<{ closed: Closed[] }[]>`
    with period as materialized (
      select p.*, m.time_zone, m.statement_period
      from statement_periods p cross join settings m
      where p.vendor_id = ${vendorId} and p.ends_at <= clock_timestamp()
    ), balance as materialized (
      select b.*, p.last_number + row_number() over (order by b.currency) as number
      from period p cross join lateral (
        ${balances(tx, { vendor: tx`p.vendor_id`, start: tx`p.starts_at`, end: tx`p.ends_at` })}) b
    ), inserted as (
      insert into statements (vendor_id, number, currency, period_start, period_end, time_zone, opening_balance, items,
        shipping, adjustments, line_count)
      select p.vendor_id, b.number, b.currency, p.starts_at, p.ends_at, p.time_zone, b.opening_balance, b.items,
        b.shipping, b.adjustments, b.line_count
      from balance b cross join period p order by b.number
      returning id, number, currency, closing_balance
    ), opened as (
      update statement_periods o set starts_at = p.ends_at,
        ends_at = statement_period_end(p.ends_at, p.statement_period, p.time_zone),
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
