import { newId } from '../src/lib/ids.ts'
import type { TestApp } from './app.ts'

/** An order to insert. By default it is CONFIRMED and was placed now, and its line has the SKU HB-1. */
export type StoredOrder = { status?: string; placedAt?: string; updatedAt?: string; sku?: string }

/**
 * Inserts suborders of a vendor, each with one line of one piece. Returns the ids of the suborders in the
 * same sequence as `orders`. Use this function in tests of lists, which need many orders. Other tests place
 * orders with the helpers in `orders.ts`.
 */
export async function insertStoredOrders(
  t: TestApp,
  vendorId: string,
  orders: StoredOrder[]
): Promise<string[]> {
  const from = Date.now()
  const rows = orders.map(({ status = 'CONFIRMED', placedAt, updatedAt, sku = 'HB-1' }, position) => {
    const now = new Date(from - position).toISOString()
    return {
      ...{ id: newId(), orderId: newId(), itemId: newId(), status, sku },
      placedAt: placedAt ?? now,
      updatedAt: updatedAt ?? now
    }
  })
  await t.sql.begin(async (tx) => {
    await tx`
      insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
      select "orderId", "orderId", '', 'Credit card', '{}', 'USD', "placedAt"
      from jsonb_to_recordset(${tx.json(rows)}) as r ("orderId" uuid, "placedAt" timestamptz)`
    await tx`
      insert into suborders (id, order_id, vendor_id, position, order_number, po_number, status, placed_at,
        payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency,
        subtotal, cost_subtotal, shipping, updated_at, search)
      select id, "orderId", ${vendorId}, 1, "orderId", 'PO-' || "orderId", status, "placedAt", 'Credit card', id, 'Ground',
        '{}', '{}', '{}', 'USD', 2, 1, 0, "updatedAt",
        to_tsvector('simple', search_words('PO-' || "orderId" || ' ' || sku)) || array_to_tsvector(array['@' || ${vendorId}])
      from jsonb_to_recordset(${tx.json(rows)}) as r (id uuid, "orderId" uuid, status text, "placedAt" timestamptz,
        "updatedAt" timestamptz, sku text)`
    await tx`
      insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
        unit_price, unit_cost)
      select "itemId", id, ${vendorId}, 1, id, id, 'Hex bolt M8', sku, 1, 2, 1
      from jsonb_to_recordset(${tx.json(rows)}) as r ("itemId" uuid, id uuid, sku text)`
  })
  return rows.map(({ id }) => id)
}
