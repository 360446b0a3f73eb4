import type { Tx } from '../../../db/connect.ts'
import type { JsonText } from '../../../http/json-text.ts'
import { amountLimit, charge, isPriceTooLarge, rateFor, variantWeight } from '../../quotes/charge-queries.ts'
import type { Destination } from '../../quotes/destination.ts'
import type { Address } from '../../vendors/schema.ts'
import type { PlacedOrder, PlacedWarning } from '../platform-schema.ts'
import type { NewOrder } from './new-order.ts'
import type { PricedPart } from './order-quotes.ts'

/**
 * A line of a new order with the current data of its variant. Amounts are decimal text; `image` is a storage
 * path or URL.
 */
export type ResolvedLine = {
  variantId: string
  productId: string
  productName: string
  sku: string
  image: string | null
  quantity: number
  unitPrice: string
  unitCost: string
  belongsToVendor: boolean
  isActive: boolean
  isPublished: boolean
  hasWeight: boolean
  isPriceTooLarge: boolean
}

/**
 * The shipping method of a vendor's part of a new order, with the values that the order is checked against.
 * `shipping` is its current charge as decimal text, or null if no rate applies.
 */
export type ResolvedMethod = {
  methodName: string
  methodBelongsToVendor: boolean
  methodIsActive: boolean
  /** True if the rates of the method are in the marketplace's currency. */
  methodHasMarketplaceCurrency: boolean
  methodHasRates: boolean
  /** True if the method has a rate for the destination. */
  hasRate: boolean
  /** The total weight of the lines, or null if a variant is unknown. */
  weight: string | null
  /** True if the weight is below the minimum of the method. */
  isTooLight: boolean
  /** True if the weight is above the maximum of the method. */
  isTooHeavy: boolean
  shipping: string | null
}

/**
 * A vendor's part of a new order with the current data of the vendor, and with the prices and the charge of its
 * quote if it has one. Amounts are decimal text.
 */
export type ResolvedPart = {
  /** Null if the vendor doesn't exist. */
  vendorIsActive: boolean | null
  /** The currency of the marketplace. */
  currency: string
  vendorAddress: Address
  method: ResolvedMethod | null
  /** The charge of the quote, or else that of the method; null if there is none. */
  shipping: string | null
  /** The lines, in the same sequence as the items in the body. The entry of an unknown variant is null. */
  lines: (ResolvedLine | null)[]
  subtotal: string
  costSubtotal: string
  isTotalTooLarge: boolean
  discountIsTooLarge: boolean
}

/**
 * Reads, in one statement, everything that a new order depends on. The parts are in the same sequence as in
 * the body.
 */
export function readParts(
  tx: Tx,
  { parts, destination }: { parts: PricedPart[]; destination: Destination }
): Promise<ResolvedPart[]> {
  return tx<ResolvedPart[]>`
    select v.is_active as vendor_is_active, s.currency, address_json(v.address || jsonb_build_object(
        'name', coalesce(nullif(v.address ->> 'name', ''), v.name),
        'company', coalesce(nullif(v.address ->> 'company', ''), v.name),
        'phone', coalesce(nullif(v.address ->> 'phone', ''), v.phone))) as vendor_address,
      case when m.id is not null then jsonb_build_object('methodName', m.name, 'methodBelongsToVendor', m.vendor_id = v.id,
        'methodIsActive', m.is_active, 'methodHasMarketplaceCurrency', c.has_currency,
        'methodHasRates', exists (select from shipping_rates where method_id = m.id),
        'hasRate', c.has_rate, 'weight', trim_scale(o.weight)::text, 'isTooLight', c.is_too_light,
        'isTooHeavy', c.is_too_heavy, 'shipping', c.shipping::text) end as method,
      d.shipping::text as shipping, o.lines, o.subtotal::text as subtotal, o.cost_subtotal::text as cost_subtotal,
      coalesce(greatest(o.subtotal + coalesce(d.shipping, 0) + p.tax, o.cost_subtotal) >= ${amountLimit}::numeric, false)
        as is_total_too_large,
      coalesce(p.discount > o.subtotal + d.shipping + p.tax, false) as discount_is_too_large
    from (
      select position, sent -> 'items' as items, (sent ->> 'vendorId')::uuid as vendor_id,
        (sent ->> 'shippingMethodId')::uuid as method_id, coalesce((sent ->> 'tax')::numeric, 0) as tax,
        coalesce((sent ->> 'discount')::numeric, 0) as discount, (sent ->> 'shipping')::numeric as quoted
      from jsonb_array_elements(${tx.json(parts)}) with ordinality as e (sent, position)) p
    cross join settings s
    left join lateral (select * from vendors where id = p.vendor_id limit 1) v on true
    left join lateral (select * from shipping_methods where id = p.method_id limit 1) m on true
    left join lateral (${rateFor(tx, destination)}) r on true
    cross join lateral (${lines(tx)}) o
    cross join lateral (${charge(tx)}) c
    cross join lateral (select coalesce(p.quoted, c.shipping) as shipping) d
    order by p.position`
}

/**
 * Returns a query for the lines of the order part `p`, which belongs to the vendor `v`, and for the sums of
 * these lines. Each variant is looked up by its id in a subquery with a limit, because the planner doesn't
 * know the number of lines and could otherwise choose to scan a whole table.
 */
function lines(tx: Tx) {
  return tx`
    select case when count(x.id) = count(*) then sum(x.weight * i.quantity) end as weight, sum(round(u.price * i.quantity, 2)) as subtotal,
      sum(round(x.vendor_price * i.quantity, 2)) as cost_subtotal,
      jsonb_agg(case when x.id is not null then jsonb_build_object('variantId', x.id, 'productId', x.product_id,
        'productName', x.product_name, 'sku', x.sku, 'image', g.path, 'quantity', i.quantity,
        'unitPrice', u.price::text, 'unitCost', x.vendor_price::text, 'belongsToVendor', x.vendor_id = v.id,
        'isActive', x.is_active, 'isPublished', x.is_published, 'hasWeight', coalesce(i.has_weight, x.has_weight),
        'isPriceTooLarge', ${isPriceTooLarge(tx, tx`u.price`)}) end order by i.position) as lines
    from (
      select position, (sent ->> 'variantId')::uuid as variant_id, (sent ->> 'quantity')::integer as quantity,
        (sent ->> 'unitPrice')::numeric as unit_price, (sent ->> 'hasWeight')::boolean as has_weight
      from jsonb_array_elements(p.items) with ordinality as e (sent, position)) i
    left join lateral (
      select a.id, a.product_id, a.vendor_id, a.sku, a.vendor_price, a.is_active, b.name as product_name,
        b.status = 'PUBLISHED' as is_published, w.weight is not null as has_weight, coalesce(w.weight, 0) as weight
      from variants a join products b on b.id = a.product_id
      cross join lateral (select ${variantWeight(tx)} as weight) w
      where a.id = i.variant_id limit 1) x on true
    left join lateral (
      select path from product_images where product_id = x.product_id
      order by (variant_id = x.id) is true desc, is_primary desc, sort_order, id limit 1) g on true
    left join lateral (
      select coalesce(i.unit_price, retail_price(x.vendor_price, v.commission_percent)) as price) u on true`
}

/**
 * Draws the next value of the sequence of order numbers, and `purchaseOrders` values of the sequence of PO
 * numbers. Returns them as text.
 */
export async function drawNumbers(
  tx: Tx,
  { purchaseOrders }: { purchaseOrders: number }
): Promise<{ ofOrder: string; ofPurchaseOrders: string[] }> {
  const [row] = await tx<{ ofOrder: string; ofPurchaseOrders: string[] }[]>`
    select nextval('order_numbers')::text as of_order,
      array(select nextval('po_numbers')::text from generate_series(1, ${purchaseOrders}::integer)) as of_purchase_orders`
  if (!row) throw new Error('The statement returned no row')
  return row
}

/** A row to insert into `orders`. If `placedAt` is null, the order was placed now. */
export type OrderRow = Pick<NewOrder, 'paymentMethodName' | 'shipTo'> & {
  id: string
  orderNumber: string
  bodyHash: Buffer
  customerNote: string | null
  placedAt: string | null
}

/**
 * Inserts an order and returns true, or returns false if its number is already used. If a concurrent
 * transaction is inserting the same number, the statement waits until that transaction ends.
 */
export async function insertOrder(tx: Tx, order: OrderRow): Promise<boolean> {
  const { count } = await tx`
    insert into orders (id, order_number, body_hash, payment_method_name, customer_note, ship_to, currency, placed_at)
    select ${order.id}, ${order.orderNumber}, ${order.bodyHash}, ${order.paymentMethodName}, ${order.customerNote},
      address_json(${tx.json(order.shipTo)})::jsonb, s.currency, coalesce(${order.placedAt}::timestamptz, now())
    from settings s
    on conflict on constraint orders__order_number do nothing`
  return count === 1
}

/** A suborder to insert, with its lines. Amounts are decimal text. */
export type NewSuborder = {
  id: string
  vendorId: string
  poNumber: string
  shippingMethodId: string
  shippingMethodName: string
  vendorAddress: Address
  subtotal: string
  costSubtotal: string
  shipping: string
  tax: string
  discount: string
  lines: (Pick<ResolvedLine, 'variantId' | 'productId' | 'productName' | 'sku' | 'image' | 'quantity'> &
    Pick<ResolvedLine, 'unitPrice' | 'unitCost'> & { id: string })[]
}

/**
 * Inserts the suborders of an order with their lines. Stores the position of each suborder in the order, and
 * of each line in the suborder.
 */
export async function insertSuborders(
  tx: Tx,
  { orderId, suborders }: { orderId: string; suborders: NewSuborder[] }
): Promise<void> {
  await tx`
    with sent as materialized (
      select x.*, e.position, o.order_number, o.placed_at, o.payment_method_name, o.customer_note, o.ship_to, o.currency,
        address_json(s.address)::jsonb as bill_to, d.acknowledge_by, d.ship_by
      from jsonb_array_elements(${tx.json(suborders)}) with ordinality as e (suborder, position)
      cross join lateral jsonb_to_record(e.suborder) as x (id uuid, "vendorId" uuid, "poNumber" text,
        "shippingMethodId" uuid, "shippingMethodName" text, "vendorAddress" jsonb, subtotal numeric,
        "costSubtotal" numeric, shipping numeric, tax numeric, discount numeric, lines jsonb)
      cross join settings s join orders o on o.id = ${orderId}
      cross join lateral (${deadlines(tx)}) d
    ), placed as (
      insert into suborders (id, order_id, vendor_id, position, order_number, po_number, placed_at,
        payment_method_name, shipping_method_id, shipping_method_name, customer_note, vendor_address, bill_to, ship_to,
        currency, subtotal, cost_subtotal, shipping, tax, discount, acknowledge_by, ship_by, search)
      select id, ${orderId}, "vendorId", position, order_number, "poNumber", placed_at, payment_method_name,
        "shippingMethodId", "shippingMethodName", customer_note, "vendorAddress", bill_to, ship_to, currency, subtotal,
        "costSubtotal", shipping, tax, discount, acknowledge_by, ship_by,
        to_tsvector('simple', search_words(concat_ws(' ', order_number, "poNumber",
          (select string_agg(l ->> 'sku', ' ') from jsonb_array_elements(lines) as l))))
          || array_to_tsvector(array['@' || "vendorId"])
      from sent
    )
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, image,
      quantity, unit_price, unit_cost)
    select (l ->> 'id')::uuid, sent.id, sent."vendorId", n, (l ->> 'variantId')::uuid, (l ->> 'productId')::uuid,
      l ->> 'productName', l ->> 'sku', l ->> 'image', (l ->> 'quantity')::integer, (l ->> 'unitPrice')::numeric,
      (l ->> 'unitCost')::numeric
    from sent cross join lateral jsonb_array_elements(sent.lines) with ordinality as e (l, n)`
}

/** How many days a lead time can postpone the deadline for shipping at most. */
const maxLeadTime = '365'

/**
 * Returns a query for the deadlines of the new suborder `x` of the order `o`, with the settings `s`. If there is a deadline
 * for shipping, the longest lead time of the products counts instead of a shorter one.
 */
function deadlines(tx: Tx) {
  return tx`
    select o.placed_at + make_interval(hours => nullif(coalesce(v.acknowledge_hours, s.acknowledge_hours), 0))
        as acknowledge_by,
      case when coalesce(v.ship_days, s.ship_days) > 0 then shipping_deadline(o.placed_at, greatest(
        coalesce(v.ship_days, s.ship_days), (
          select least(max(coalesce(p.lead_time, v.lead_time)), ${maxLeadTime}::integer)
          from jsonb_array_elements(x.lines) as l cross join lateral (
            select lead_time from products where id = (l ->> 'productId')::uuid limit 1) p)), s.time_zone) end as ship_by
    from vendors v where v.id = x."vendorId" limit 1`
}

/**
 * Stores the warnings of a new order, so that a repeated request with the same order number can return them
 * again.
 */
export async function storeWarnings(
  tx: Tx,
  { orderId, warnings }: { orderId: string; warnings: PlacedWarning[] }
): Promise<void> {
  await tx`update orders set warnings = ${tx.json(warnings)} where id = ${orderId}`
}

/**
 * Returns the response for the placed order with this number as JSON text, or undefined if no order has this
 * number. `isSame` is true if the order was placed with a body that has this hash.
 */
export async function findPlacedOrder(
  tx: Tx,
  { orderNumber, bodyHash }: { orderNumber: string; bodyHash: Buffer }
): Promise<{ json: JsonText<PlacedOrder>; isSame: boolean } | undefined> {
  const [row] = await tx<{ json: string; isSame: boolean }[]>`
    select o.body_hash = ${bodyHash} as is_same, json_build_object('id', o.id, 'orderNumber', o.order_number,
      'placedAt', iso_text(o.placed_at), 'currency', o.currency,
      'suborders', (
        select json_agg(json_build_object('id', s.id, 'vendorId', s.vendor_id, 'poNumber', s.po_number,
          'status', s.status, 'subtotal', trim_scale(s.subtotal), 'shipping', trim_scale(s.shipping),
          'tax', trim_scale(s.tax), 'discount', trim_scale(s.discount), 'total', trim_scale(s.total))
          order by s.position)
        from suborders s where s.order_id = o.id),
      'warnings', o.warnings)::text as json
    from orders o where o.order_number = ${orderNumber}`
  return row
}
