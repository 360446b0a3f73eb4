import type { Tx } from '../../db/connect.ts'
import { orNotFound, Problem } from '../../errors.ts'
import { recordEvent } from '../../events.ts'
import type { Caller } from '../../http/caller.ts'
import { requireMatch } from '../../http/etag.ts'
import type { Answer } from '../../http/transaction.ts'
import * as queries from './queries.ts'
import type { Settings, SettingsPatch } from './schema.ts'

/**
 * Stores the settings with a patch merged in: fields left out stay, those of the address too. Another currency
 * would turn every price into another amount, so it is refused once there is any (`CURRENCY_IN_USE`).
 */
export async function changeSettings(
  tx: Tx,
  caller: Caller,
  patch: SettingsPatch
): Promise<Answer<Settings>> {
  const { address, ...others } = patch
  const stored = await openSettings(tx, caller)
  if (patch.currency !== undefined && patch.currency !== stored.currency) await requireNoPrices(tx)
  const merged = address === null ? {} : { ...stored.address, ...address }
  await queries.updateSettings(tx, { ...stored, ...others, address: merged })
  return changed(tx, caller, Object.keys(patch))
}

/** Sets or clears the logo. */
export async function changeSettingsLogo(
  tx: Tx,
  caller: Caller,
  path: string | null
): Promise<Answer<Settings>> {
  await openSettings(tx, caller)
  return changed(tx, caller, (await queries.updateLogo(tx, path)) ? ['logoUrl'] : undefined)
}

/** Locks the settings and honours `If-Match`. */
async function openSettings(tx: Tx, caller: Caller): Promise<queries.StoredSettings> {
  const stored = orNotFound(await queries.lockSettings(tx))
  await requireMatch(caller, () => queries.getSettings(tx, caller.assetOrigin))
  return stored
}

async function changed(tx: Tx, caller: Caller, changedFields?: string[]): Promise<Answer<Settings>> {
  if (changedFields) {
    const subject = { type: 'settings', id: null }
    await recordEvent(tx, caller, { type: 'settings.updated', vendorId: null, subject, changedFields })
  }
  return { json: await queries.getSettings(tx, caller.assetOrigin), tagged: true }
}

/** Asks first without a lock: a marketplace at work is not held up by a request that is refused anyway. */
async function requireNoPrices(tx: Tx): Promise<void> {
  let found = await queries.hasPrices(tx)
  if (!found) {
    await queries.lockPrices(tx)
    found = await queries.hasPrices(tx)
  }
  if (!found) return
  throw new Problem('CURRENCY_IN_USE', {
    detail: 'Products, shipping methods or orders have prices in it.'
  })
}
