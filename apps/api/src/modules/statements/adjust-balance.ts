import type { Handle, Tx } from '../../db/connect.ts'
import { type Fault, invalid, notFound, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { currencyDecimals } from '../../lib/currencies.ts'
import { recordOf } from '../../lib/shape.ts'
import { insertAdjustment } from './line-queries.ts'
import { findCurrency, getCurrency } from './queries.ts'
import type { Adjustment, NewAdjustment } from './schema.ts'

/**
 * Adds an amount to what a vendor is owed, in the open period. Throws 404 if the vendor doesn't exist, and 400 if the body has
 * faults since the currency was changed.
 */
export async function adjustBalance(
  tx: Tx,
  caller: Caller,
  { vendorId, body }: { vendorId: string; body: NewAdjustment }
): Promise<JsonText<Adjustment>> {
  const marketplace = orNotFound(await findCurrency(tx, vendorId))
  const faults = faultsIn(body, marketplace)
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

/**
 * Returns the faults of an adjustment: an amount that is 0 or has more decimals than the currency, and a currency that isn't the
 * marketplace's.
 */
export async function adjustmentFaults(sql: Handle, body: unknown): Promise<Fault[]> {
  return faultsIn(body, await getCurrency(sql))
}

function faultsIn(body: unknown, marketplace: string): Fault[] {
  const { amount, currency } = recordOf(body)
  return [...amountFaults(amount, marketplace), ...currencyFaults(currency, marketplace)]
}

function amountFaults(amount: unknown, marketplace: string): Fault[] {
  if (typeof amount !== 'string' || !/^-?\d+(\.\d+)?$/.test(amount)) return []
  if (amount === '0') return [fault('/amount', 'ZERO_AMOUNT', 'must not be 0')]
  const decimals = currencyDecimals(marketplace)
  if ((amount.split('.')[1] ?? '').length <= decimals) return []
  const most = decimals === 0 ? 'no decimals' : `at most ${decimals} decimals`
  return [fault('/amount', 'INVALID_DECIMAL', `must have ${most}, because it is in ${marketplace}`)]
}

function currencyFaults(currency: unknown, marketplace: string): Fault[] {
  if (typeof currency !== 'string' || currency === marketplace) return []
  const message = `must be ${marketplace}, the currency of the marketplace, or omitted`
  return [fault('/currency', 'OTHER_CURRENCY', message)]
}
