import { newId } from '../src/lib/ids.ts'
import type { TestAnswer, TestApp, TestVendor } from './app.ts'

/** A variant that can be ordered. */
export type Sellable = { id: string; productId: string; sku: string }

/** One vendor's part of an order, as the request contains it. */
export type OrderPart = {
  vendorId: string
  shippingMethodId: string
  quote?: string | null
  tax?: unknown
  discount?: unknown
  items: { variantId: string; quantity: number; unitPrice?: unknown }[]
}

/**
 * A vendor's part of a placed order. `id` is the id of the suborder. `items` has one entry for each line of
 * the suborder, in the same sequence.
 */
export type TestOrder = {
  id: string
  orderId: string
  orderNumber: string
  poNumber: string
  items: { id: string; variantId: string; sku: string; quantity: number }[]
  sellables: Sellable[]
}

/** The address that orders are shipped to. */
export const shipTo = {
  name: 'Ana Lima',
  addressLine1: '12 Mill Road',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'US'
}

const operators = new WeakMap<TestApp, Promise<string>>()

/**
 * Returns the access token of an operator. Each test application has one such operator, which the first call
 * creates.
 */
export function sharedOperator(t: TestApp): Promise<string> {
  const token = operators.get(t) ?? t.operator()
  operators.set(t, token)
  return token
}

/**
 * Creates a published product and returns its variants. Each entry of `stock` gives one variant with that
 * quantity in stock. By default a variant costs 12.50 and weighs 2.
 */
export async function sellables(
  t: TestApp,
  vendor: TestVendor,
  {
    stock = [1000],
    variant = {},
    product = {}
  }: { stock?: number[]; variant?: object; product?: object } = {}
): Promise<Sellable[]> {
  const code = newId().slice(-8)
  const variants = stock.map((initialInventory, index) => ({
    ...{ sku: `${code}-${index}`, name: `Box ${index}`, vendorPrice: 12.5, weight: 2, initialInventory },
    ...variant
  }))
  const answer = await t.call('POST /vendor/products', {
    as: vendor.owner,
    body: { name: 'Hex bolt M8', sku: code, variants, ...product }
  })
  if (answer.status !== 201) throw new Error(answer.text)
  await t.sql`update products set status = 'PUBLISHED' where id = ${answer.body.id}`
  return answer.body.variants.map(({ id, sku }: Sellable) => ({ id, sku, productId: answer.body.id }))
}

/**
 * Creates a shipping method and returns its id. By default it has a flat rate of 8.90 within the US. If the
 * vendor already has the maximum number of methods, the oldest one is deleted first.
 */
export async function shippingMethod(t: TestApp, vendor: TestVendor, fields: object = {}): Promise<string> {
  const { owner: as } = vendor
  const path = '/vendor/me/shipping-methods'
  const body = { name: 'Ground', countryRates: [{ countryCode: 'US', flatRate: 8.9 }], ...fields }
  const answer = await t.call(`POST ${path}`, { as, body })
  if (answer.status === 200) return answer.body.id
  if (answer.body.errors?.[0]?.code !== 'TOO_MANY') throw new Error(answer.text)
  const { body: list } = await t.call(`GET ${path}`, { as })
  await t.call(`DELETE ${path}/${list.shippingMethods.at(-1).id}`, { as })
  return shippingMethod(t, vendor, fields)
}

/**
 * Places an order that consists of these parts, as the operator's storefront does, and returns the response.
 */
export async function placeOrder(
  t: TestApp,
  vendors: OrderPart[],
  fields: object = {},
  headers: Record<string, string> = {}
): Promise<TestAnswer> {
  return t.call('POST /platform/orders', {
    as: await sharedOperator(t),
    headers,
    body: { paymentMethodName: 'Credit card', shipTo, vendors, ...fields }
  })
}

/**
 * Places an order with one vendor. The order has one line for each quantity, and each line orders a new
 * variant with `stock` pieces in stock. `fields` changes fields of the request body, and `part` changes
 * fields of the vendor's part.
 */
export async function testOrder(
  t: TestApp,
  vendor: TestVendor,
  {
    quantities = [3],
    stock = 1000,
    variant,
    product,
    part = {},
    fields = {}
  }: {
    quantities?: number[]
    stock?: number
    variant?: object
    product?: object
    part?: Partial<OrderPart>
    fields?: object
  } = {}
): Promise<TestOrder> {
  const goods = await sellables(t, vendor, {
    stock: quantities.map(() => stock),
    ...(variant && { variant }),
    ...(product && { product })
  })
  const items = goods.map(({ id }, index) => ({ variantId: id, quantity: quantities[index] ?? 1 }))
  const shippingMethodId = part.shippingMethodId ?? (await shippingMethod(t, vendor))
  const { status, text, body } = await placeOrder(
    t,
    [{ vendorId: vendor.id, shippingMethodId, items, ...part }],
    fields
  )
  if (status !== 200) throw new Error(text)
  const [suborder] = body.suborders
  const lines = await t.sql<TestOrder['items']>`
    select id, variant_id, sku, quantity from order_items where suborder_id = ${suborder.id} order by position`
  return {
    id: suborder.id,
    orderId: body.id,
    orderNumber: body.orderNumber,
    poNumber: suborder.poNumber,
    items: [...lines],
    sellables: goods
  }
}

/**
 * Returns helpers for tests of orders. A helper acts as the vendor that `current` returns when the helper is
 * called.
 */
export function orderCalls(current: () => { t: TestApp; vendor: TestVendor }) {
  const call = (request: string, body?: unknown, as = current().vendor.owner) =>
    current().t.call(request, { as, ...(body !== undefined && { body }) })
  return {
    call,
    read: async (id: string) => (await call(`GET /vendor/orders/${id}`)).body,
    acknowledge: (id: string, body?: unknown) => call(`POST /vendor/orders/${id}/acknowledge`, body),
    cancel: (id: string, body: unknown) => call(`POST /vendor/orders/${id}/cancel`, body),
    setStatus: (id: string, status: string) =>
      current().t.sql`update suborders set status = ${status} where id = ${id}`,
    eventsOf: (id: string) =>
      current().t.sql`
        select type, changed_fields, details, actor_type from events where subject_id = ${id} order by id`,
    /**
     * Returns the stock of each variant of the order's product as text: on hand, reserved and available, such
     * as "1000 3 997".
     */
    async stock(order: TestOrder): Promise<string[]> {
      const { body } = await call(`GET /vendor/products/${order.sellables[0]?.productId}`)
      return body.variants.map(
        ({ stockOnHand, stockReserved, stockAvailable }: Record<string, number>) =>
          `${stockOnHand} ${stockReserved} ${stockAvailable}`
      )
    }
  }
}

/**
 * Creates a vendor with a shipping method and variants. Returns the vendor, the variants, and the vendor's
 * part of an order for one piece of each variant.
 */
export async function seller(
  t: TestApp,
  stockOf: number[] = [10],
  { method = {}, variant = {} }: { method?: object; variant?: object } = {}
) {
  const vendor = await t.vendor({ commissionPercent: 20 })
  const goods = await sellables(t, vendor, { stock: stockOf, variant })
  const shippingMethodId = await shippingMethod(t, vendor, method)
  const items = goods.map(({ id }) => ({ variantId: id, quantity: 1 }))
  return { vendor, goods, part: { vendorId: vendor.id, shippingMethodId, items } }
}

/** Returns the stock on hand and the reserved stock of a variant. */
export async function stockOfVariant(t: TestApp, id: string) {
  const [row] =
    await t.sql`select stock_on_hand as on_hand, stock_reserved as reserved from variants where id = ${id}`
  return { ...row }
}

/** Counts the orders in the database. */
export async function orderCount(t: TestApp): Promise<number> {
  return (await t.sql`select count(*)::int as n from orders`)[0]?.n
}
