import type { TestAnswer, TestApp, TestVendor } from './app.ts'
import type { TestOrder } from './orders.ts'

/**
 * Creates a shipment as the vendor's owner. By default it ships all remaining pieces of the order with UPS.
 */
export function ship(
  t: TestApp,
  vendor: TestVendor,
  { as = vendor.owner, ...body }: { orderId?: string; as?: string; [field: string]: unknown }
): Promise<TestAnswer> {
  return t.call('POST /vendor/shipments', {
    as,
    body: { carrier: 'UPS', trackingNumber: '1Z999AA10123456784', ...body }
  })
}

/**
 * Returns the stock on hand and the reserved stock of each variant as text, such as "10 3", or "gone" for a
 * deleted variant.
 */
export async function stockOf(t: TestApp, variantIds: string[]): Promise<string[]> {
  const rows = await t.sql<{ id: string; stockOnHand: number; stockReserved: number }[]>`
    select id, stock_on_hand, stock_reserved from variants where id = any(${variantIds}::uuid[])`
  return variantIds.map((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? `${row.stockOnHand} ${row.stockReserved}` : 'gone'
  })
}

/** Returns the status of an order and the shipped and cancelled quantities of its lines. */
export async function fulfillment(t: TestApp, vendor: TestVendor, orderId: string) {
  const { body } = await t.call(`GET /vendor/orders/${orderId}`, { as: vendor.viewer })
  const lines: { quantityShipped: number; quantityCancelled: number }[] = body.items
  return {
    status: body.status as string,
    shipped: lines.map(({ quantityShipped }) => quantityShipped),
    cancelled: lines.map(({ quantityCancelled }) => quantityCancelled)
  }
}

/** Builds one entry of a request's `items`: this quantity of the order line with this index. */
export function lineOf(order: TestOrder, index: number, quantity: number) {
  return { orderItemId: order.items[index]?.id ?? '', quantity }
}

/**
 * Returns helpers for tests of shipments. A helper acts as the vendor that `current` returns when the helper
 * is called.
 */
export function shipmentCalls(current: () => { t: TestApp; vendor: TestVendor }) {
  return {
    stock: (order: TestOrder) =>
      stockOf(
        current().t,
        order.items.map(({ variantId }) => variantId)
      ),
    read: (order: TestOrder) => fulfillment(current().t, current().vendor, order.id),
    cancel: (order: TestOrder, items?: object[]) =>
      current().t.call(`POST /vendor/orders/${order.id}/cancel`, {
        as: current().vendor.owner,
        body: { reason: 'OUT_OF_STOCK', ...(items && { items }) }
      })
  }
}
