import type { Tx } from '../../db/connect.ts'
import type { LineQuantity } from '../orders/fulfil/suborder-queries.ts'

/**
 * Adds what a shipment holds, with how much of it the stock on hand has: a vendor may have set that below what is
 * reserved, and of a variant that is deleted there is none. The variants are locked already; an order has one line of each.
 */
export async function insertShipmentItems(
  tx: Tx,
  vendorId: string,
  { shipmentId, items }: { shipmentId: string; items: LineQuantity[] }
): Promise<void> {
  await tx`
    insert into shipment_items (shipment_id, order_item_id, vendor_id, quantity, stock_taken)
    select ${shipmentId}, i.id, i.vendor_id, l.quantity, least(l.quantity, coalesce(v.stock_on_hand, 0))
    from jsonb_to_recordset(${tx.json(items)}) as l ("orderItemId" uuid, quantity integer)
    join order_items i on i.vendor_id = ${vendorId} and i.id = l."orderItemId"
    left join variants v on v.vendor_id = i.vendor_id and v.id = i.variant_id`
}

/** Takes what a shipment holds from the stock: on hand by what was there, reserved by the quantity. */
export async function takeStock(tx: Tx, vendorId: string, shipmentId: string): Promise<void> {
  await tx`
    update variants v set stock_on_hand = v.stock_on_hand - q.stock_taken,
      stock_reserved = greatest(0, v.stock_reserved - q.quantity), updated_at = now()
    from shipment_items q join order_items i on i.id = q.order_item_id
    where q.vendor_id = ${vendorId} and q.shipment_id = ${shipmentId}
      and v.vendor_id = q.vendor_id and v.id = i.variant_id`
}

/** Gives back what a shipment had taken, up to the most that a stock can be; its variants are locked already. */
export async function giveStockBack(tx: Tx, vendorId: string, shipmentId: string): Promise<void> {
  await tx`
    update variants v set stock_on_hand = least(2147483647, v.stock_on_hand::bigint + q.stock_taken),
      stock_reserved = least(2147483647, v.stock_reserved::bigint + q.quantity), updated_at = now()
    from shipment_items q join order_items i on i.id = q.order_item_id
    where q.vendor_id = ${vendorId} and q.shipment_id = ${shipmentId}
      and v.vendor_id = q.vendor_id and v.id = i.variant_id`
}
