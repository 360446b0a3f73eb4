import type { Sql } from '../apps/api/src/db/connect.ts'
import { fillVendor } from './fill.ts'
import { insertFlatRates, type SellableVariant, stockProducts } from './fill-order-queries.ts'

const vendorCount = 3
const productsPerVendor = 1000

/** The address of the buyer. */
export const shipTo = {
  name: 'Ana Lima',
  addressLine1: '12 Mill Road',
  city: 'Springfield',
  state: 'IL',
  country: 'US'
}

/** A vendor with variants in stock that can be ordered. */
export type StockedVendor = { vendorId: string; shippingMethodId: string; variants: SellableVariant[] }
/** One vendor's part of an order. */
export type OrderPart = { vendor: StockedVendor; lines: { sold: SellableVariant; quantity: number }[] }

/** Inserts three vendors with at most 1,000 products each. The SKUs of the products start with the prefix. */
export async function openStockedVendors(
  { sql, categoryIds, options }: { sql: Sql; categoryIds: string[]; options: { products: number } },
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
export function orderGenerator(stocked: StockedVendor[], lineCounts: number[]): () => OrderPart[] {
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

/** Returns the body of a request that places an order. */
export function orderBody(parts: OrderPart[]) {
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
