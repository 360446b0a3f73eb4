import type { Fragment, Handle } from '../../db/connect.ts'
import { amountLimit, charge, isPriceTooLarge, rateFor, variantWeight } from './charge-queries.ts'
import type { Destination } from './destination.ts'
import type { Quote } from './quote-text.ts'

/** The variants to quote, each once, and where they are shipped to. */
export type QuotedCart = { items: { variantId: string; quantity: number }[]; destination: Destination }

/** The values of the response that don't belong to a vendor. `unavailableItems` is JSON text. */
type Marketplace = { currency: string; weightUnit: string; unavailableItems: string }

/**
 * What a cart costs at a vendor: `json` is the vendor's entry of the response without the quote. `quote` is the
 * quote to sign, or null if the vendor's items can't be ordered.
 */
export type VendorRow = { json: string; quote: Quote | null; expiresAt: string }

/**
 * Reads, in one statement, everything that the quotes of a cart contain. The vendors are in the sequence in which
 * the items name them.
 */
export async function readQuotedCart(
  sql: Handle,
  cart: QuotedCart
): Promise<Marketplace & { vendors: VendorRow[] }> {
  const rows = await sql<(Marketplace & { [K in keyof VendorRow]: VendorRow[K] | null })[]>`
    ${quotedCart(sql, cart)}`
  const [first] = rows
  if (!first) throw new Error('The settings row is missing')
  const { currency, weightUnit, unavailableItems } = first
  const vendors = rows.flatMap(({ json, quote, expiresAt }) =>
    json === null || expiresAt === null ? [] : [{ json, quote, expiresAt }]
  )
  return { currency, weightUnit, unavailableItems, vendors }
}

/**
 * Returns the statement of `readQuotedCart`: one row for each vendor, or a single row without a vendor. Each
 * variant is looked up by its id in a subquery with a limit, because the planner doesn't know the number of items
 * and could otherwise choose to scan a whole table. A variant that customers don't see belongs to no vendor here,
 * so nothing of it is revealed.
 */
export function quotedCart(sql: Handle, { items, destination }: QuotedCart): Fragment {
  return sql`
    with item as materialized (
      select i.position, i.variant_id, i.quantity, x.*, x.is_on_sale and i.quantity <= x.stock
        and not ${isPriceTooLarge(sql, sql`x.price`)} as is_available
      from (
        select position, (sent ->> 'variantId')::uuid as variant_id, (sent ->> 'quantity')::integer as quantity
        from jsonb_array_elements(${sql.json(items)}) with ordinality as e (sent, position)) i
      left join lateral (
        select a.id, a.vendor_id, v.name as vendor_name, v.slug as vendor_slug, retail_price(a.vendor_price, v.commission_percent) as price,
          greatest(0, a.stock_on_hand - a.stock_reserved) as stock, ${variantWeight(sql)} as weight,
          a.is_active and b.status = 'PUBLISHED' and v.is_active as is_on_sale
        from variants a join products b on b.id = a.product_id join vendors v on v.id = a.vendor_id
        where a.id = i.variant_id limit 1) x on true
    )
    select s.currency, s.weight_unit, hidden.list::text as unavailable_items, shown.json, shown.quote,
      iso_text(until.at) as expires_at
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
        case when o.is_available and o.subtotal + offered.highest < ${amountLimit}::numeric then
          json_build_object('vendorId', o.vendor_id, 'country', ${destination.country}::text,
            'subdivision', ${destination.subdivision}::text, 'items', o.quoted, 'methods', offered.quoted,
            'currency', s.currency, 'expiresAt', (extract(epoch from until.at) * 1000)::bigint) end as quote
      from (${vendorItems(sql)}) o
      cross join lateral (${offeredMethods(sql, destination)}) offered) shown on true
    order by shown.position`
}

/** Returns a query for the items of each vendor, their sums, and what a quote contains of them. */
function vendorItems(sql: Handle): Fragment {
  return sql`
    select vendor_id, vendor_name, vendor_slug, min(position) as position, bool_and(is_available) as is_available,
      sum(round(price * quantity, 2)) as subtotal, sum(coalesce(weight, 0) * quantity) as weight,
      json_agg(json_build_object('variantId', variant_id, 'quantity', quantity, 'unitPrice', money_text(price),
        'subtotal', money_text(round(price * quantity, 2)), 'available', is_available,
        'reason', case when quantity > stock then 'INSUFFICIENT_STOCK' when not is_available then 'NOT_AVAILABLE' end,
        'stockAvailable', stock) order by position) as items,
      coalesce(json_agg(variant_id order by position) filter (where weight is null), '[]') as without_weight,
      json_agg(json_build_array(variant_id, quantity, price::text, weight is not null) order by position) as quoted
    from item where is_on_sale group by vendor_id, vendor_name, vendor_slug`
}

/**
 * Returns a query for the active shipping methods of the vendor of `o`, cheapest first: as the response lists
 * them, and those with a charge as a quote contains them.
 */
function offeredMethods(sql: Handle, destination: Destination): Fragment {
  return sql`
    select json_agg(json_build_object('id', q.id, 'name', q.name, 'description', q.description,
        'charge', money_text(q.charge), 'reason', q.reason) order by q.charge, q.name, q.id) as list,
      json_agg(json_build_array(q.id, q.name, q.charge::text) order by q.charge, q.id)
        filter (where q.charge is not null) as quoted,
      max(q.charge) as highest
    from (
      select m.id, m.name, m.description, n.reason, case when n.reason is null then c.shipping end as charge
      from shipping_methods m
      left join lateral (${rateFor(sql, destination)}) r on true
      cross join lateral (${charge(sql)}) c
      cross join lateral (
        select case when not c.has_currency then 'OTHER_CURRENCY'
          when not c.has_rate then 'NO_RATE_FOR_DESTINATION'
          when c.is_too_light or c.is_too_heavy then 'WEIGHT_OUTSIDE_LIMITS'
          when c.shipping is null then 'NO_TIER_FOR_WEIGHT' end as reason) n
      where m.vendor_id = o.vendor_id and m.is_active
      offset 0) q`
}
