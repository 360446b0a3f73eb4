import type { TestAnswer, TestApp, TestVendor } from './app.ts'
import type { TestOrder } from './orders.ts'

/** Ships for a vendor's owner: all of an order that is left, by UPS, unless said. */
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

/** On hand and reserved of each variant as "10 3"; a deleted one is "gone". */
export async function stockOf(t: TestApp, variantIds: string[]): Promise<string[]> {
  const rows = await t.sql<{ id: string; stockOnHand: number; stockReserved: number }[]>`
    select id, stock_on_hand, stock_reserved from variants where id = any(${variantIds}::uuid[])`
  return variantIds.map((id) => {
    const row = rows.find((one) => one.id === id)
    return row ? `${row.stockOnHand} ${row.stockReserved}` : 'gone'
  })
}

/** What of an order's lines is shipped and cancelled, and its status. */
export async function fulfillment(t: TestApp, vendor: TestVendor, orderId: string) {
  const { body } = await t.call(`GET /vendor/orders/${orderId}`, { as: vendor.viewer })
  const lines: { quantityShipped: number; quantityCancelled: number }[] = body.items
  return {
    status: body.status as string,
    shipped: lines.map(({ quantityShipped }) => quantityShipped),
    cancelled: lines.map(({ quantityCancelled }) => quantityCancelled)
  }
}

/** A quantity of a line of the order, as it is sent. */
export function lineOf(order: TestOrder, index: number, quantity: number) {
  return { orderItemId: order.items[index]?.id ?? '', quantity }
}

/** What tests of shipments ask of the orders of the vendor that the function returns, once it is there. */
export function shipmentCalls(given: () => { t: TestApp; vendor: TestVendor }) {
  return {
    stock: (order: TestOrder) =>
      stockOf(
        given().t,
        order.items.map(({ variantId }) => variantId)
      ),
    read: (order: TestOrder) => fulfillment(given().t, given().vendor, order.id),
    cancel: (order: TestOrder, items?: object[]) =>
      given().t.call(`POST /vendor/orders/${order.id}/cancel`, {
        as: given().vendor.owner,
        body: { reason: 'OUT_OF_STOCK', ...(items && { items }) }
      })
  }
}
