import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import {
  deleteRates,
  findShippingMethod,
  insertRates,
  lockShippingMethod,
  updateShippingMethod
} from './queries.ts'
import { methodFaults } from './rules.ts'
import type { ShippingMethod, ShippingMethodPatch } from './schema.ts'

/**
 * Merges the patch into the method under its lock; the rules hold for the merged result. Null clears an optional
 * field, or sets it back to what a new method has.
 */
export async function patchShippingMethod(
  tx: Tx,
  caller: Caller,
  { vendorId, id, patch }: { vendorId: string; id: string; patch: ShippingMethodPatch }
): Promise<JsonText<ShippingMethod>> {
  const { countryRates, ...stored } = orNotFound(await lockShippingMethod(tx, vendorId, id))
  const read = async () => orNotFound(await findShippingMethod(tx, vendorId, id))
  await requireMatch(caller, read)
  const merged = {
    name: patch.name ?? stored.name,
    isActive: patch.isActive === undefined ? stored.isActive : (patch.isActive ?? true),
    pricingType: patch.pricingType === undefined ? stored.pricingType : (patch.pricingType ?? 'FLAT_RATE'),
    currency: patch.currency ?? stored.currency,
    description: patch.description === undefined ? stored.description : patch.description,
    weightLimitMin: patch.weightLimitMin === undefined ? stored.weightLimitMin : patch.weightLimitMin,
    weightLimitMax: patch.weightLimitMax === undefined ? stored.weightLimitMax : patch.weightLimitMax
  }
  const rates = patch.countryRates === undefined ? countryRates : (patch.countryRates ?? [])
  const faults = methodFaults({ ...merged, countryRates: rates })
  if (faults.length > 0) throw invalid(faults)
  await updateShippingMethod(tx, vendorId, id, merged)
  if (patch.countryRates !== undefined) {
    await deleteRates(tx, vendorId, id)
    await insertRates(tx, vendorId, id, rates)
  }
  await recordEvent(tx, caller, {
    type: 'shipping_method.updated',
    vendorId,
    subject: { type: 'shipping_method', id },
    changedFields: Object.keys(patch)
  })
  return read()
}
