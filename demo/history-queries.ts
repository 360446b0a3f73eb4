import type { Handle, Tx } from '../apps/api/src/db/connect.ts'
import type { Origin } from '../apps/api/src/events.ts'

/** Times are in ISO 8601 format. `values` are all values of the product, as the history records them. */
export type RecordedProduct = {
  id: string
  vendorId: string
  createdAt: string
  updatedAt: string
  revisedAt: string | null
  values: Values
}

/** The recorded values of a product or a variant, by field. */
export type Values = { [field: string]: unknown }

/** Returns the ids of a vendor's products. */
export async function listProductIds(tx: Tx, vendorId: string): Promise<string[]> {
  const rows = await tx<{ id: string }[]>`select id from products where vendor_id = ${vendorId} order by id`
  return rows.map(({ id }) => id)
}

/** Deletes the whole history. */
export async function clearHistory(tx: Tx): Promise<void> {
  await tx`delete from product_history`
}

/** Returns all products with the values of their CREATED row. */
export async function listCreations(tx: Tx): Promise<RecordedProduct[]> {
  return await tx<RecordedProduct[]>`
    select p.id, p.vendor_id, p.created_at, p.updated_at, p.pending_revision_submitted_at as revised_at,
      h.new_value as "values"
    from products p join product_history h on h.product_id = p.id and h.field = 'CREATED' and h.variant_id is null
    order by p.id`
}

/** A change of the stock on hand by a shipment, or by the cancellation of one. `at` is in ISO 8601 format. */
export type ShippedStock = { variantId: string; shipmentId: string; change: number; at: string }

/** Returns the changes of stock by all shipments, the latest first. */
export async function listShippedStock(tx: Tx): Promise<ShippedStock[]> {
  return await tx<ShippedStock[]>`
    select i.variant_id, h.id as shipment_id, -q.stock_taken as change, h.created_at as at
    from shipments h join shipment_items q on q.shipment_id = h.id join order_items i on i.id = q.order_item_id
    where q.stock_taken > 0
    union all
    select i.variant_id, h.id, q.stock_taken, h.cancelled_at
    from shipments h join shipment_items q on q.shipment_id = h.id join order_items i on i.id = q.order_item_id
    where q.stock_taken > 0 and h.cancelled_at is not null
    order by at desc`
}

/** Returns the id of the API token with this name, by the id of its vendor. */
export async function listTokens(tx: Tx, name: string): Promise<Map<string, string>> {
  const rows = await tx<{ id: string; vendorId: string }[]>`
    select id, vendor_id from api_tokens where name = ${name} and vendor_id is not null`
  return new Map(rows.map(({ id, vendorId }) => [vendorId, id]))
}

/** A row of the history. `at` is in ISO 8601 format. */
export type HistoryRow = {
  at: string
  productId: string
  vendorId: string
  variantId: string | null
  field: string
  oldValue: unknown
  newValue: unknown
  origin: Origin
}

/** Inserts rows of the history at their times, and the partitions of the months before this one. */
export async function insertHistory(tx: Handle, rows: HistoryRow[]): Promise<void> {
  await tx`
    select create_history_partition(month)
    from generate_series(now() - interval '5 months', now(), interval '1 month') as month`
  await tx`
    insert into product_history (id, product_id, vendor_id, variant_id, field, old_value, new_value, actor_type,
      actor_id, actor_name, actor_is_platform, request_id, source_type, source_id)
    select uuidv7(r.at - clock_timestamp()), r."productId", r."vendorId", r."variantId", r.field, r."oldValue",
      r."newValue", r.origin -> 'actor' ->> 'type', (r.origin -> 'actor' ->> 'id')::uuid, r.origin -> 'actor' ->> 'name',
      (r.origin -> 'actor' ->> 'isPlatform')::boolean, r.origin ->> 'requestId',
      coalesce(r.origin -> 'source' ->> 'type', 'REQUEST'), (r.origin -> 'source' ->> 'id')::uuid
    from jsonb_to_recordset(${tx.json(rows as never)}) as r (at timestamptz, "productId" uuid, "vendorId" uuid,
      "variantId" uuid, field text, "oldValue" jsonb, "newValue" jsonb, origin jsonb)
    order by r.at`
}
