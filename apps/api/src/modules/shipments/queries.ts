import type { Handle, Tx } from '../../db/connect.ts'
import type { JsonText } from '../../http/json-text.ts'
import type { LineQuantity } from '../orders/fulfil/fulfillment.ts'
import { shipmentColumns } from '../orders/fulfil/suborder-queries.ts'
import type { Shipment, ShipmentStatus } from './schema.ts'

/** The fields of a shipment that can change. Timestamps are ISO 8601 text. */
export type ShipmentFields = {
  carrier: string
  trackingNumber: string
  trackingUrl: string | null
  shippedAt: string
  status: ShipmentStatus
}

/** A shipment as it is stored, with its items. */
export type StoredShipment = ShipmentFields & { deliveredAt: string | null; items: LineQuantity[] }

/** Returns a shipment as JSON text, or undefined if the vendor has no shipment with this id. */
export async function findShipment(
  sql: Handle,
  vendorId: string,
  id: string
): Promise<JsonText<Shipment> | undefined> {
  const [row] = await sql<{ json: string }[]>`
    select to_json(e)::text as json from (
      select ${shipmentColumns(sql)} from shipments h join suborders s on s.id = h.suborder_id
      where h.vendor_id = ${vendorId} and h.id = ${id}) e`
  return row?.json
}

/**
 * Returns a stored shipment, or undefined if the vendor has no shipment with this id. Send this statement
 * after the statement that locks the shipment's suborder, so that it sees the changes of transactions that
 * held the lock before.
 */
export async function findStored(tx: Tx, vendorId: string, id: string): Promise<StoredShipment | undefined> {
  const [row] = await tx<StoredShipment[]>`
    select h.carrier, h.tracking_number, h.tracking_url, h.shipped_at, h.status, h.delivered_at, (
      select json_agg(json_build_object('orderItemId', q.order_item_id, 'quantity', q.quantity))
      from shipment_items q where q.shipment_id = h.id) as items
    from shipments h where h.vendor_id = ${vendorId} and h.id = ${id}`
  return row
}

/**
 * A shipment to insert. If `shippedAt` is null, the later of the current time and `placedAt`, the time of the
 * order, is stored. `placedAt` can be later than the current time, because the clock of the storefront may be
 * ahead.
 */
export type ShipmentToInsert = Omit<ShipmentFields, 'status' | 'shippedAt'> & {
  id: string
  suborderId: string
  shippedAt: string | null
  placedAt: string
}

/** Inserts shipments of locked suborders. */
export async function insertShipments(
  tx: Tx,
  vendorId: string,
  shipments: ShipmentToInsert[]
): Promise<void> {
  await tx`
    insert into shipments (id, suborder_id, vendor_id, carrier, tracking_number, tracking_url, shipped_at)
    select id, "suborderId", ${vendorId}, carrier, "trackingNumber", "trackingUrl",
      coalesce("shippedAt", greatest(now(), "placedAt"))
    from jsonb_to_recordset(${tx.json(shipments)}) as n (id uuid, "suborderId" uuid, carrier text,
      "trackingNumber" text, "trackingUrl" text, "shippedAt" timestamptz, "placedAt" timestamptz)`
}

/**
 * Inserts the items of shipments. Each item stores the number of units that it can take from the stock on
 * hand, after the items before it in the array have taken theirs. This number can be smaller than the item's
 * quantity, because a vendor can set the stock below the reserved quantity, and because a deleted variant has
 * no stock. The variants must be locked.
 */
export async function insertShipmentItems(
  tx: Tx,
  vendorId: string,
  items: (LineQuantity & { shipmentId: string })[]
): Promise<void> {
  const numbered = items.map((item, number) => ({ ...item, number }))
  await tx`
    insert into shipment_items (shipment_id, order_item_id, vendor_id, quantity, stock_taken)
    select "shipmentId", id, ${vendorId}, quantity, greatest(0, least(quantity, stock_on_hand - wanted_before))
    from (
      select l."shipmentId", i.id, l.quantity, coalesce(v.stock_on_hand, 0) as stock_on_hand,
        coalesce(sum(l.quantity) over (partition by i.variant_id order by l.number
          rows between unbounded preceding and 1 preceding), 0) as wanted_before
      from jsonb_to_recordset(${tx.json(numbered)}) as l ("shipmentId" uuid, "orderItemId" uuid,
        quantity integer, number integer)
      join order_items i on i.id = l."orderItemId" and i.vendor_id is not distinct from ${vendorId}
      left join variants v on v.id = i.variant_id) n`
}

/**
 * Updates a shipment of a locked suborder. If the new status is DELIVERED or CANCELLED, also stores the time
 * of the delivery or cancellation.
 */
export async function updateShipment(
  tx: Tx,
  vendorId: string,
  { id, fields }: { id: string; fields: ShipmentFields }
): Promise<void> {
  const { carrier, trackingNumber, trackingUrl, shippedAt, status } = fields
  await tx`
    update shipments set carrier = ${carrier}, tracking_number = ${trackingNumber}, tracking_url = ${trackingUrl},
      shipped_at = ${shippedAt}, status = ${status}, updated_at = now(),
      delivered_at = case when ${status === 'DELIVERED'}
        then coalesce(delivered_at, greatest(now(), ${shippedAt}::timestamptz)) end,
      cancelled_at = case when ${status === 'CANCELLED'} then now() end
    where vendor_id = ${vendorId} and id = ${id}`
}
