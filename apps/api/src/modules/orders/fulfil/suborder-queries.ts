import type { Tx } from '../../../db/connect.ts'
import type { OrderStatus } from './transitions.ts'

/** A suborder that is about to change; its lines, shipments and their stock change under its lock only. */
export type LockedSuborder = {
  id: string
  vendorId: string
  orderId: string
  status: OrderStatus
  placedAt: string
  acknowledgedAt: string | null
}

/** A line as far as fulfillment goes; quantities in pieces. */
export type OrderLine = {
  id: string
  variantId: string
  quantity: number
  quantityShipped: number
  quantityCancelled: number
}

/** A quantity of a line. */
export type LineQuantity = { orderItemId: string; quantity: number }

/** Locks a suborder until the transaction ends; undefined when the vendor has none with this id. */
export async function lockSuborder(
  tx: Tx,
  vendorId: string,
  { id }: { id: string }
): Promise<LockedSuborder | undefined> {
  const [row] = await tx<LockedSuborder[]>`
    select id, vendor_id, order_id, status, placed_at, acknowledged_at
    from suborders where vendor_id = ${vendorId} and id = ${id} for update`
  return row
}

/** The lines in their order. Sent behind the lock, so that it sees what those before have written. */
export function listLines(tx: Tx, vendorId: string, suborderId: string): Promise<OrderLine[]> {
  return tx<OrderLine[]>`
    select id, variant_id, quantity, quantity_shipped, quantity_cancelled
    from order_items where vendor_id = ${vendorId} and suborder_id = ${suborderId} order by position`
}

/** How many shipments of the suborder are still on their way. Sent behind the lock, as `listLines`. */
export async function countUndelivered(tx: Tx, vendorId: string, suborderId: string): Promise<number> {
  const [row] = await tx<{ undelivered: number }[]>`
    select count(*)::integer as undelivered from shipments
    where vendor_id = ${vendorId} and suborder_id = ${suborderId} and status in ('SHIPPED', 'IN_TRANSIT')`
  return row?.undelivered ?? 0
}

/** Stores what a locked suborder has become; the first acknowledgement keeps its time. */
export async function storeStatus(
  tx: Tx,
  vendorId: string,
  { id, status, acknowledges }: { id: string; status: OrderStatus; acknowledges: boolean }
): Promise<void> {
  await tx`
    update suborders set status = ${status}, updated_at = now(),
      acknowledged_at = case when ${acknowledges} then coalesce(acknowledged_at, now()) else acknowledged_at end
    where vendor_id = ${vendorId} and id = ${id}`
}

/** Adds to what is shipped and cancelled of lines of a locked suborder; negative amounts take back. */
export async function addQuantities(
  tx: Tx,
  vendorId: string,
  lines: { orderItemId: string; shipped: number; cancelled: number }[]
): Promise<void> {
  await tx`
    update order_items i set quantity_shipped = i.quantity_shipped + l.shipped,
      quantity_cancelled = i.quantity_cancelled + l.cancelled
    from jsonb_to_recordset(${tx.json(lines)}) as l ("orderItemId" uuid, shipped integer, cancelled integer)
    where i.vendor_id = ${vendorId} and i.id = l."orderItemId"`
}

/**
 * Locks the variants in one order for all, so that two transactions that need the same ones cannot stand in each other's way. Those
 * that are deleted are left out.
 */
export async function lockStock(tx: Tx, variantIds: string[]): Promise<void> {
  await tx`select from variants where id = any(${variantIds}::uuid[]) order by id for update`
}

/** Gives back what a suborder had reserved of variants that are still there; they are locked already. */
export async function releaseStock(
  tx: Tx,
  vendorId: string,
  amounts: { variantId: string; quantity: number }[]
): Promise<void> {
  await tx`
    update variants v set stock_reserved = greatest(0, v.stock_reserved - a.quantity), updated_at = now()
    from (
      select "variantId" as id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${tx.json(amounts)}) as r ("variantId" uuid, quantity integer) group by 1) a
    where v.vendor_id = ${vendorId} and v.id = a.id`
}
