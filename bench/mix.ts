import type { Ground } from './ground.ts'
import type { LineCall } from './lines.ts'
import { sampleProducts } from './queries.ts'
import { openShops, orderBody, picker } from './scenarios/order-intake.ts'
import { newProduct } from './scenarios/product-create.ts'

/** A call of the mix, ready to be sent. */
export type MixedCall = LineCall & { kind: 'read' | 'write' }

/** Of twenty calls so many are of each kind. */
const parts = { product: 14, page: 2, stock: 2, create: 1, order: 1 } as const
type Part = keyof typeof parts

/** Spreads the parts evenly, so that calls of one kind do not follow each other more than they have to. */
const cycle = Object.entries(parts)
  .flatMap(([name, count]) =>
    Array.from({ length: count }, (_, n) => ({ name: name as Part, at: (n + 0.5) / count }))
  )
  .toSorted((a, b) => a.at - b.at)
  .map(({ name }) => name)

/**
 * The calls of an ordinary day, as documented in README: reads of one product, pages of products, changes of stock,
 * new products, and in turn a page of orders and a new order. Returns the next call whenever it is asked.
 */
export async function openMix(ground: Ground): Promise<() => MixedCall> {
  const { sql, vendorId, categoryIds } = ground
  const [vendor, operator] = [await ground.signIn(vendorId), await ground.signInOperator()]
  const products = await sampleProducts(sql, vendorId)
  const order = picker(await openShops(ground, 'MIX'), [1])
  let [calls, orders] = [0, 0]
  const product = () => products[calls % products.length] ?? { id: '', variantId: '' }
  const make: Record<Part, () => MixedCall> = {
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
