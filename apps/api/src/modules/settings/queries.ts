import type { Handle, Tx } from '../../db/connect.ts'
import type { Address } from '../vendors/schema.ts'
import type { Settings } from './schema.ts'

/** The settings as they are stored; `updatedAt` is ISO 8601. */
export type StoredSettings = Omit<Settings, 'logoUrl'> & { logo: string | null }

function columns(sql: Handle) {
  return sql`name, address_json(address) as address, currency, weight_unit, logo, updated_at`
}

export async function findSettings(sql: Handle): Promise<StoredSettings | undefined> {
  const [row] = await sql<StoredSettings[]>`select ${columns(sql)} from settings`
  return row
}

/** Locks the settings until the transaction ends; they can still be read. */
export async function lockSettings(tx: Tx): Promise<StoredSettings | undefined> {
  const [row] = await tx<StoredSettings[]>`select ${columns(tx)} from settings for update`
  return row
}

export async function updateSettings(
  tx: Tx,
  settings: Omit<StoredSettings, 'logo' | 'updatedAt' | 'address'> & { address: Partial<Address> }
): Promise<void> {
  await tx`
    update settings set name = ${settings.name}, address = jsonb_strip_nulls(${tx.json(settings.address)}),
      currency = ${settings.currency}, weight_unit = ${settings.weightUnit}, updated_at = now()`
}

/** Sets or clears the logo; false where that changes nothing. */
export async function updateLogo(tx: Tx, path: string | null): Promise<boolean> {
  const { count } = await tx`
    update settings set logo = ${path}, updated_at = now() where logo is distinct from ${path}`
  return count === 1
}

/** Whether anything is priced in the marketplace's currency: a product, a shipping method or an order. */
export async function hasPrices(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ found: boolean }[]>`
    select exists (select from products) or exists (select from shipping_methods) or exists (select from orders)
      as found`
  return row?.found === true
}

/** Holds back all that would make the first price, until the transaction ends; an order needs a product. */
export async function lockPrices(tx: Tx): Promise<void> {
  await tx`lock table products, shipping_methods in share mode`
}
