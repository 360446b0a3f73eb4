import type { Handle } from '../apps/api/src/db/connect.ts'

type Fill = {
  /** Inserts the orders numbered `first` to `last` of `count` in total. */
  first: number
  last: number
  count: number
}

/**
 * Inserts orders, two per minute up to now. Order n belongs to the vendor of the n-th product, so each
 * vendor's share of the orders equals its share of the products. Every third order has two lines. Of ten
 * orders one is CONFIRMED, one ACKNOWLEDGED, one SHIPPED and seven are DELIVERED, with shipments. The stock
 * of variants is unchanged.
 */
export async function insertOrders(sql: Handle, { first, last, count }: Fill): Promise<void> {
  await sql`
    with sold as materialized (
      select row_number() over (order by id) - 1 as k, row_number() over (partition by vendor_id order by id) - 1 as own,
        count(*) over (partition by vendor_id) as of_vendor, * from (
        select p.id, p.vendor_id, p.name, p.sku, v.id as variant_id, v.vendor_price,
          (select path from product_images where product_id = p.id and is_primary) as image
        from products p join variants v on v.product_id = p.id and v.position = 0
        order by p.id limit 20000) early
    ), numbered as (
      select n, n % (select count(*) from sold) as k, make_interval(secs => (n - ${count}::integer) * 30) as age
      from generate_series(${first}::integer, ${last}::integer) as n
    ), placed as materialized (
      select n, uuidv7(age) as order_id, uuidv7(age) as id, now() + age as placed_at, 'BENCH-' || n as order_number,
        'BENCH-PO-' || n as po_number, case when n % 3 = 0 then 1 else 0 end as last_position,
        case n / 2 % 10 when 0 then 'CONFIRMED' when 1 then 'ACKNOWLEDGED' when 2 then 'SHIPPED' else 'DELIVERED' end
          as status, s.vendor_id, s.own, s.of_vendor
      from numbered join sold s using (k)
    ), lines as materialized (
      select uuidv7() as id, o.id as suborder_id, o.status, position, s.id as product_id, s.vendor_id, s.variant_id,
        s.name, s.sku, s.image, 1 + o.n % 4 as quantity, s.vendor_price
      from placed o cross join generate_series(0, o.last_position) as position
        join sold s on s.vendor_id = o.vendor_id and s.own = (o.own + position) % o.of_vendor
    ), sums as materialized (
      select suborder_id, string_agg(sku, ' ') as skus, sum(round(vendor_price * 1.25 * quantity, 2)) as subtotal,
        sum(round(vendor_price * quantity, 2)) as cost
      from lines group by 1
    ), orders_in as (
      insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
      select order_id, order_number, '', 'Credit card', ${address(sql)}, 'USD', placed_at from placed
    ), suborders_in as (
      insert into suborders (id, order_id, vendor_id, position, order_number, po_number, status, placed_at,
        payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency,
        subtotal, cost_subtotal, shipping, acknowledged_at, updated_at, search)
      select o.id, o.order_id, o.vendor_id, 1, o.order_number, o.po_number, o.status, o.placed_at, 'Credit card',
        o.vendor_id, 'Ground', ${address(sql)}, ${address(sql)}, ${address(sql)}, 'USD', s.subtotal, s.cost, 9.95,
        case when o.status <> 'CONFIRMED' then o.placed_at end, o.placed_at,
        to_tsvector('simple', search_words(concat_ws(' ', o.order_number, o.po_number, s.skus)))
          || array_to_tsvector(array['@' || o.vendor_id])
      from placed o join sums s on s.suborder_id = o.id
    ), items_in as (
      insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, image,
        quantity, unit_price, unit_cost, quantity_shipped)
      select id, suborder_id, vendor_id, position + 1, variant_id, product_id, name, sku, image, quantity,
        vendor_price * 1.25, vendor_price, case when status in ('SHIPPED', 'DELIVERED') then quantity else 0 end
      from lines
    ), sent as materialized (
      select uuidv7() as id, id as suborder_id, vendor_id, status, placed_at + interval '1 hour' as shipped_at
      from placed where status in ('SHIPPED', 'DELIVERED')
    ), shipments_in as (
      insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, status, shipped_at, delivered_at)
      select id, suborder_id, vendor_id, 'UPS', '1Z999AA10123456784', status, shipped_at,
        case when status = 'DELIVERED' then shipped_at + interval '2 days' end
      from sent
    )
    insert into shipment_items (shipment_id, order_item_id, vendor_id, quantity, stock_taken)
    select s.id, l.id, l.vendor_id, l.quantity, l.quantity from sent s join lines l on l.suborder_id = s.suborder_id`
}

function address(sql: Handle) {
  return sql`address_json('{"name": "Ana Lima", "addressLine1": "12 Mill Road", "city": "Springfield",
    "state": "IL", "zipCode": "62701", "country": "US"}')::jsonb`
}

/**
 * Inserts a shipping method with a flat rate for the US for each vendor. Returns their ids in the order of
 * the vendors.
 */
export async function insertFlatRates(sql: Handle, vendorIds: string[]): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    with methods as (
      insert into shipping_methods (vendor_id, name, pricing_type, currency)
      select unnest(${vendorIds}::uuid[]), 'Ground', 'FLAT_RATE', 'USD' returning id, vendor_id
    ), rates as (
      insert into shipping_rates (vendor_id, method_id, position, country_code, flat_rate)
      select vendor_id, id, 1, 'US', 8.90 from methods
    )
    select id from methods order by array_position(${vendorIds}::uuid[], vendor_id)`
  return rows.map(({ id }) => id)
}

/** Inserts two shipping methods with weight tiers for each vendor, one of which doesn't ship to the US. */
export async function insertTieredRates(sql: Handle, vendorIds: string[]): Promise<void> {
  await sql`
    with methods as (
      insert into shipping_methods (vendor_id, name, pricing_type, weight_limit_max, currency)
      select id, name, 'WEIGHT_BASED', 10000, 'USD'
      from unnest(${vendorIds}::uuid[]) as id cross join unnest(array['Parcel', 'International']) as name
      returning id, vendor_id, name)
    insert into shipping_rates (vendor_id, method_id, position, country_code, flat_rate, base_rate, weight_tiers)
    select vendor_id, id, 1, case name when 'Parcel' then 'US' else 'FR' end, 0, 4,
      (select jsonb_agg(jsonb_build_object('minWeight', n * 10, 'maxWeight', n * 10 + 10, 'rate', n + 0.5) order by n)
      from generate_series(0, 99) n)
    from methods`
}

/** A variant that can be ordered, with the data that an order line stores. */
export type SellableVariant = {
  variantId: string
  productId: string
  productName: string
  sku: string
  image: string | null
  unitCost: string
}

/**
 * Gives the first variants of a vendor's published products enough stock for all measurements, and returns
 * them.
 */
export function stockProducts(sql: Handle, vendorId: string): Promise<SellableVariant[]> {
  return sql<SellableVariant[]>`
    with stocked as (
      update variants v set stock_on_hand = v.stock_reserved + 1000000 from products p
      where v.vendor_id = ${vendorId} and v.position = 0 and p.id = v.product_id and p.status = 'PUBLISHED'
      returning v.id, v.product_id, p.name, v.sku, v.vendor_price
    )
    select s.id as variant_id, s.product_id, s.name as product_name, s.sku, s.vendor_price::text as unit_cost,
      (select path from product_images where product_id = s.product_id and is_primary) as image
    from stocked s order by s.id`
}

/** Returns the list key (placed_at and id) of the order in the middle of a vendor's list. */
export async function middleOrder(
  sql: Handle,
  { vendorId, orders }: { vendorId: string; orders: number }
): Promise<string[]> {
  const [row] = await sql<{ placedAt: string; id: string }[]>`
    select placed_at, id from suborders where vendor_id = ${vendorId}
    order by placed_at desc, id desc offset ${orders >> 1} limit 1`
  return row ? [row.placedAt, row.id] : []
}

/** Returns the list keys (placed_at and id) of at most `count` random orders of a vendor. */
export async function sampleOrderKeys(
  sql: Handle,
  { vendorId, count }: { vendorId: string; count: number }
): Promise<string[][]> {
  const rows = await sql<{ placedAt: string; id: string }[]>`
    select placed_at, id from suborders where vendor_id = ${vendorId} order by random() limit ${count}`
  return rows.map(({ placedAt, id }) => [placedAt, id])
}

/** A line of an open order with more units than all measurements ship. */
export type OpenLine = { suborderId: string; orderItemId: string; variantId: string }

/**
 * Inserts for each of a vendor's products a CONFIRMED order of a million units of its first variant, and the
 * stock.
 */
export function insertOpenOrders(sql: Handle, vendorId: string): Promise<OpenLine[]> {
  return sql<OpenLine[]>`
    with sold as materialized (
      update variants v set stock_on_hand = 1000000, stock_reserved = 1000000 from products p
      where v.vendor_id = ${vendorId} and v.position = 0 and p.id = v.product_id
      returning v.id, v.product_id, p.name, v.sku, v.vendor_price, uuidv7() as order_id, uuidv7() as suborder_id
    ), orders_in as (
      insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
      select order_id, 'OPEN-' || sku, '', 'Credit card', ${address(sql)}, 'USD', now() from sold
    ), suborders_in as (
      insert into suborders (id, order_id, vendor_id, position, order_number, po_number, placed_at,
        payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency,
        subtotal, cost_subtotal, shipping, search)
      select suborder_id, order_id, ${vendorId}, 1, 'OPEN-' || sku, 'OPEN-PO-' || sku, now(), 'Credit card',
        order_id, 'Ground', ${address(sql)}, ${address(sql)}, ${address(sql)}, 'USD', vendor_price * 1000000,
        vendor_price * 1000000, 9.95,
        to_tsvector('simple', search_words(sku)) || array_to_tsvector(array['@' || ${vendorId}::uuid])
      from sold
    )
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
      unit_price, unit_cost)
    select uuidv7(), suborder_id, ${vendorId}, 1, id, product_id, name, sku, 1000000, vendor_price, vendor_price
    from sold
    returning suborder_id, id as order_item_id, variant_id`
}

/** Makes all orders of a vendor CONFIRMED again, so that they can be acknowledged again. */
export async function reopenOrders(sql: Handle, vendorId: string): Promise<void> {
  await sql`
    update suborders set status = 'CONFIRMED', acknowledged_at = null
    where vendor_id = ${vendorId} and status <> 'CONFIRMED'`
}

/** Inserts a user of the vendor for each email address, all with the same password hash. */
export async function insertUsers(
  sql: Handle,
  { vendorId, emails, passwordHash }: { vendorId: string; emails: string[]; passwordHash: string }
): Promise<void> {
  await sql`
    insert into users (email, name, password_hash, vendor_id, role)
    select e, 'Bench', ${passwordHash}, ${vendorId}, 'OWNER' from unnest(${emails}::text[]) as e`
}

/**
 * Makes a vendor's products drafts without images. Images added to a draft are live immediately. Returns the
 * ids.
 */
export async function makeDrafts(sql: Handle, vendorId: string): Promise<string[]> {
  await sql`delete from product_images where vendor_id = ${vendorId}`
  const rows = await sql<{ id: string }[]>`
    update products set status = 'DRAFT' where vendor_id = ${vendorId} returning id`
  return rows.map(({ id }) => id)
}
