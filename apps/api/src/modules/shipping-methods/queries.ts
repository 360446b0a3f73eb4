import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { NewCountryRate, ShippingMethod, ShippingMethodList } from './schema.ts'

/** The fields of a method as they are stored; decimals are text. */
export type StoredMethod = {
  name: string
  isActive: boolean
  pricingType: 'FLAT_RATE' | 'WEIGHT_BASED'
  currency: string
  description: string | null
  weightLimitMin: string | null
  weightLimitMax: string | null
}

/** A row `m` of shipping_methods in the shape of specification 2.6. */
function shape(sql: Handle) {
  return sql`
    select to_json(s)::text as json
    from (
      select m.id, m.name, m.is_active as "isActive", m.pricing_type as "pricingType",
        trim_scale(m.weight_limit_min) as "weightLimitMin", trim_scale(m.weight_limit_max) as "weightLimitMax",
        m.currency, m.description, coalesce(rates.list, '[]') as "countryRates",
        iso_text(m.created_at) as "createdAt", iso_text(m.updated_at) as "updatedAt"
    ) s`
}

/** The rates of a row `m` of shipping_methods, in the order they were sent. */
function rates(sql: Handle) {
  return sql`
    left join lateral (
      select json_agg(json_build_object('id', r.id, 'methodId', r.method_id, 'countryCode', r.country_code,
        'flatRate', money_text(r.flat_rate), 'baseRate', money_text(r.base_rate),
        'weightTiers', r.weight_tiers) order by r.position) as list
      from shipping_rates r where r.method_id = m.id
    ) rates on true`
}

/** The whole list as JSON text, newest first: a vendor has few methods, so it is not paged. */
export async function listShippingMethods(
  sql: Handle,
  vendorId: string
): Promise<JsonText<ShippingMethodList>> {
  const [row] = await sql<{ json: string }[]>`
    select json_build_object('shippingMethods', coalesce(json_agg(shaped.json::json order by m.id desc), '[]'))::text as json
    from shipping_methods m ${rates(sql)} cross join lateral (${shape(sql)}) shaped
    where m.vendor_id = ${vendorId}`
  return row?.json ?? '{"shippingMethods":[]}'
}

export async function findShippingMethod(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<JsonText<ShippingMethod> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select shaped.json from shipping_methods m ${rates(sql)} cross join lateral (${shape(sql)}) shaped
    where m.vendor_id = ${vendorId} and m.id = ${id}`
  return row?.json
}

/** Locks the method until the transaction ends; `rates` are its rates as they could be sent again. */
export async function lockShippingMethod(
  tx: Tx,
  vendorId: string,
  id: string
): Promise<(StoredMethod & { countryRates: NewCountryRate[] }) | undefined> {
  const [row] = await tx<(StoredMethod & { countryRates: NewCountryRate[] })[]>`
    select name, is_active, pricing_type, currency, description, weight_limit_min, weight_limit_max,
      (select coalesce(jsonb_agg(jsonb_build_object('countryCode', country_code, 'flatRate', flat_rate::text,
        'baseRate', base_rate::text, 'weightTiers', weight_tiers) order by position), '[]')
       from shipping_rates where method_id = m.id) as country_rates
    from shipping_methods m where vendor_id = ${vendorId} and id = ${id} for update`
  return row
}

/** The id of the new method. Without a currency it has the marketplace's. */
/** Locks the number of the vendor's methods until the transaction ends. */
export async function lockMethodCount(tx: Tx, vendorId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`shipping_methods\n${vendorId}`}, 2))`
}

/** Returns the id of the new method; undefined where the vendor has `maxMethods`. After `lockMethodCount`. */
export async function insertShippingMethod(
  tx: Tx,
  vendorId: string,
  method: Omit<StoredMethod, 'currency'> & { currency: string | null },
  maxMethods: number
): Promise<string | undefined> {
  const [row] = await tx<{ id: string }[]>`
    insert into shipping_methods
      (vendor_id, name, is_active, pricing_type, currency, description, weight_limit_min, weight_limit_max)
    select ${vendorId}, ${method.name}, ${method.isActive}, ${method.pricingType},
      coalesce(${method.currency}, settings.currency), ${method.description},
      ${method.weightLimitMin}::numeric, ${method.weightLimitMax}::numeric
    from settings
    where (select count(*) from shipping_methods where vendor_id = ${vendorId}) < ${maxMethods}
    returning id`
  return row?.id
}

export async function updateShippingMethod(
  tx: Tx,
  vendorId: string,
  id: string,
  method: StoredMethod
): Promise<void> {
  await tx`
    update shipping_methods set name = ${method.name}, is_active = ${method.isActive},
      pricing_type = ${method.pricingType}, currency = ${method.currency}, description = ${method.description},
      weight_limit_min = ${method.weightLimitMin}::numeric, weight_limit_max = ${method.weightLimitMax}::numeric,
      updated_at = now()
    where vendor_id = ${vendorId} and id = ${id}`
}

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

export async function deleteRates(tx: Tx, vendorId: string, methodId: string): Promise<void> {
  await tx`delete from shipping_rates where vendor_id = ${vendorId} and method_id = ${methodId}`
}

/** Whether there was such a method. */
export async function deleteShippingMethod(tx: Tx, vendorId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from shipping_methods where vendor_id = ${vendorId} and id = ${id}`
  return count === 1
}
