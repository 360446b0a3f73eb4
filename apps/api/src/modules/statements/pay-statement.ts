import type { Tx } from '../../db/connect.ts'
import { type Fault, orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import { isoOf, pastFaults } from '../../http/timestamps.ts'
import { databaseNow } from '../../lib/clock.ts'
import { recordOf } from '../../lib/shape.ts'
import { findStatement, lockStatement, storePayment } from './queries.ts'
import type { Payment, Statement } from './schema.ts'

/** Checks the body of a payment for errors that need no database. `now` is in milliseconds since 1970. */
export function paymentFaults(body: unknown, now = databaseNow()): Fault[] {
  return pastFaults('/paidAt', recordOf(body).paidAt, now)
}

/**
 * Marks a statement as paid. The same payment again changes nothing. Throws 409 `ALREADY_PAID` if the statement was paid
 * with another reference or at another time, and 409 `NOTHING_DUE` if its closing balance isn't positive.
 */
export async function payStatement(
  tx: Tx,
  caller: Caller,
  { id, payment }: { id: string; payment: Payment }
): Promise<JsonText<Statement>> {
  const statement = orNotFound(await lockStatement(tx, id))
  const read = async () => orNotFound(await findStatement(tx, { id }))
  await requireMatch(caller, read)
  const { vendorId, number, currency } = statement
  const { reference } = payment
  const paidAt = isoOf(payment.paidAt)
  if (statement.reference === reference && statement.paidAt === paidAt) return read()
  if (statement.paidAt !== null) {
    throw new Problem('ALREADY_PAID', {
      detail: `The statement was marked as paid on ${statement.paidAt} with the reference ${statement.reference}.`
    })
  }
  if (!statement.isDue) throw new Problem('NOTHING_DUE')
  const [, , paid] = await Promise.all([
    storePayment(tx, { id, reference, paidAt }),
    recordEvent(tx, caller, {
      type: 'statement.paid',
      vendorId,
      subject: { type: 'statement', id },
      details: { number, currency, reference }
    }),
    read()
  ])
  return paid
}
