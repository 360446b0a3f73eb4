import { insertCatalogChanges } from '../../../catalog-changes.ts'
import type { Fragment, Tx } from '../../../db/connect.ts'
import { type Origin, withSource } from '../../../events.ts'
import { recordHistory } from './record-queries.ts'

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
    with reserved as (
      update variants v set stock_reserved = v.stock_reserved + a.quantity, updated_at = now()
      from jsonb_to_recordset(${tx.json(amounts)}) as a ("variantId" uuid, quantity integer)
      where v.id = a."variantId" and v.stock_on_hand - v.stock_reserved >= a.quantity
      returning v.id, v.product_id
    ), ${availabilityChange(tx, 'reserved')}
    select id from reserved`
  return new Set(rows.map(({ id }) => id))
}

/** Releases stock of locked variants that was reserved for a suborder. */
export async function releaseStock(tx: Tx, vendorId: string, amounts: Amount[]): Promise<void> {
  await tx`
    with released as (
      update variants v set stock_reserved = greatest(0, v.stock_reserved - a.quantity), updated_at = now()
      from (
        select "variantId" as id, sum(quantity)::integer as quantity
        from jsonb_to_recordset(${tx.json(amounts)}) as r ("variantId" uuid, quantity integer) group by 1) a
      where v.id = a.id and v.vendor_id is not distinct from ${vendorId}
      returning v.product_id
    ), ${availabilityChange(tx, 'released')}
    select`
}

/**
 * Deducts the items of a shipment from the stock of their variants, which must be locked. For each item, the
 * stock on hand falls by the item's `stock_taken`, and the reserved stock by the item's `quantity`. Counts of
 * the stock that were made before this time are outdated from now on (`stock_as_of`, contract 2.3).
 */
export async function deductStock(tx: Tx, vendorId: string, shipment: OfShipment): Promise<void> {
  await changeStock(tx, vendorId, {
    ...shipment,
    assignments: tx`stock_on_hand = v.stock_on_hand - q.stock_taken,
      stock_reserved = greatest(0, v.stock_reserved - q.quantity),
      stock_as_of = greatest(v.stock_as_of, clock_timestamp())`
  })
}

/**
 * Reverses `deductStock` for a shipment. A stock that would rise above the largest integer of its column is
 * set to this integer. Counts of the stock that were made before this time are outdated from now on, because
 * they lack the returned pieces. The variants must be locked.
 */
export async function restoreStock(tx: Tx, vendorId: string, shipment: OfShipment): Promise<void> {
  await changeStock(tx, vendorId, {
    ...shipment,
    assignments: tx`stock_on_hand = least(2147483647, v.stock_on_hand::bigint + q.stock_taken),
      stock_reserved = least(2147483647, v.stock_reserved::bigint + q.quantity),
      stock_as_of = greatest(v.stock_as_of, clock_timestamp())`
  })
}

type OfShipment = { shipmentId: string; origin: Origin }

/** Updates the variants `v` of a shipment's items `q`, and records the changes of the stock on hand. */
async function changeStock(
  tx: Tx,
  vendorId: string,
  { shipmentId, origin, assignments }: OfShipment & { assignments: Fragment }
): Promise<void> {
  await tx`
    with updated as (
      update variants v set ${assignments}, updated_at = now()
      from shipment_items q join order_items i on i.id = q.order_item_id
      where q.vendor_id = ${vendorId} and q.shipment_id = ${shipmentId}
        and v.id = i.variant_id and v.vendor_id is not distinct from q.vendor_id
      returning v.product_id, v.id as variant_id, old.stock_on_hand as old_stock, new.stock_on_hand as new_stock
    ), ${availabilityChange(tx, 'updated')}, change as materialized (
      select ${vendorId}::uuid as vendor_id, product_id, variant_id, 'stockOnHand' as field,
        to_jsonb(old_stock) as old_value, to_jsonb(new_stock) as new_value
      from updated where old_stock <> new_stock
    ), ${recordHistory(tx, withSource(origin, 'SHIPMENT', shipmentId))}
    select`
}

/**
 * Returns a common table expression that adds products to the feed of catalog changes, because the available
 * stock of their variants changes. `from` is a common table expression with the column `product_id`.
 */
function availabilityChange(tx: Tx, from: string): Fragment {
  return tx`availability_change as (
      ${insertCatalogChanges(tx, 'PRODUCT', tx`select product_id as id from ${tx(from)}`)}
    )`
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
