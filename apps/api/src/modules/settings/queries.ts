import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { Address } from '../vendors/schema.ts'
import type { Settings } from './schema.ts'

/** The settings that `PATCH` can change. */
export type StoredSettings = Pick<
  Settings,
  | 'name'
  | 'currency'
  | 'weightUnit'
  | 'watchedFields'
  | 'attributes'
  | 'quoteMinutes'
  | 'statementPeriod'
  | 'timeZone'
  | 'acknowledgeHours'
  | 'shipDays'
  | 'upcCheck'
  | 'mailColor'
> & {
  /** Decimal text. */
  defaultCommissionPercent: string | null
  address: Partial<Address>
}

/** Returns the settings as JSON text. */
export async function getSettings(sql: Handle, assetOrigin: string): Promise<JsonText<Settings>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('name', name, 'address', address_json(address), 'currency', currency,
      'weightUnit', weight_unit, 'defaultCommissionPercent', trim_scale(default_commission_percent),
      'logoUrl', asset_url(${assetOrigin}, logo), 'watchedFields', watched_fields, 'attributes', attributes, 'quoteMinutes', quote_minutes,
      'statementPeriod', statement_period, 'timeZone', time_zone,
      'acknowledgeHours', acknowledge_hours, 'shipDays', ship_days, 'upcCheck', upc_check, 'mailColor', mail_color,
      'updatedAt', iso_text(updated_at))::text as json
    from settings`
  if (!row) throw new Error('The settings row is missing')
  return row.json
}

/** Locks the settings until the transaction ends. Other transactions can still read them. */
export async function lockSettings(tx: Tx): Promise<StoredSettings | undefined> {
  const [row] = await tx<
    StoredSettings[]
  >`select name, address, currency, weight_unit, default_commission_percent, watched_fields, attributes, quote_minutes,
      statement_period, time_zone, acknowledge_hours, ship_days, upc_check, mail_color
    from settings for update`
  return row
}

/** Stores the settings that `PATCH` can change. */
export async function updateSettings(tx: Tx, settings: StoredSettings): Promise<void> {
  await tx`
    update settings set name = ${settings.name}, address = jsonb_strip_nulls(${tx.json(settings.address)}),
      currency = ${settings.currency}, weight_unit = ${settings.weightUnit},
      default_commission_percent = ${settings.defaultCommissionPercent}::numeric,
      watched_fields = ${tx.json(settings.watchedFields)}, attributes = ${settings.attributes}, quote_minutes = ${settings.quoteMinutes},
      statement_period = ${settings.statementPeriod}, time_zone = ${settings.timeZone},
      acknowledge_hours = ${settings.acknowledgeHours}, ship_days = ${settings.shipDays},
      upc_check = ${settings.upcCheck}, mail_color = ${settings.mailColor}, updated_at = now()`
}

/** Sets the logo, or clears it if `path` is null. Returns false if that changes nothing. */
export async function updatePlatformLogo(tx: Tx, path: string | null): Promise<boolean> {
  const { count } = await tx`
    update settings set logo = ${path}, updated_at = now() where logo is distinct from ${path}`
  return count === 1
}

/** True for the IANA name of a time zone that the database knows, such as `Europe/Berlin`. */
export async function isTimeZone(sql: Handle, name: string): Promise<boolean> {
  const [row] = await sql<{ isKnown: boolean }[]>`
    select exists (select from pg_timezone_names where name = ${name} and name not like 'posix%') as is_known`
  return row?.isKnown === true
}

/** True if any product, shipping method, order or line of a statement exists. Each of these can contain prices. */
export async function hasPrices(tx: Tx): Promise<boolean> {
  const [row] = await tx<{ hasPrices: boolean }[]>`
    select exists (select from products) or exists (select from shipping_methods) or exists (select from orders)
      or exists (select from statement_lines) as has_prices`
  return row?.hasPrices === true
}

/**
 * Blocks transactions that create products or shipping methods until this transaction ends. The table of
 * orders needs no lock: if there are no products, no order can be created.
 */
export async function lockPrices(tx: Tx): Promise<void> {
  await tx`lock table products, shipping_methods in share mode`
}
