import type { Sql } from '../../apps/api/src/db/connect.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import { type OrderPart, shipTo } from '../stocked-vendors.ts'
import { actor } from './origin.ts'

const address = { ...shipTo, company: null, addressLine2: null, zipCode: null, phone: null }

/**
 * Inserts an order with its suborders, lines and events, and locks and reserves the stock, pipelined in one
 * transaction. The prices are already known.
 */
export async function writeOrder(sql: Sql, parts: OrderPart[]): Promise<void> {
  const id = newId()
  const number = `FLOOR-${id}`
  const suborders = parts.map(({ vendor, lines }, index) => ({
    id: newId(),
    position: index + 1,
    vendorId: vendor.vendorId,
    poNumber: `${number}-${index}`,
    shippingMethodId: vendor.shippingMethodId,
    words: [number, `${number}-${index}`, ...lines.map(({ sold }) => sold.sku)]
      .join(' ')
      .replaceAll(/\W+/g, ' ')
  }))
  const lines = parts.flatMap((part, index) =>
    part.lines.map(({ sold, quantity }, position) => ({
      ...sold,
      quantity,
      position: position + 1,
      suborderId: suborders[index]?.id ?? '',
      vendorId: part.vendor.vendorId
    }))
  )
  const variantIds = lines.map(({ variantId }) => variantId)
  const quantities = lines.map(({ quantity }) => quantity)
  await sql.begin((tx) =>
    Promise.all([
      tx`
        insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
        values (${id}, ${number}, ${Buffer.alloc(32)}, 'Credit card', ${tx.json(address)}, 'USD', now())`,
      tx`select from variants where id = any((select ${variantIds}::uuid[])::uuid[]) order by id for update`,
      tx`
        with reserved as (
          update variants v set stock_reserved = v.stock_reserved + a.quantity, updated_at = now()
          from unnest(${variantIds}::uuid[], ${quantities}::integer[]) as a (id, quantity)
          where v.id = a.id and v.stock_on_hand - v.stock_reserved >= a.quantity
          returning v.product_id
        )
        insert into catalog_outbox (kind, subject_ids)
        select 'PRODUCT', array_agg(distinct product_id) from reserved`,
      tx`
        insert into suborders (id, order_id, vendor_id, position, order_number, po_number, placed_at,
          payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency,
          subtotal, cost_subtotal, shipping, search)
        select s.id, ${id}, s.vendor_id, s.position, ${number}, s.po_number, now(), 'Credit card', s.method_id, 'Ground',
          ${tx.json(address)}, ${tx.json(address)}, ${tx.json(address)}, 'USD', 25, 20, 8.90,
          to_tsvector('simple', s.words) || array_to_tsvector(array['@' || s.vendor_id])
        from unnest(${suborders.map((one) => one.id)}::uuid[], ${suborders.map((one) => one.vendorId)}::uuid[],
          ${suborders.map((one) => one.position)}::integer[], ${suborders.map((one) => one.poNumber)}::text[],
          ${suborders.map((one) => one.shippingMethodId)}::uuid[], ${suborders.map((one) => one.words)}::text[])
          as s (id, vendor_id, position, po_number, method_id, words)`,
      tx`
        insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, image,
          quantity, unit_price, unit_cost)
        select uuidv7(), l.suborder_id, l.vendor_id, l.position, l.variant_id, l.product_id, l.name, l.sku, l.image,
          l.quantity, l.price, l.price
        from unnest(${lines.map((one) => one.suborderId)}::uuid[], ${lines.map((one) => one.vendorId)}::uuid[],
          ${lines.map((one) => one.position)}::integer[], ${variantIds}::uuid[],
          ${lines.map((one) => one.productId)}::uuid[], ${lines.map((one) => one.productName)}::text[],
          ${lines.map((one) => one.sku)}::text[], ${lines.map((one) => one.image)}::text[], ${quantities}::integer[],
          ${lines.map((one) => one.unitCost)}::numeric[])
          as l (suborder_id, vendor_id, position, variant_id, product_id, name, sku, image, quantity, price)`,
      tx`
        insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name,
          actor_is_platform, request_id, details)
        select s.vendor_id, 'order.placed', 'order', s.id, ${actor.type}, ${actor.id}::uuid, ${actor.name}, true,
          ${actor.requestId}, jsonb_build_object('orderNumber', ${number}::text, 'poNumber', s.po_number)
        from unnest(${suborders.map((one) => one.id)}::uuid[], ${suborders.map((one) => one.vendorId)}::uuid[],
          ${suborders.map((one) => one.poNumber)}::text[]) as s (id, vendor_id, po_number)`
    ])
  )
}
