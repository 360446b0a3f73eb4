import type { Tx } from '../apps/api/src/db/connect.ts'
import { adjustBalance } from '../apps/api/src/modules/statements/adjust-balance.ts'
import { closePeriod } from '../apps/api/src/modules/statements/close-statements.ts'
import { payStatement } from '../apps/api/src/modules/statements/pay-statement.ts'
import type { NewId } from './id-queries.ts'
import { day, demoId, hour, isoText } from './numbers.ts'
import { readData } from './read-data.ts'
import { type Actors, callerOf, type VendorName } from './seed-marketplace.ts'
import {
  type ClosedStatement,
  type EventTime,
  listClosed,
  moveEvents,
  moveLines,
  moveStatements
} from './time-queries.ts'

/** The content of `data/adjustments.json`: amounts that the operator has added. */
type DemoAdjustment = { vendor: VendorName; daysAgo: number; amount: string; reason: string }

type Input = { people: Actors; now: number; shipments: NewId[] }

/**
 * Adjusts what the vendors are owed, moves the lines of their statements to the times of the shipments, closes the periods
 * that have ended, and marks all statements but the newest of each vendor as paid. The shipments must have their times,
 * but not yet their ids, which are in `shipments`.
 */
export async function seedStatements(tx: Tx, { people, now, shipments }: Input): Promise<void> {
  const operator = callerOf(people.operator)
  const adjustments: { id: string; at: string }[] = []
  for (const { vendor, daysAgo, ...body } of await readData<DemoAdjustment[]>('adjustments.json')) {
    const { vendorId } = people.vendors[vendor]
    const { id } = JSON.parse(await adjustBalance(tx, operator, { vendorId, body }))
    adjustments.push({ id, at: isoText(now - daysAgo * day) })
  }
  await moveLines(tx, { shipments, adjustments })
  await moveEvents(
    tx,
    adjustments.map(({ id, at }) => ({ type: 'statement.adjusted', subjectId: id, at }))
  )
  for (const { vendorId } of Object.values(people.vendors)) {
    while (await closePeriod(tx, vendorId));
  }
  const closed = (await listClosed(tx)).map((one) => ({ ...one, to: idOf(one) }))
  await moveStatements(
    tx,
    closed.map(({ id, to, periodEnd }) => ({ from: id, to, at: isoText(Date.parse(periodEnd) + 20_000) }))
  )
  const payments: EventTime[] = []
  for (const { to, recency, periodEnd, isDue, vendor } of closed) {
    if (recency === 1 || !isDue) continue
    const at = isoText(Date.parse(periodEnd) + 4 * day + 14 * hour)
    const reference = `ACH ${periodEnd.slice(0, 10)} ${vendor}`
    await payStatement(tx, operator, { id: to, payment: { reference, paidAt: at } })
    payments.push({ type: 'statement.paid', subjectId: to, at })
  }
  await moveEvents(tx, payments)
}

/** Returns the id of a statement, which is the same in every demo marketplace. */
function idOf({ vendor, recency }: ClosedStatement): string {
  return demoId(`statement ${vendor} ${recency}`, recency * 15 * day)
}
