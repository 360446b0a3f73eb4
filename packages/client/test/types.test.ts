import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Product, type ProductRow, Purveyor, type WebhookEvent } from '../src/index.ts'

const purveyor = new Purveyor({ url: 'http://127.0.0.1:1', maxRetries: 0 })

/** Never called: the compiler checks it. */
export async function checkedByTheCompiler(): Promise<void> {
  const products: AsyncIterable<Product> = purveyor.products.list({ status: 'PUBLISHED' })
  const rows: AsyncIterable<ProductRow> = purveyor.products.list({ view: 'row' })
  // @ts-expect-error a list of rows has no complete products
  const wrong: AsyncIterable<Product> = purveyor.products.list({ view: 'row' })
  // @ts-expect-error the status doesn't exist
  purveyor.products.list({ status: 'SOLD' })
  // @ts-expect-error the query has no such parameter
  purveyor.products.list({ states: 'PUBLISHED' })
  // @ts-expect-error a list has no result without page or for await
  const { products: none } = await purveyor.products.list()
  // @ts-expect-error sku is required
  await purveyor.products.create({ name: 'Bolt' })
  // @ts-expect-error an id is required
  await purveyor.products.get()
  // @ts-expect-error an object needs an id
  await purveyor.products.get({ sku: 'BOLT' })
  // @ts-expect-error a number isn't an id
  await purveyor.products.get(7)
  // @ts-expect-error groups can't be replaced
  purveyor.tags = purveyor.platform.tags
  // @ts-expect-error the operation doesn't exist
  await purveyor.orders.delete('id')
  await purveyor.products.get('id', { signal: undefined, timeoutMs: 1000 })
  await purveyor.orders.ship('id', { carrier: 'UPS', trackingNumber: '1Z' })
  // @ts-expect-error orderId comes from the first argument
  await purveyor.orders.ship('id', { orderId: 'id', carrier: 'UPS', trackingNumber: '1Z' })
  const blob: Blob = await purveyor.orders.packingSlip('id')
  const text: string = await purveyor.request('GET', '/livez', { as: 'text' })
  const typed: { status: string } = await purveyor.request<{ status: string }>('GET', '/livez')
  // @ts-expect-error without a type, JSON is unknown
  const untyped: { status: string } = await purveyor.request('GET', '/livez')
  const event = {} as WebhookEvent
  if (event.type === 'order.placed') text satisfies typeof event.details.orderNumber
  // @ts-expect-error orders that were placed have no tracking number
  if (event.type === 'order.placed') event.details.trackingNumber satisfies string
  if (event.type === 'catalog.changed') event.details.isVisible satisfies boolean
  // @ts-expect-error there is no such type
  if (event.type === 'order.exploded') void event
  void [products, rows, wrong, none, blob, text, typed, untyped]
}

test('a client is made without sending anything', () => {
  assert.equal(purveyor.session, undefined)
  assert.deepEqual(Object.keys(purveyor.tags), ['list'])
  assert.throws(() => new Purveyor({ url: 'not a url' }), /must be the address of the service/)
})
