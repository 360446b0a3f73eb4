import { recordEvents, systemOrigin } from '../../apps/api/src/events.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import {
  insertOrder,
  insertSuborders,
  type NewSuborder
} from '../../apps/api/src/modules/orders/place/place-queries.ts'
import { lockStock, reserveStock } from '../../apps/api/src/modules/products/write/order-stock-queries.ts'
import { fillVendor } from '../fill.ts'
import { insertFlatRates, type Sellable, stockUp } from '../fill-order-queries.ts'
import type { Ground, Headers } from '../ground.ts'
import { callFor } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'

const vendors = 3
const productsOfVendor = 1000
const shipTo = {
  name: 'Ana Lima',
  addressLine1: '12 Mill Road',
  city: 'Springfield',
  state: 'IL',
  country: 'US'
}
const address = { ...shipTo, company: null, addressLine2: null, zipCode: null, phone: null }

/** A vendor with goods in stock that can be ordered. */
export type Shop = { vendorId: string; shippingMethodId: string; goods: Sellable[] }
/** What one vendor sells in an order. */
type Part = { shop: Shop; lines: { sold: Sellable; quantity: number }[] }

export const scenario: Scenario = {
  floor:
    'the same inserts (order, suborders with lines, events) and the lock and update of the stock sent together in one ' +
    'transaction by the driver alone, of prices that it knows',
  async prepare(ground: Ground) {
    const shops = await openShops(ground, 'SHOP')
    const headers = await ground.signInOperator()
    return [
      ofSize(ground, headers, { size: '1 vendor, 1 line', parts: picker(shops, [1]) }),
      ofSize(ground, headers, { size: '3 vendors, 5 lines', parts: picker(shops, [2, 2, 1]) })
    ]
  }
}

/** Three vendors of their own, with 1,000 products each at most; their SKUs begin with the prefix. */
export async function openShops({ sql, categoryIds, options }: Ground, prefix: string): Promise<Shop[]> {
  const products = Math.min(productsOfVendor, options.products)
  const vendorIds: string[] = []
  for (let n = 1; n <= vendors; n++) {
    vendorIds.push(await fillVendor(sql, { prefix: `${prefix}${n}`, products, categoryIds }))
  }
  const methods = await insertFlatRates(sql, vendorIds)
  const shops: Shop[] = []
  for (const [index, vendorId] of vendorIds.entries()) {
    const goods = await stockUp(sql, vendorId)
    shops.push({ vendorId, shippingMethodId: methods[index] ?? '', goods })
  }
  return shops
}

/** Returns the parts of the next order, with as many lines each as given; goods are taken in turn. */
export function picker(shops: Shop[], lineCounts: number[]): () => Part[] {
  let [orders, sold] = [0, 0]
  return () => {
    const first = orders++
    return lineCounts.map((count, index) => {
      const shop = shops[(first + index) % shops.length] ?? { vendorId: '', shippingMethodId: '', goods: [] }
      const lines = Array.from({ length: count }, () => {
        const good = shop.goods[sold++ % shop.goods.length]
        if (!good) throw new Error('The shops have nothing to sell')
        return { sold: good, quantity: 1 + (sold % 3) }
      })
      return { shop, lines }
    })
  }
}

function ofSize(
  { options, service, sql }: Ground,
  headers: Headers,
  { size, parts }: { size: string; parts: () => Part[] }
): RatioCase {
  const pace = { seconds: options.seconds, concurrency: 8 }
  return {
    kind: 'ratio',
    size,
    unit: 'orders',
    target: 0.4,
    settle: () => checkpoint(sql),
    floor: () => callFor(pace, () => writeOrder(sql, parts())),
    ours() {
      const signed = { ...headers(), 'content-type': 'application/json' }
      return callFor(pace, () =>
        service.send({
          method: 'POST',
          path: '/api/v1/platform/orders',
          headers: signed,
          body: JSON.stringify(orderBody(parts()))
        })
      )
    }
  }
}

/** The body of a request that places an order. */
export function orderBody(parts: Part[]) {
  return {
    paymentMethodName: 'Credit card',
    shipTo,
    vendors: parts.map(({ shop, lines }) => ({
      vendorId: shop.vendorId,
      shippingMethodId: shop.shippingMethodId,
      items: lines.map(({ sold, quantity }) => ({ variantId: sold.variantId, quantity }))
    }))
  }
}

async function writeOrder(sql: Ground['sql'], parts: Part[]): Promise<void> {
  const id = newId()
  const orderNumber = `FLOOR-${id}`
  const suborders = parts.map((part, index) => suborderOf(part, `${orderNumber}-${index}`))
  const amounts = parts.flatMap(({ lines }) =>
    lines.map(({ sold, quantity }) => ({ variantId: sold.variantId, quantity }))
  )
  const order = { id, orderNumber, bodyHash: Buffer.alloc(32), placedAt: null, customerNote: null }
  await sql.begin((tx) =>
    Promise.all([
      insertOrder(tx, { ...order, paymentMethodName: 'Credit card', shipTo }),
      lockStock(
        tx,
        amounts.map(({ variantId }) => variantId)
      ),
      reserveStock(tx, amounts),
      insertSuborders(tx, { orderId: id, suborders }),
      recordEvents(
        tx,
        systemOrigin,
        suborders.map((one) => ({
          type: 'order.placed',
          vendorId: one.vendorId,
          subject: { type: 'order', id: one.id },
          details: { orderNumber, poNumber: one.poNumber }
        }))
      )
    ])
  )
}

function suborderOf({ shop, lines }: Part, poNumber: string): NewSuborder {
  const amounts = { subtotal: '25', costSubtotal: '20', shipping: '8.90', tax: '0', discount: '0' }
  return {
    ...{ id: newId(), vendorId: shop.vendorId, poNumber, vendorAddress: address, ...amounts },
    ...{ shippingMethodId: shop.shippingMethodId, shippingMethodName: 'Ground' },
    lines: lines.map(({ sold, quantity }) => ({ id: newId(), ...sold, quantity, unitPrice: sold.unitCost }))
  }
}
