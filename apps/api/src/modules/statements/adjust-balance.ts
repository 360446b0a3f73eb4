import type { Tx } from '../../db/connect.ts'
import { type Fault, invalid, notFound, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { currencyDecimals } from '../../lib/currencies.ts'
import { insertAdjustment } from './line-queries.ts'
import { findCurrency } from './queries.ts'
import type { Adjustment, NewAdjustment } from './schema.ts'

/**
 * Adds an amount to what a vendor is owed, in the open period. Throws 404 if the vendor doesn't exist, and 400 if the
 * amount is 0 or has more decimals than the currency, or if the currency isn't the marketplace's.
 */
export async function adjustBalance(
  tx: Tx,
  caller: Caller,
  { vendorId, body }: { vendorId: string; body: NewAdjustment }
): Promise<JsonText<Adjustment>> {
  const marketplace = orNotFound(await findCurrency(tx, vendorId))
  const faults = adjustmentFaults(body, marketplace)
  if (faults.length > 0) throw invalid(faults)
  const { amount, reason } = body
  const line = await insertAdjustment(tx, caller, { vendorId, amount, currency: marketplace, reason })
  if (!line) throw notFound()
  await recordEvent(tx, caller, {
    type: 'statement.adjusted',
    vendorId,
    subject: { type: 'statement_line', id: line.id },
    details: { amount, currency: marketplace, reason }
  })
  return line.json
}

/** Returns the faults of an adjustment in a marketplace with this currency. */
function adjustmentFaults({ amount, currency }: NewAdjustment, marketplace: string): Fault[] {
  const faults: Fault[] = []
  const decimals = currencyDecimals(marketplace)
  if (amount === '0') {
    faults.push(fault('/amount', 'ZERO_AMOUNT', 'must not be 0'))
  } else if ((amount.split('.')[1] ?? '').length > decimals) {
    const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`
    faults.push(fault('/amount', 'INVALID_DECIMAL', `must have ${most}, because it is in ${marketplace}`))
  }
  if (currency !== undefined && currency !== marketplace) {
    faults.push(
      fault(
        '/currency',
        'OTHER_CURRENCY',
        `must be ${marketplace}, the currency of the marketplace, or omitted`
      )
    )
  }
  return faults
}
