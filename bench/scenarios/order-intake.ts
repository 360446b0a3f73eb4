import { recordEvents, systemOrigin } from '../../apps/api/src/events.ts'
import { newId } from '../../apps/api/src/lib/ids.ts'
import {
  insertOrder,
  insertSuborders,
  type NewSuborder
} from '../../apps/api/src/modules/orders/place/place-queries.ts'
import { lockStock, reserveStock } from '../../apps/api/src/modules/products/write/order-stock-queries.ts'
import { fillVendor } from '../fill.ts'
import { insertFlatRates, type SellableVariant, stockProducts } from '../fill-order-queries.ts'
import { callFor } from '../pace.ts'
import { checkpoint } from '../queries.ts'
import type { RatioCase, Scenario } from '../scenario.ts'
import type { BenchSetup, Headers } from '../setup.ts'

const vendorCount = 3
const productsPerVendor = 1000
const shipTo = {
  name: 'Ana Lima',
  addressLine1: '12 Mill Road',
  city: 'Springfield',
  state: 'IL',
  country: 'US'
}
const address = { ...shipTo, company: null, addressLine2: null, zipCode: null, phone: null }

/** A vendor with variants in stock that can be ordered. */
export type StockedVendor = { vendorId: string; shippingMethodId: string; variants: SellableVariant[] }
/** One vendor's part of an order. */
type Part = { vendor: StockedVendor; lines: { sold: SellableVariant; quantity: number }[] }

export const scenario: Scenario = {
  floor:
    'the same inserts (order, suborders with lines, events) and the lock and update of the stock, pipelined in one ' +
    'transaction by the driver, with prices that are already known',
  async prepare(setup: BenchSetup) {
    const stocked = await openStockedVendors(setup, 'SHOP')
    const headers = await setup.signInOperator()
    return [
      ofSize(setup, headers, { size: '1 vendor, 1 line', parts: orderGenerator(stocked, [1]) }),
      ofSize(setup, headers, { size: '3 vendors, 5 lines', parts: orderGenerator(stocked, [2, 2, 1]) })
    ]
  }
}

/** Inserts three vendors with at most 1,000 products each. The SKUs of the products start with the prefix. */
export async function openStockedVendors(
  { sql, categoryIds, options }: BenchSetup,
  prefix: string
): Promise<StockedVendor[]> {
  const products = Math.min(productsPerVendor, options.products)
  const vendorIds: string[] = []
  for (let n = 1; n <= vendorCount; n++) {
    vendorIds.push(await fillVendor(sql, { prefix: `${prefix}${n}`, products, categoryIds }))
  }
  const methods = await insertFlatRates(sql, vendorIds)
  const stocked: StockedVendor[] = []
  for (const [index, vendorId] of vendorIds.entries()) {
    const variants = await stockProducts(sql, vendorId)
    stocked.push({ vendorId, shippingMethodId: methods[index] ?? '', variants })
  }
  return stocked
}

/**
 * Returns a function that creates the parts of a new order each time it is called. An order has one part for
 * each entry of `lineCounts`, and the entry is the number of lines in this part. Vendors and variants are
 * used in turn.
 */
export function orderGenerator(stocked: StockedVendor[], lineCounts: number[]): () => Part[] {
  let [orders, sold] = [0, 0]
  return () => {
    const first = orders++
    return lineCounts.map((count, index) => {
      const vendor = stocked[(first + index) % stocked.length] ?? {
        vendorId: '',
        shippingMethodId: '',
        variants: []
      }
      const lines = Array.from({ length: count }, () => {
        const variant = vendor.variants[sold++ % vendor.variants.length]
        if (!variant) throw new Error('The vendor has no variants')
        return { sold: variant, quantity: 1 + (sold % 3) }
      })
      return { vendor, lines }
    })
  }
}

function ofSize(
  { options, service, sql }: BenchSetup,
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
    service() {
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

/** Returns the body of a request that places an order. */
export function orderBody(parts: Part[]) {
  return {
    paymentMethodName: 'Credit card',
    shipTo,
    vendors: parts.map(({ vendor, lines }) => ({
      vendorId: vendor.vendorId,
      shippingMethodId: vendor.shippingMethodId,
      items: lines.map(({ sold, quantity }) => ({ variantId: sold.variantId, quantity }))
    }))
  }
}

async function writeOrder(sql: BenchSetup['sql'], parts: Part[]): Promise<void> {
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

function suborderOf({ vendor, lines }: Part, poNumber: string): NewSuborder {
  const amounts = { subtotal: '25', costSubtotal: '20', shipping: '8.90', tax: '0', discount: '0' }
  return {
    ...{ id: newId(), vendorId: vendor.vendorId, poNumber, vendorAddress: address, ...amounts },
    ...{ shippingMethodId: vendor.shippingMethodId, shippingMethodName: 'Ground' },
    lines: lines.map(({ sold, quantity }) => ({ id: newId(), ...sold, quantity, unitPrice: sold.unitCost }))
  }
}
