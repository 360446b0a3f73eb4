import type { Sql } from '../../apps/api/src/db/connect.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import type { OpenLine } from '../fill-order-queries.ts'
import { actor } from './origin.ts'

const trackingNumber = '1Z999AA10123456784'
const trackingUrl = `https://www.ups.com/track?tracknum=${trackingNumber}`

/**
 * Ships one unit of each line, each in a shipment of its own: inserts shipments, items, history, catalog changes and
 * events, and updates stock, lines and suborders, pipelined in one transaction. The lines must have different
 * suborders and variants.
 */
export async function writeShipments(sql: Sql, vendorId: string, lines: OpenLine[]): Promise<void> {
  const ids = lines.map(() => newId())
  const suborderIds = lines.map((line) => line.suborderId)
  const itemIds = lines.map((line) => line.orderItemId)
  const variantIds = lines.map((line) => line.variantId)
  await sql.begin((tx) =>
    Promise.all([
      tx`
        insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, tracking_url, shipped_at)
        select s.id, s.suborder_id, ${vendorId}, 'UPS', ${trackingNumber}, ${trackingUrl}, now()
        from unnest(${ids}::uuid[], ${suborderIds}::uuid[]) as s (id, suborder_id)`,
      tx`
        insert into shipment_items (shipment_id, order_item_id, vendor_id, quantity, stock_taken)
        select s.id, s.item_id, ${vendorId}, 1, 1 from unnest(${ids}::uuid[], ${itemIds}::uuid[]) as s (id, item_id)`,
      tx`
        with written as (
          update variants v set stock_on_hand = v.stock_on_hand - 1, stock_reserved = v.stock_reserved - 1,
            stock_as_of = now(), updated_at = now()
          from unnest(${ids}::uuid[], ${variantIds}::uuid[]) as s (id, variant_id) where v.id = s.variant_id
          returning v.product_id, v.id as variant_id, s.id as shipment_id, old.stock_on_hand as before,
            new.stock_on_hand as after
        ), change as (
          insert into catalog_outbox (kind, subject_ids) select 'PRODUCT', array[product_id] from written
        )
        insert into product_history (product_id, vendor_id, variant_id, field, old_value, new_value, actor_type,
          actor_id, actor_name, actor_is_platform, request_id, source_type, source_id)
        select product_id, ${vendorId}, variant_id, 'stockOnHand', to_jsonb(before), to_jsonb(after), ${actor.type},
          ${actor.id}::uuid, ${actor.name}, false, ${actor.requestId}, 'SHIPMENT', shipment_id
        from written`,
      tx`
        update order_items set quantity_shipped = quantity_shipped + 1 where id = any((select ${itemIds}::uuid[])::uuid[])`,
      tx`
        update suborders set status = 'PARTIALLY_SHIPPED', acknowledged_at = coalesce(acknowledged_at, now()),
          updated_at = now()
        where id = any((select ${suborderIds}::uuid[])::uuid[])`,
      tx`
        insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name, request_id,
          details)
        select ${vendorId}, 'shipment.created', 'shipment', s.id, ${actor.type}, ${actor.id}::uuid, ${actor.name},
          ${actor.requestId},
          jsonb_build_object('orderId', s.suborder_id, 'orderStatus', 'PARTIALLY_SHIPPED', 'quantity', 1)
        from unnest(${ids}::uuid[], ${suborderIds}::uuid[]) as s (id, suborder_id)`
    ])
  )
}

/** Acknowledges suborders, with an event for each. */
export async function writeAcknowledgements(
  sql: Sql,
  vendorId: string,
  suborderIds: string[]
): Promise<void> {
  await sql.begin((tx) =>
    Promise.all([
      tx`
        update suborders set status = 'ACKNOWLEDGED', acknowledged_at = now(), updated_at = now()
        where id = any((select ${suborderIds}::uuid[])::uuid[])`,
      tx`
        insert into events (vendor_id, type, subject_type, subject_id, actor_type, actor_id, actor_name, request_id,
          changed_fields)
        select ${vendorId}, 'order.acknowledged', 'order', s.id, ${actor.type}, ${actor.id}::uuid, ${actor.name},
          ${actor.requestId}, '{status,acknowledgedAt}'
        from unnest(${suborderIds}::uuid[]) as s (id)`
    ])
  )
}
