import type { Fragment, Handle } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import { transitions } from './fulfil/fulfillment.ts'
import { shipmentColumns } from './fulfil/suborder-queries.ts'
import { dueAt } from './list/due-queries.ts'
import type { Order } from './schema.ts'

/** Returns an order as JSON text, or undefined if the vendor has no order with this id. */
export async function findOrder(
  sql: Handle,
  vendorId: string,
  { id, assetOrigin }: { id: string; assetOrigin: string }
): Promise<JsonText<Order> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(o)::text as json from (
      select ${orderColumns(sql, { assetOrigin })}
      from suborders s where s.vendor_id = ${vendorId} and s.id = ${id}) o`
  return row?.json
}

/**
 * The columns that orders and purchase orders share (contract 2.7), as expressions on a row `s` of
 * `suborders`.
 */
export function sharedColumns(sql: Handle) {
  return sql`
    s.id, s.order_number as "orderNumber", s.status, iso_text(s.placed_at) as "placedAt", s.po_number as "poNumber",
    address_json(s.vendor_address) as vendor, address_json(s.bill_to) as "billTo", address_json(s.ship_to) as "shipTo",
    s.currency, ${deadlineColumns(sql)}`
}

function deadlineColumns(sql: Handle) {
  const due = sql.unsafe(dueAt)
  return sql`
    iso_text(s.acknowledge_by) as "acknowledgeBy", iso_text(s.ship_by) as "shipBy", iso_text(${due}) as "dueAt",
    coalesce(${due} < now(), false) as "isLate"`
}

/**
 * A SQL expression for the amounts of the suborder in row `s` without what was cancelled, as JSON: at retail prices, or at
 * cost, which has neither tax nor discount.
 */
export function netAmounts(sql: Handle, { atCost = false }: { atCost?: boolean } = {}) {
  const customers = atCost ? sql`0, 0, true` : sql`s.tax, s.discount, false`
  return sql`(
    select json_build_object('subtotal', trim_scale(n.subtotal), 'shipping', trim_scale(n.shipping),
      'tax', trim_scale(n.tax), 'discount', trim_scale(n.discount), 'total', trim_scale(n.total))
    from net_amounts(s.id, s.shipping, ${customers}) n)`
}

/**
 * The columns with the names of the payment method and of the shipping method. They aren't part of
 * `sharedColumns`, because the list of purchase orders doesn't have them.
 */
export function methodNameColumns(sql: Handle) {
  return sql`s.payment_method_name as "paymentMethodName", s.shipping_method_name as "shippingMethodName"`
}

/**
 * A SQL expression for the lines of the suborder in row `s`, as a JSON array. Each entry has the columns that
 * all lines have, and the given `columns`, which are expressions on a row `i` of `order_items`.
 */
export function itemList(sql: Handle, columns: Fragment) {
  return sql`(
    select json_agg(e) from (
      select i.id, i.product_name as "productName", i.sku, i.quantity, ${columns}
      from order_items i where i.suborder_id = s.id order by i.position) e)`
}

/**
 * The columns of an order at retail prices. `to_json` of a row with these columns is the order as the API
 * returns it. `moreItemColumns` are additional columns of the order's lines, and must begin with a comma.
 */
export function orderColumns(
  sql: Handle,
  { assetOrigin, moreItemColumns = sql`` }: { assetOrigin: string; moreItemColumns?: Fragment }
) {
  const items = itemList(
    sql,
    sql`
      trim_scale(i.unit_price) as price, trim_scale(i.subtotal) as subtotal, i.variant_id as "variantId",
      i.product_id as "productId", asset_url(${assetOrigin}, i.image) as "imageUrl",
      i.quantity_shipped as "quantityShipped", i.quantity_cancelled as "quantityCancelled" ${moreItemColumns}`
  )
  return sql`
    ${sharedColumns(sql)}, ${methodNameColumns(sql)}, trim_scale(s.subtotal) as subtotal,
    trim_scale(s.shipping) as shipping, trim_scale(s.tax) as tax, trim_scale(s.discount) as discount,
    trim_scale(s.total) as total, ${netAmounts(sql)} as net, s.customer_note as "customerNote", ${items} as items,
    iso_text(s.acknowledged_at) as "acknowledgedAt", ${sql.json(transitions)}::jsonb -> s.status as "allowedActions", (
      select coalesce(json_agg(e), '[]') from (
        select ${shipmentColumns(sql)} from shipments h where h.suborder_id = s.id order by h.id) e) as shipments, (
      select coalesce(json_agg(e), '[]') from (
        select c.id, c.reason, c.note, c.cancelled_by as "cancelledBy", c.items, iso_text(c.created_at) as "createdAt"
        from order_cancellations c where c.suborder_id = s.id order by c.id) e) as cancellations,
    iso_text(s.created_at) as "createdAt", iso_text(s.updated_at) as "updatedAt"`
}
