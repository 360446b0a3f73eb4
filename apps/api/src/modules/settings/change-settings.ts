import type { Tx } from '../../db/connect.ts'
import { Problem } from '../../errors.ts'
import { hasPrices, lockPrices, type StoredSettings, updateSettings } from './queries.ts'
import type { SettingsPatch } from './schema.ts'

/**
 * What the settings are after the patch, stored: fields left out stay, those of the address too. Another currency
 * would turn every price into another amount, so it is refused once there is any (`CURRENCY_IN_USE`).
 */
export async function changeSettings(
  tx: Tx,
  stored: StoredSettings,
  { address, ...patch }: SettingsPatch
): Promise<void> {
  if (patch.currency !== undefined && patch.currency !== stored.currency) await requireNoPrices(tx)
  const merged = address === null ? {} : { ...stored.address, ...address }
  await updateSettings(tx, { ...stored, ...patch, address: merged })
}

/** Asked first without a lock: a marketplace at work is not held up by a request that is refused anyway. */
async function requireNoPrices(tx: Tx): Promise<void> {
  let found = await hasPrices(tx)
  if (!found) {
    await lockPrices(tx)
    found = await hasPrices(tx)
  }
  if (!found) return
  throw new Problem('CURRENCY_IN_USE', {
    detail: 'Products, shipping methods or orders have prices in it.'
  })
}
