import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { changeRecorder } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import * as queries from './queries.ts'
import { maxMethods, methodFaults } from './rules.ts'
import type { NewShippingMethod, ShippingMethod, ShippingMethodPatch } from './schema.ts'

const record = changeRecorder('shipping_method')

/**
 * Creates a shipping method with its rates (contract 4.6). Throws 400 if the vendor already has `maxMethods`.
 */
export async function createShippingMethod(
  tx: Tx,
  caller: Caller,
  input: NewShippingMethod
): Promise<JsonText<ShippingMethod>> {
  const { vendorId } = caller
  const { countryRates, ...method } = input
  const [, id] = await Promise.all([
    queries.lockMethodCount(tx, vendorId),
    queries.insertShippingMethod(tx, vendorId, method)
  ])
  if (!id) {
    const message = `would exceed the limit of ${maxMethods} shipping methods per vendor; delete one first`
    throw invalid([fault('', 'TOO_MANY', message)])
  }
  await queries.insertRates(tx, vendorId, id, countryRates ?? [])
  await record(tx, caller, { change: 'created', id, vendorId })
  return read(tx, caller, id)
}

/**
 * Locks a shipping method, merges a patch into it and checks the merged result (contract 4.6). A null in the
 * patch resets an optional field to its default, except that it leaves the currency unchanged.
 */
export async function updateShippingMethod(
  tx: Tx,
  caller: Caller,
  { id, patch }: { id: string; patch: ShippingMethodPatch }
): Promise<JsonText<ShippingMethod>> {
  const { vendorId } = caller
  const { countryRates, ...method } = { ...(await lockForChange(tx, caller, id)), ...patch }
  const rates = countryRates ?? []
  const faults = methodFaults({ ...method, countryRates: rates })
  if (faults.length > 0) throw invalid(faults)
  await queries.updateShippingMethod(tx, vendorId, id, method)
  if (patch.countryRates !== undefined) {
    await queries.deleteRates(tx, vendorId, id)
    await queries.insertRates(tx, vendorId, id, rates)
  }
  await record(tx, caller, { change: 'updated', id, vendorId, changedFields: Object.keys(patch) })
  return read(tx, caller, id)
}

/** Deletes a shipping method. Existing orders keep the method's name and the amount that was charged. */
export async function deleteShippingMethod(tx: Tx, caller: Caller, id: string): Promise<void> {
  await lockForChange(tx, caller, id)
  await queries.deleteShippingMethod(tx, caller.vendorId, id)
  await record(tx, caller, { change: 'deleted', id, vendorId: caller.vendorId })
}

/**
 * Locks a shipping method of the vendor and checks `If-Match`. Throws 404 if the vendor has no shipping
 * method with this id.
 */
async function lockForChange(tx: Tx, caller: Caller, id: string): Promise<queries.StoredMethod> {
  const stored = orNotFound(await queries.lockShippingMethod(tx, caller.vendorId, id))
  await requireMatch(caller, () => read(tx, caller, id))
  return stored
}

async function read(tx: Tx, { vendorId }: Caller, id: string): Promise<JsonText<ShippingMethod>> {
  return orNotFound(await queries.findShippingMethod(tx, vendorId, id))
}
