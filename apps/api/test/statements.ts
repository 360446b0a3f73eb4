import assert from 'node:assert/strict'
import { closeStatements } from '../src/modules/statements/close-statements.ts'
import type { TestAnswer, TestApp, TestVendor } from './app.ts'

/** A line of the ledger, as the database stores it. */
export type LedgerLine = {
  id: string
  kind: string
  amount: string
  quantity: number | null
  suborderId: string | null
  orderItemId: string | null
  shipmentId: string | null
  recordedAt: string
}

/** Returns all lines of a vendor, oldest first. */
export async function linesOf(t: TestApp, vendorId: string): Promise<LedgerLine[]> {
  return await t.sql<LedgerLine[]>`
    select id, kind, amount, quantity, suborder_id, order_item_id, shipment_id, recorded_at
    from statement_lines where vendor_id = ${vendorId} order by recorded_at, id`
}

/** Ends the open periods of these vendors now, after the lines that they already have. */
export async function endPeriods(t: TestApp, vendorIds: string[]): Promise<void> {
  const ended = await t.sql<{ endsAt: string }[]>`
    update statement_periods set ends_at = greatest(clock_timestamp(), starts_at) + interval '1 millisecond'
    where vendor_id = any(${vendorIds}::uuid[]) returning ends_at`
  // Not read again: another call may have closed the periods in the meantime.
  await t.sql`
    select pg_sleep(greatest(extract(epoch from max(at) - clock_timestamp()), 0) + 0.001)
    from unnest(${ended.map(({ endsAt }) => endsAt)}::timestamptz[]) as at`
}

/** Ends and closes the open period of a vendor. Returns its statements, newest first. */
export async function closePeriod(t: TestApp, vendor: TestVendor): Promise<TestAnswer['body'][]> {
  await endPeriods(t, [vendor.id])
  await closeStatements(t.sql)
  const { body, text } = await t.call('GET /vendor/statements', { as: vendor.viewer })
  assert.ok(body.statements, text)
  return body.statements
}

/** Adjusts what a vendor is owed. */
export function adjust(t: TestApp, as: string, vendorId: string, body: object) {
  return t.call(`POST /platform/vendors/${vendorId}/adjustments`, { as, body })
}
