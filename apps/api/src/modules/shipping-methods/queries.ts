import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { maxMethods } from './rules.ts'
import type { NewCountryRate, NewShippingMethod, ShippingMethod, ShippingMethodList } from './schema.ts'

/** The writable columns of a shipping method, as in a request. Null and undefined mean the default value. */
type WritableMethod = Omit<NewShippingMethod, 'countryRates'>

/** A stored shipping method. Its rates have the same format as in a request. */
export type StoredMethod = Required<WritableMethod> & { countryRates: NewCountryRate[] }

/**
 * A subquery that converts a row `m` of shipping_methods to JSON (contract 2.6). The surrounding statement
 * must contain `joinRates`.
 */
function selectJson(sql: Handle) {
  return sql`
    select to_json(s)::text as json
    from (
      select m.id, m.name, m.is_active as "isActive", m.pricing_type as "pricingType",
        trim_scale(m.weight_limit_min) as "weightLimitMin", trim_scale(m.weight_limit_max) as "weightLimitMax",
        m.currency, m.description, coalesce(rates.list, '[]') as "countryRates",
        iso_text(m.created_at) as "createdAt", iso_text(m.updated_at) as "updatedAt"
    ) s`
}

/**
 * SQL that joins the rates of a row `m` of shipping_methods. The rates are in the order in which the client
 * sent them.
 */
function joinRates(sql: Handle) {
  return sql`
    left join lateral (
      select json_agg(json_build_object('id', r.id, 'methodId', r.method_id, 'countryCode', r.country_code,
        'flatRate', money_text(r.flat_rate), 'baseRate', money_text(r.base_rate),
        'weightTiers', r.weight_tiers) order by r.position) as list
      from shipping_rates r where r.method_id = m.id
    ) rates on true`
}

/** Returns all shipping methods of a vendor as JSON text, newest first. A vendor has at most `maxMethods`. */
export async function listShippingMethods(
  sql: Handle,
  vendorId: string
): Promise<JsonText<ShippingMethodList>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('shippingMethods', coalesce(json_agg(method.json::json order by m.id desc), '[]'))::text as json
    from shipping_methods m ${joinRates(sql)} cross join lateral (${selectJson(sql)}) method
    where m.vendor_id = ${vendorId}`
  return row?.json ?? '{"shippingMethods":[]}'
}

/** Returns a shipping method as JSON text, or undefined if the vendor has none with this id. */
export async function findShippingMethod(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<JsonText<ShippingMethod> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select method.json from shipping_methods m ${joinRates(sql)} cross join lateral (${selectJson(sql)}) method
    where m.vendor_id = ${vendorId} and m.id = ${id}`
  return row?.json
}

/**
 * Locks a shipping method until the transaction ends. Returns undefined if the vendor has none with this id.
 */
export async function lockShippingMethod(
  tx: Tx,
  vendorId: string,
  id: string
): Promise<StoredMethod | undefined> {
  const [row] = await tx<StoredMethod[]>`
    select name, is_active, pricing_type, currency, description, weight_limit_min, weight_limit_max,
      (select coalesce(jsonb_agg(jsonb_build_object('countryCode', country_code, 'flatRate', flat_rate::text,
        'baseRate', base_rate::text, 'weightTiers', weight_tiers) order by position), '[]')
       from shipping_rates where method_id = m.id) as country_rates
    from shipping_methods m where vendor_id = ${vendorId} and id = ${id} for update`
  return row
}

/** Until this transaction ends, other transactions that want to add a shipping method of this vendor wait. */
export async function lockMethodCount(tx: Tx, vendorId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`shipping_methods\n${vendorId}`}, 2))`
}

/**
 * The values of `writableColumns`, in the same order. If the method has no currency, the value is the column
 * `currency` of the surrounding statement. In an insert, this is the currency of the settings. In an update,
 * it is the stored currency of the shipping method.
 */
function writableValues(sql: Handle, method: WritableMethod) {
  return sql`${method.name}, ${method.isActive ?? true}::boolean, ${method.pricingType ?? 'FLAT_RATE'},
    coalesce(${method.currency ?? null}, currency), ${method.description ?? null},
    ${method.weightLimitMin ?? null}::numeric, ${method.weightLimitMax ?? null}::numeric`
}

function writableColumns(sql: Handle) {
  return sql`name, is_active, pricing_type, currency, description, weight_limit_min, weight_limit_max`
}

/**
 * Inserts a shipping method and returns its id, or undefined if the vendor already has `maxMethods`. Call
 * `lockMethodCount` first. The default currency is the marketplace's.
 */
export async function insertShippingMethod(
  tx: Tx,
  vendorId: string,
  method: WritableMethod
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into shipping_methods (vendor_id, ${writableColumns(tx)})
    select ${vendorId}, ${writableValues(tx, method)} from settings
    where (select count(*) from shipping_methods where vendor_id = ${vendorId}) < ${maxMethods}
    returning id`
  return row?.id
}

/**
 * Updates all writable columns of a shipping method. If `method` has no currency, the stored currency stays.
 */
export async function updateShippingMethod(
  tx: Tx,
  vendorId: string,
  id: string,
  method: WritableMethod
): Promise<void> {
  await tx`
    update shipping_methods set (${writableColumns(tx)}) = row(${writableValues(tx, method)}), updated_at = now()
    where vendor_id = ${vendorId} and id = ${id}`
}

/**
 * Inserts the rates of a shipping method in the given order, with their weight tiers sorted by `minWeight`.
 */
export async function insertRates(
  tx: Tx,
  vendorId: string,
  methodId: string,
  rates: NewCountryRate[]
): Promise<void> {
  await tx`
    insert into shipping_rates
      (vendor_id, method_id, position, country_code, flat_rate, base_rate, weight_tiers)
    select ${vendorId}, ${methodId}, r.position, r.rate ->> 'countryCode',
      coalesce((r.rate ->> 'flatRate')::numeric, 0), (r.rate ->> 'baseRate')::numeric,
      coalesce((
        select jsonb_agg(jsonb_build_object('minWeight', trim_scale((t ->> 'minWeight')::numeric),
          'maxWeight', trim_scale((t ->> 'maxWeight')::numeric), 'rate', trim_scale((t ->> 'rate')::numeric))
          order by (t ->> 'minWeight')::numeric)
        from jsonb_array_elements(nullif(r.rate -> 'weightTiers', 'null')) t), '[]')
    from jsonb_array_elements(${tx.json(rates)}) with ordinality r (rate, position)`
}

/** Deletes all rates of a shipping method. */
export async function deleteRates(tx: Tx, vendorId: string, methodId: string): Promise<void> {
  await tx`delete from shipping_rates where vendor_id = ${vendorId} and method_id = ${methodId}`
}

/** Deletes a shipping method and, by cascade, its rates. */
export async function deleteShippingMethod(tx: Tx, vendorId: string, id: string): Promise<void> {
  await tx`delete from shipping_methods where vendor_id = ${vendorId} and id = ${id}`
}
