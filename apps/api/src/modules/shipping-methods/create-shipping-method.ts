import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import { findShippingMethod, insertRates, insertShippingMethod, lockMethodCount } from './queries.ts'
import type { NewShippingMethod, ShippingMethod } from './schema.ts'

/** Methods of a vendor: they are read as one list. */
export const maxMethods = 50

/** Creates a shipping method with its rates (specification 4.6). A vendor that has 50 is refused. */
export async function createShippingMethod(
  tx: Tx,
  caller: Caller,
  body: NewShippingMethod
): Promise<JsonText<ShippingMethod>> {
  const { vendorId } = caller
  const method = {
    name: body.name,
    isActive: body.isActive ?? true,
    pricingType: body.pricingType ?? 'FLAT_RATE',
    currency: body.currency ?? null,
    description: body.description ?? null,
    weightLimitMin: body.weightLimitMin ?? null,
    weightLimitMax: body.weightLimitMax ?? null
  }
  const [, id] = await Promise.all([
    lockMethodCount(tx, vendorId),
    insertShippingMethod(tx, vendorId, method, maxMethods)
  ])
  if (!id) {
    const message = `would add to the ${maxMethods} shipping methods that a vendor may have: delete one first`
    throw invalid([fault('', 'TOO_MANY', message)])
  }
  await insertRates(tx, vendorId, id, body.countryRates ?? [])
  await recordEvent(tx, caller, {
    type: 'shipping_method.created',
    vendorId,
    subject: { type: 'shipping_method', id }
  })
  return orNotFound(await findShippingMethod(tx, vendorId, id))
}
