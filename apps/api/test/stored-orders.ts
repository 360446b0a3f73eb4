import { newId } from '../src/lib/ids.ts'
import type { TestApp } from './app.ts'

/** An order to insert. By default it is CONFIRMED and was placed now, and its line has the SKU HB-1. */
export type StoredOrder = { status?: string; placedAt?: string; updatedAt?: string; sku?: string } & {
  acknowledgeBy?: string
  shipBy?: string
}

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
  const rows = orders.map(
    ({ status = 'CONFIRMED', placedAt, updatedAt, sku = 'HB-1', ...deadlines }, position) => {
      const now = new Date(from - position).toISOString()
      return {
        ...{ id: newId(), orderId: newId(), itemId: newId(), status, sku, ...deadlines },
        placedAt: placedAt ?? now,
        updatedAt: updatedAt ?? now
      }
    }
  )
  await t.sql.begin(async (tx) => {
    await tx`
      insert into orders (id, order_number, body_hash, payment_method_name, ship_to, currency, placed_at)
      select "orderId", "orderId", '', 'Credit card', '{}', 'USD', "placedAt"
      from jsonb_to_recordset(${tx.json(rows)}) as r ("orderId" uuid, "placedAt" timestamptz)`
    await tx`
      insert into suborders (id, order_id, vendor_id, position, order_number, po_number, status, placed_at,
        payment_method_name, shipping_method_id, shipping_method_name, vendor_address, bill_to, ship_to, currency,
        subtotal, cost_subtotal, shipping, acknowledge_by, ship_by, updated_at, search)
      select id, "orderId", ${vendorId}, 1, "orderId", 'PO-' || "orderId", status, "placedAt", 'Credit card', id, 'Ground',
        '{}', '{}', '{}', 'USD', 2, 1, 0, "acknowledgeBy", "shipBy", "updatedAt",
        to_tsvector('simple', search_words('PO-' || "orderId" || ' ' || sku)) || array_to_tsvector(array['@' || ${vendorId}])
      from jsonb_to_recordset(${tx.json(rows)}) as r (id uuid, "orderId" uuid, status text, "placedAt" timestamptz,
        "updatedAt" timestamptz, sku text, "acknowledgeBy" timestamptz, "shipBy" timestamptz)`
    await tx`
      insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
        unit_price, unit_cost)
      select "itemId", id, ${vendorId}, 1, id, id, 'Hex bolt M8', sku, 1, 2, 1
      from jsonb_to_recordset(${tx.json(rows)}) as r ("itemId" uuid, id uuid, sku text)`
  })
  return rows.map(({ id }) => id)
}

/** An order of `insertOpenOrders`, with its lines in the sequence of the variants. */
export type OpenOrder = { id: string; items: { id: string; variantId: string }[] }

/**
 * Inserts CONFIRMED suborders of a vendor, each with one line of `quantity` pieces for each variant, and
 * reserves their stock. Use this function in tests that change hundreds of orders.
 */
export async function insertOpenOrders(
  t: TestApp,
  vendorId: string,
  { count, variantIds, quantity }: { count: number; variantIds: string[]; quantity: number }
): Promise<OpenOrder[]> {
  const ids = await insertStoredOrders(t, vendorId, Array(count).fill({}))
  await t.sql`delete from order_items where suborder_id = any(${ids}::uuid[])`
  const lines = await t.sql<{ id: string; suborderId: string; variantId: string }[]>`
    insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku,
      quantity, unit_price, unit_cost)
    select uuidv7(), s.id, ${vendorId}, v.position, v.id, s.id, 'Hex bolt M8', 'HB-1', ${quantity}, 2, 1
    from unnest(${ids}::uuid[]) as s (id), unnest(${variantIds}::uuid[]) with ordinality as v (id, position)
    returning id, suborder_id, variant_id`
  await t.sql`
    update variants set stock_reserved = stock_reserved + ${count * quantity}
    where id = any(${variantIds}::uuid[])`
  const linesOf = Map.groupBy(lines, ({ suborderId }) => suborderId)
  return ids.map((id) => {
    const lineOf = new Map(linesOf.get(id)?.map((line) => [line.variantId, line.id]))
    return { id, items: variantIds.map((variantId) => ({ id: lineOf.get(variantId) ?? '', variantId })) }
  })
}
