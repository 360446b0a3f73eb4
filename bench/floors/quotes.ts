// The statement of the quotes of a cart. It returns what the service's statement did when it was frozen.

import type { Sql } from '../../apps/api/src/db/connect.ts'

/** A cart as requests contain it. */
export type QuotedCart = {
  shipTo: { country: string }
  items: { variantId: string; quantity: number }[]
}

/** Returns what a cart costs as JSON text. */
export async function readQuotes(sql: Sql, { shipTo: { country }, items }: QuotedCart): Promise<string> {
  const rows = await sql<{ json: string | null; quote: object | null; head: string }[]>`
    with item as materialized (
      select i.position, i.variant_id, i.quantity, x.*, x.is_on_sale and i.quantity <= x.stock
        and not x.price >= 10000000000 as is_available
      from (
        select position, (sent ->> 'variantId')::uuid as variant_id, (sent ->> 'quantity')::integer as quantity
        from jsonb_array_elements(${sql.json(items)}) with ordinality as e (sent, position)) i
      left join lateral (
        select a.id, a.vendor_id, v.name as vendor_name, v.slug as vendor_slug, round(a.vendor_price * (1 + v.commission_percent / 100), 2) as price,
          greatest(0, a.stock_on_hand - a.stock_reserved) as stock,
          coalesce(a.weight, case when b.metadata ->> 'weight' ~ '^[0-9]{1,10}([.][0-9]+)?$'
            then (b.metadata ->> 'weight')::numeric end) as weight,
          a.is_active and b.status = 'PUBLISHED' and v.is_active as is_on_sale
        from variants a join products b on b.id = a.product_id join vendors v on v.id = a.vendor_id
        where a.id = i.variant_id limit 1) x on true
    )
    select json_build_object('currency', s.currency, 'weightUnit', s.weight_unit, 'hidden', hidden.list,
      'expiresAt', iso_text(until.at))::text as head, shown.json, shown.quote
    from settings s
    cross join lateral (select (now() + s.quote_minutes * interval '1 minute')::timestamptz(3) as at) until
    cross join (
      select coalesce(json_agg(json_build_object('variantId', variant_id, 'quantity', quantity,
        'reason', case when id is null then 'NOT_FOUND' else 'NOT_AVAILABLE' end) order by position), '[]') as list
      from item where is_on_sale is not true) hidden
    left join lateral (
      select o.position,
        json_build_object('vendor', json_build_object('id', o.vendor_id, 'name', o.vendor_name, 'slug', o.vendor_slug),
          'items', o.items, 'subtotal', money_text(o.subtotal), 'weight', trim_scale(o.weight)::text,
          'itemsWithoutWeight', o.without_weight, 'shippingMethods', coalesce(offered.list, '[]'))::text as json,
        case when o.is_available and o.subtotal + offered.highest < 10000000000000 then
          json_build_object('vendorId', o.vendor_id, 'country', ${country}::text, 'items', o.quoted,
            'methods', offered.quoted, 'currency', s.currency,
            'expiresAt', (extract(epoch from until.at) * 1000)::bigint) end as quote
      from (
        select vendor_id, vendor_name, vendor_slug, min(position) as position, bool_and(is_available) as is_available,
          sum(round(price * quantity, 2)) as subtotal, sum(coalesce(weight, 0) * quantity) as weight,
          json_agg(json_build_object('variantId', variant_id, 'quantity', quantity, 'unitPrice', money_text(price),
            'subtotal', money_text(round(price * quantity, 2)), 'available', is_available,
            'reason', case when quantity > stock then 'INSUFFICIENT_STOCK'
              when not is_available then 'NOT_AVAILABLE' end,
            'stockAvailable', stock) order by position) as items,
          coalesce(json_agg(variant_id order by position) filter (where weight is null), '[]') as without_weight,
          json_agg(json_build_array(variant_id, quantity, price::text, weight is not null) order by position) as quoted
        from item where is_on_sale group by vendor_id, vendor_name, vendor_slug) o
      cross join lateral (
        select json_agg(json_build_object('id', q.id, 'name', q.name, 'description', q.description,
            'charge', money_text(q.charge), 'reason', q.reason) order by q.charge, q.name, q.id) as list,
          json_agg(json_build_array(q.id, q.name, q.charge::text) order by q.charge, q.id)
            filter (where q.charge is not null) as quoted,
          max(q.charge) as highest
        from (
          select m.id, m.name, m.description, n.reason, case when n.reason is null then c.shipping end as charge
          from shipping_methods m
          left join lateral (
            select * from shipping_rates where method_id = m.id and country_code = ${country} limit 1) r on true
          cross join lateral (
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
            offset 0) c
          cross join lateral (
            select case when not c.has_currency then 'OTHER_CURRENCY'
              when not c.has_rate then 'NO_RATE_FOR_DESTINATION'
              when c.is_too_light or c.is_too_heavy then 'WEIGHT_OUTSIDE_LIMITS'
              when c.shipping is null then 'NO_TIER_FOR_WEIGHT' end as reason) n
          where m.vendor_id = o.vendor_id and m.is_active
          offset 0) q) offered) shown on true
    order by shown.position`
  return `${rows[0]?.head.slice(0, -1)},"vendors":[${rows.map(({ json }) => json).join(',')}]}`
}
