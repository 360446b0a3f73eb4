import type { Tx } from '../../../db/connect.ts'

/** A number of units of a variant. */
type Amount = { variantId: string; quantity: number }

/**
 * Locks variants in the order of their ids, so that concurrent transactions can't deadlock. Variants that
 * were deleted are ignored.
 */
export async function lockStock(tx: Tx, variantIds: string[]): Promise<void> {
  await tx`select from variants where id = any(${variantIds}::uuid[]) order by id for update`
}

/**
 * Reserves the given quantity of each locked variant, provided that the available stock is sufficient.
 * Returns the ids of the variants for which the quantity was reserved.
 */
export async function reserveStock(tx: Tx, amounts: Amount[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    update variants v set stock_reserved = v.stock_reserved + a.quantity, updated_at = now()
    from jsonb_to_recordset(${tx.json(amounts)}) as a ("variantId" uuid, quantity integer)
    where v.id = a."variantId" and v.stock_on_hand - v.stock_reserved >= a.quantity
    returning v.id`
  return new Set(rows.map(({ id }) => id))
}

/** Releases stock of locked variants that was reserved for a suborder. */
export async function releaseStock(tx: Tx, vendorId: string, amounts: Amount[]): Promise<void> {
  await tx`
    update variants v set stock_reserved = greatest(0, v.stock_reserved - a.quantity), updated_at = now()
    from (
      select "variantId" as id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${tx.json(amounts)}) as r ("variantId" uuid, quantity integer) group by 1) a
    where v.vendor_id = ${vendorId} and v.id = a.id`
}

/**
 * Deducts the items of a shipment from the stock of their variants, which must be locked. For each item, the
 * stock on hand falls by the item's `stock_taken`, and the reserved stock by the item's `quantity`.
 */
export async function deductStock(tx: Tx, vendorId: string, shipmentId: string): Promise<void> {
  await tx`
    update variants v set stock_on_hand = v.stock_on_hand - q.stock_taken,
      stock_reserved = greatest(0, v.stock_reserved - q.quantity), updated_at = now()
    from shipment_items q join order_items i on i.id = q.order_item_id
    where q.vendor_id = ${vendorId} and q.shipment_id = ${shipmentId}
      and v.vendor_id = q.vendor_id and v.id = i.variant_id`
}

/**
 * Reverses `deductStock` for a shipment. A stock that would rise above the largest integer of its column is
 * set to this integer. The variants must be locked.
 */
export async function restoreStock(tx: Tx, vendorId: string, shipmentId: string): Promise<void> {
  await tx`
    update variants v set stock_on_hand = least(2147483647, v.stock_on_hand::bigint + q.stock_taken),
      stock_reserved = least(2147483647, v.stock_reserved::bigint + q.quantity), updated_at = now()
    from shipment_items q join order_items i on i.id = q.order_item_id
    where q.vendor_id = ${vendorId} and q.shipment_id = ${shipmentId}
      and v.vendor_id = q.vendor_id and v.id = i.variant_id`
}

/**
 * Returns the available stock (on hand less reserved) by variant id. The map doesn't contain deleted
 * variants.
 */
export async function listAvailable(tx: Tx, variantIds: string[]): Promise<Map<string, number>> {
  const rows = await tx<{ id: string; available: number }[]>`
    select id, greatest(0, stock_on_hand - stock_reserved) as available
    from variants where id = any(${variantIds}::uuid[])`
  return new Map(rows.map(({ id, available }) => [id, available]))
}
