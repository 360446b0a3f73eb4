import { newProduct } from './new-product.ts'
import { sampleProducts } from './queries.ts'
import type { RawCall } from './raw-client.ts'
import type { BenchSetup } from './setup.ts'
import { openStockedVendors, orderBody, orderGenerator } from './stocked-vendors.ts'

/** A prepared request of the mix. */
export type MixedCall = RawCall & { kind: 'read' | 'write' }

/** The number of requests of each kind in a cycle of twenty. */
const weights = { product: 14, page: 2, stock: 2, create: 1, order: 1 } as const
type CallName = keyof typeof weights

/** Spreads the kinds evenly over the cycle. */
const cycle = Object.entries(weights)
  .flatMap(([name, count]) =>
    Array.from({ length: count }, (_, n) => ({ name: name as CallName, at: (n + 0.5) / count }))
  )
  .toSorted((a, b) => a.at - b.at)
  .map(({ name }) => name)

/**
 * Returns a function that returns the next request of the mix described in README: reads of one product,
 * pages of products, changes of stock, new products, and alternately a page of orders and a new order.
 */
export async function openMix(setup: BenchSetup): Promise<() => MixedCall> {
  const { sql, vendorId, categoryIds } = setup
  const [vendor, operator] = [await setup.signIn(vendorId), await setup.signInOperator()]
  const products = await sampleProducts(sql, vendorId)
  const order = orderGenerator(await openStockedVendors(setup, 'MIX'), [1])
  let [calls, orders] = [0, 0]
  const product = () => products[calls % products.length] ?? { id: '', variantId: '' }
  const make: Record<CallName, () => MixedCall> = {
    product: () => ({
      kind: 'read',
      path: `/api/v1/vendor/products/${product().id}`,
      head: headOf(vendor())
    }),
    page: () => ({ kind: 'read', path: '/api/v1/vendor/products?first=24', head: headOf(vendor()) }),
    stock: () =>
      write('PATCH', `/api/v1/vendor/products/${product().id}`, vendor(), {
        variantStock: [{ variantId: product().variantId, quantity: 1000 + calls }]
      }),
    create: () => write('POST', '/api/v1/vendor/products', vendor(), newProduct(calls, categoryIds)),
    order: () =>
      orders++ % 2
        ? write('POST', '/api/v1/platform/orders', operator(), orderBody(order()))
        : { kind: 'read', path: '/api/v1/vendor/orders?first=24', head: headOf(vendor()) }
  }
  return () => make[cycle[calls++ % cycle.length] ?? 'product']()
}

function write(
  method: 'POST' | 'PATCH',
  path: string,
  headers: Record<string, string>,
  body: unknown
): MixedCall {
  const head = headOf({ ...headers, 'content-type': 'application/json' })
  return { kind: 'write', method, path, head, body: JSON.stringify(body) }
}

function headOf(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
}
