import type { Tx } from '../../db/connect.ts'
import { invalid, orNotFound } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import { fault } from '../../http/faults.ts'
import type { JsonText } from '../../http/json-text.ts'
import * as queries from './queries.ts'
import { maxMethods, methodFaults } from './rules.ts'
import type { NewShippingMethod, ShippingMethod, ShippingMethodPatch } from './schema.ts'

/** Creates a shipping method with its rates (contract 4.6). A vendor that has 50 is refused. */
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
    const message = `would add to the ${maxMethods} shipping methods that a vendor may have: delete one first`
    throw invalid([fault('', 'TOO_MANY', message)])
  }
  await queries.insertRates(tx, vendorId, id, countryRates ?? [])
  await record(tx, caller, { change: 'created', id })
  return read(tx, caller, id)
}

/**
 * Merges a patch into a shipping method under its lock; the rules hold for the merged result. Null clears an optional
 * field, or sets it back to what a new method has.
 */
export async function updateShippingMethod(
  tx: Tx,
  caller: Caller,
  { id, patch }: { id: string; patch: ShippingMethodPatch }
): Promise<JsonText<ShippingMethod>> {
  const { vendorId } = caller
  const { countryRates, ...method } = { ...(await open(tx, caller, id)), ...patch }
  const rates = countryRates ?? []
  const faults = methodFaults({ ...method, countryRates: rates })
  if (faults.length > 0) throw invalid(faults)
  await queries.updateShippingMethod(tx, vendorId, id, method)
  if (patch.countryRates !== undefined) {
    await queries.deleteRates(tx, vendorId, id)
    await queries.insertRates(tx, vendorId, id, rates)
  }
  await record(tx, caller, { change: 'updated', id, changedFields: Object.keys(patch) })
  return read(tx, caller, id)
}

/** Deletes a shipping method. Orders keep its name and what it charged. */
export async function deleteShippingMethod(tx: Tx, caller: Caller, id: string): Promise<void> {
  await open(tx, caller, id)
  await queries.deleteShippingMethod(tx, caller.vendorId, id)
  await record(tx, caller, { change: 'deleted', id })
}

/** Locks a method of the vendor, 404 if there is none, and honours `If-Match`. */
async function open(tx: Tx, caller: Caller, id: string): Promise<queries.StoredMethod> {
  const stored = orNotFound(await queries.lockShippingMethod(tx, caller.vendorId, id))
  await requireMatch(caller, () => read(tx, caller, id))
  return stored
}

async function read(tx: Tx, { vendorId }: Caller, id: string): Promise<JsonText<ShippingMethod>> {
  return orNotFound(await queries.findShippingMethod(tx, vendorId, id))
}

async function record(
  tx: Tx,
  caller: Caller,
  { change, id, changedFields = [] }: { change: string; id: string; changedFields?: string[] }
): Promise<void> {
  await recordEvent(tx, caller, {
    type: `shipping_method.${change}`,
    vendorId: caller.vendorId,
    subject: { type: 'shipping_method', id },
    changedFields
  })
}
