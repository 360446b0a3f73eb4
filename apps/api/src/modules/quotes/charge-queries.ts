import type { Fragment, Handle } from '../../db/connect.ts'
import type { Destination } from './destination.ts'

/**
 * All totals of a suborder must be less than this limit. Such amounts fit the columns, and are exact as JSON
 * numbers with cents.
 */
export const amountLimit = '10000000000000'

/** SQL that is true if a price per unit is too large to be ordered. */
export function isPriceTooLarge(sql: Handle, price: Fragment): Fragment {
  return sql`${price} >= 10000000000`
}

/**
 * SQL for the weight of a variant `a` of the product `b`: its own weight, or else the number in the metadata of
 * the product, or else null.
 */
export function variantWeight(sql: Handle): Fragment {
  return sql`
    coalesce(a.weight, case when b.metadata ->> 'weight' ~ '^[0-9]{1,10}([.][0-9]+)?$'
      then (b.metadata ->> 'weight')::numeric end)`
}

/**
 * Returns a query for the rate of the shipping method `m` that applies to a destination: that of the
 * subdivision if there is one, else that of the country.
 */
export function rateFor(sql: Handle, { country, subdivision }: Destination): Fragment {
  return sql`
    select * from shipping_rates
    where method_id = m.id and country_code in (${country}, ${subdivision})
    order by country_code = ${country} limit 1`
}

/**
 * Returns a query for what a vendor's part of an order is charged for shipping by the method `m`, and for what
 * prevents it. `r` is the rate of the method, `s` the settings, and `o.weight` the total weight of the part.
 * `shipping` is the charge, rounded half up to cents. It is null if no rate or no weight tier applies. Quotes
 * and orders both use this query, so that an order costs what its quote said. `offset 0` stops the planner from
 * computing the charge again wherever it is used.
 */
export function charge(sql: Handle): Fragment {
  return sql`
    select m.currency = s.currency as has_currency, r.id is not null as has_rate,
      coalesce(o.weight < m.weight_limit_min, false) as is_too_light,
      coalesce(o.weight > m.weight_limit_max, false) as is_too_heavy,
      round(case
        when m.pricing_type = 'FLAT_RATE' then r.flat_rate
        when r.weight_tiers = '[]' then coalesce(r.base_rate, 0)
        else coalesce(r.base_rate, 0) + (
          select (t ->> 'rate')::numeric from jsonb_array_elements(r.weight_tiers) as t
          where (t ->> 'minWeight')::numeric <= o.weight and o.weight < (t ->> 'maxWeight')::numeric)
        end, 2) as shipping
    offset 0`
}
