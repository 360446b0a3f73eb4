import type { Tx } from '../../../db/connect.ts'

/** Pieces of a variant. */
type Amount = { variantId: string; quantity: number }

/**
 * Locks the variants in one order for all, so that two transactions that need the same ones do not block each other. Deleted
 * ones are left out.
 */
export async function lockStock(tx: Tx, variantIds: string[]): Promise<void> {
  await tx`select from variants where id = any(${variantIds}::uuid[]) order by id for update`
}

/** Reserves what there is of locked variants; returns the ids of those that had enough. */
export async function reserveStock(tx: Tx, amounts: Amount[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    update variants v set stock_reserved = v.stock_reserved + a.quantity, updated_at = now()
    from jsonb_to_recordset(${tx.json(amounts)}) as a ("variantId" uuid, quantity integer)
    where v.id = a."variantId" and v.stock_on_hand - v.stock_reserved >= a.quantity
    returning v.id`
  return new Set(rows.map(({ id }) => id))
}

/** Releases what a suborder had reserved of locked variants. */
export async function releaseStock(tx: Tx, vendorId: string, amounts: Amount[]): Promise<void> {
  await tx`
    update variants v set stock_reserved = greatest(0, v.stock_reserved - a.quantity), updated_at = now()
    from (
      select "variantId" as id, sum(quantity)::integer as quantity
      from jsonb_to_recordset(${tx.json(amounts)}) as r ("variantId" uuid, quantity integer) group by 1) a
    where v.vendor_id = ${vendorId} and v.id = a.id`
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

/** How much of each variant that is still there can be sold. */
export async function listAvailable(tx: Tx, variantIds: string[]): Promise<Map<string, number>> {
  const rows = await tx<{ id: string; available: number }[]>`
    select id, greatest(0, stock_on_hand - stock_reserved) as available
    from variants where id = any(${variantIds}::uuid[])`
  return new Map(rows.map(({ id, available }) => [id, available]))
}
