import type { Handle, Tx } from '../../../db/connect.ts'
import type { CancelReason } from '../schema.ts'
import type { LineQuantity, OrderLine, OrderStatus } from './fulfillment.ts'

/**
 * A locked suborder. A transaction that changes its lines, its shipments or the stock reserved for it must
 * lock the suborder first.
 */
export type LockedSuborder = {
  id: string
  vendorId: string
  status: OrderStatus
  placedAt: string
  acknowledgedAt: string | null
}

/**
 * A cancellation of a suborder. If `items` is undefined, all quantities that are not shipped are cancelled.
 */
export type Cancellation = {
  suborderId: string
  reason: CancelReason
  note: string | null
  items?: LineQuantity[] | undefined
  cancelledBy: 'VENDOR' | 'PLATFORM'
}

/**
 * Locks a suborder until the transaction ends. Returns undefined if the vendor has no suborder with this id.
 */
export async function lockSuborder(
  tx: Tx,
  vendorId: string,
  id: string
): Promise<LockedSuborder | undefined> {
  const [row] = await tx<LockedSuborder[]>`
    select ${columns(tx)} from suborders where vendor_id = ${vendorId} and id = ${id} for update`
  return row
}

/**
 * Locks several suborders until the transaction ends, sorted by id. Returns them by id. Ids with which the
 * vendor has no suborder are ignored.
 */
export async function lockSubordersById(
  tx: Tx,
  vendorId: string,
  ids: string[]
): Promise<Map<string, LockedSuborder>> {
  const rows = await tx<LockedSuborder[]>`
    select ${columns(tx)} from suborders where vendor_id = ${vendorId} and id = any(${ids}::uuid[])
    order by id for update`
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Locks the suborder of a shipment, like `lockSuborder`. The shipment needs no lock before this, because it
 * never moves to another suborder.
 */
export async function lockSuborderOf(
  tx: Tx,
  vendorId: string,
  shipmentId: string
): Promise<LockedSuborder | undefined> {
  const [row] = await tx<LockedSuborder[]>`
    select ${columns(tx)} from suborders where vendor_id = ${vendorId}
      and id = (select suborder_id from shipments where vendor_id = ${vendorId} and id = ${shipmentId})
    for update`
  return row
}

function columns(tx: Tx) {
  return tx`id, vendor_id, status, placed_at, acknowledged_at`
}

/**
 * Lists the lines of a suborder by position. Send this statement after the statement that locks the suborder,
 * so that it sees the changes of transactions that held the lock before.
 */
export async function listLines(tx: Tx, vendorId: string, suborderId: string): Promise<OrderLine[]> {
  return await tx<OrderLine[]>`
    select id, variant_id, quantity, quantity_shipped, quantity_cancelled
    from order_items where vendor_id = ${vendorId} and suborder_id = ${suborderId} order by position`
}

/**
 * Lists the lines of several suborders by the suborder's id. The lines of each suborder are sorted by
 * position. Send this statement after the one that locks the suborders.
 */
export async function listLinesBySuborder(
  tx: Tx,
  vendorId: string,
  suborderIds: string[]
): Promise<Map<string, OrderLine[]>> {
  const rows = await tx<(OrderLine & { suborderId: string })[]>`
    select suborder_id, id, variant_id, quantity, quantity_shipped, quantity_cancelled
    from order_items where vendor_id = ${vendorId} and suborder_id = any(${suborderIds}::uuid[])
    order by suborder_id, position`
  return Map.groupBy(rows, ({ suborderId }) => suborderId)
}

/**
 * Counts the shipments of a suborder that are neither delivered nor cancelled. Send this statement after the
 * one that locks the suborder.
 */
export async function countUndelivered(tx: Tx, vendorId: string, suborderId: string): Promise<number> {
  const [row] = await tx<{ undelivered: number }[]>`
    select count(*)::integer as undelivered from shipments
    where vendor_id = ${vendorId} and suborder_id = ${suborderId} and status in ('SHIPPED', 'IN_TRANSIT')`
  return row?.undelivered ?? 0
}

/** Stores the status of a locked suborder. */
export async function storeStatus(
  tx: Tx,
  vendorId: string,
  { id, status }: { id: string; status: OrderStatus }
): Promise<void> {
  await tx`
    update suborders set status = ${status}, updated_at = now()
    where vendor_id = ${vendorId} and id = ${id}`
}

/**
 * Stores the statuses of locked suborders. For suborders that aren't acknowledged yet, also stores the
 * current time as the time of acknowledgement. No suborder may be repeated.
 *
 * Here and wherever a list of ids is joined with a table, the condition on the vendor is written with
 * `is not distinct from`, which can't use an index. With `=`, a generic plan, which doesn't know how short the list is,
 * reads all rows of the vendor.
 */
export async function acknowledgeWithStatus(
  tx: Tx,
  vendorId: string,
  suborders: { id: string; status: OrderStatus }[]
): Promise<void> {
  await tx`
    update suborders s set status = n.status, updated_at = now(),
      acknowledged_at = coalesce(s.acknowledged_at, now())
    from jsonb_to_recordset(${tx.json(suborders)}) as n (id uuid, status text)
    where s.id = n.id and s.vendor_id is not distinct from ${vendorId}`
}

/**
 * Increases the shipped or the cancelled quantities of lines by the given quantities. Negative numbers
 * decrease them. A line may be repeated. The suborders of the lines must be locked.
 */
export async function addQuantities(
  tx: Tx,
  vendorId: string,
  { items, column }: { items: LineQuantity[]; column: 'shipped' | 'cancelled' }
): Promise<void> {
  const quantity = tx(`quantity_${column}`)
  await tx`
    update order_items i set ${quantity} = i.${quantity} + l.quantity
    from (
      select "orderItemId" as id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${tx.json(items)}) as r ("orderItemId" uuid, quantity integer) group by 1) l
    where i.id = l.id and i.vendor_id is not distinct from ${vendorId}`
}

/** Stores a cancellation with its items, its reason and who made it. */
export async function insertCancellation(
  tx: Tx,
  vendorId: string,
  cancellation: Omit<Cancellation, 'items'> & { id: string; items: LineQuantity[] }
): Promise<void> {
  const { id, suborderId, reason, note, cancelledBy, items } = cancellation
  await tx`
    insert into order_cancellations (id, suborder_id, vendor_id, reason, note, cancelled_by, items)
    values (${id}, ${suborderId}, ${vendorId}, ${reason}, ${note}, ${cancelledBy}, ${tx.json(items)})`
}

/**
 * Locks the suborders of an order, of all vendors, sorted by id. Returns an empty array if the order doesn't
 * exist.
 */
export async function lockSuborders(tx: Tx, orderId: string): Promise<LockedSuborder[]> {
  return await tx<LockedSuborder[]>`
    select ${columns(tx)} from suborders where order_id = ${orderId} order by id for update`
}

/** Lists the ids of the variants in these suborders, including deleted variants. */
export async function listVariantIds(tx: Tx, suborderIds: string[]): Promise<string[]> {
  const rows = await tx<{ variantId: string }[]>`
    select distinct variant_id from order_items where suborder_id = any(${suborderIds}::uuid[])`
  return rows.map(({ variantId }) => variantId)
}

/** The columns of a shipment. The row `h` of `shipments` and the row `s` of its suborder must be in scope. */
export function shipmentColumns(sql: Handle) {
  return sql`
    h.id, s.id as "orderId", s.order_number as "orderNumber", s.po_number as "poNumber", h.carrier,
    h.tracking_number as "trackingNumber", h.tracking_url as "trackingUrl", h.status,
    iso_text(h.shipped_at) as "shippedAt", iso_text(h.delivered_at) as "deliveredAt", (
      select coalesce(json_agg(e), '[]') from (
        select i.id as "orderItemId", i.product_name as "productName", i.sku, q.quantity
        from shipment_items q join order_items i on i.id = q.order_item_id
        where q.shipment_id = h.id order by i.position) e) as items,
    iso_text(h.created_at) as "createdAt", iso_text(h.updated_at) as "updatedAt"`
}
