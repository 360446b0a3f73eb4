import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { changesBetween } from '../../event-changes.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Answer } from '../../http/transaction.ts'
import { noteChange } from '../products/attributes/definition-queries.ts'
import { applyWatchedFields, lockWatchedChanges } from '../products/write/watched-queries.ts'
import * as queries from './queries.ts'
import type { Settings, SettingsPatch } from './schema.ts'

/**
 * Merges a patch into the settings and stores them. Omitted fields stay unchanged, including those of the
 * address. Throws 409 `CURRENCY_IN_USE` if the currency would change while prices are stored. The stored
 * prices would otherwise be read as amounts in the new currency. New watched fields also apply to the changes that
 * are already recorded. If attributes that aren't defined become allowed or forbidden, all products are checked again.
 */
export async function changeSettings(
  tx: Tx,
  caller: Caller,
  patch: SettingsPatch
): Promise<Answer<Settings>> {
  const { address, ...others } = patch
  const { stored, before } = await lockForChange(tx, caller)
  if (patch.currency !== undefined && patch.currency !== stored.currency) await requireNoPrices(tx)
  if (patch.watchedFields) await lockWatchedChanges(tx)
  const merged = address === null ? {} : { ...stored.address, ...address }
  await queries.updateSettings(tx, { ...stored, ...others, address: merged })
  if (patch.watchedFields) await applyWatchedFields(tx)
  if (patch.attributes !== undefined && patch.attributes !== stored.attributes)
    await noteChange(tx, { categoryIds: null })
  return recordAndRead(tx, caller, { before, changedFields: Object.keys(patch) })
}

/** Sets the logo of the marketplace, or clears it if `path` is null. */
export async function changeSettingsLogo(
  tx: Tx,
  caller: Caller,
  path: string | null
): Promise<Answer<Settings>> {
  const { before } = await lockForChange(tx, caller)
  const isChanged = await queries.updatePlatformLogo(tx, path)
  return recordAndRead(tx, caller, { before, ...(isChanged && { changedFields: ['logoUrl'] }) })
}

/** Locks the settings and checks `If-Match`. Returns them as they are stored, and as the response before the change. */
async function lockForChange(tx: Tx, caller: Caller) {
  const stored = orNotFound(await queries.lockSettings(tx))
  const before = await queries.getSettings(tx, caller.assetOrigin)
  await requireMatch(caller, async () => before)
  return { stored, before }
}

/**
 * Returns the new settings. Also records an event, unless `changedFields` is undefined because nothing
 * changed.
 */
async function recordAndRead(
  tx: Tx,
  caller: Caller,
  { before, changedFields }: { before: JsonText<Settings>; changedFields?: string[] }
): Promise<Answer<Settings>> {
  const json = await queries.getSettings(tx, caller.assetOrigin)
  if (changedFields) {
    const subject = { type: 'settings', id: null }
    const details = changesBetween(before, json, changedFields)
    await recordEvent(tx, caller, {
      type: 'settings.updated',
      vendorId: null,
      ...{ subject, changedFields, details }
    })
  }
  return { json, tagged: true }
}

/**
 * Throws `CURRENCY_IN_USE` if any price is stored. Checks first without a lock, so that a request that fails
 * anyway doesn't block transactions that write products. If no price is found, locks the tables with prices
 * and checks again.
 */
async function requireNoPrices(tx: Tx): Promise<void> {
  let hasPrices = await queries.hasPrices(tx)
  if (!hasPrices) {
    await queries.lockPrices(tx)
    hasPrices = await queries.hasPrices(tx)
  }
  if (!hasPrices) return
  throw new Problem('CURRENCY_IN_USE', {
    detail: "The currency can't change because products, shipping methods or orders have prices in it."
  })
}
