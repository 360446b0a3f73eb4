import assert from 'node:assert/strict'
import { newId } from '../src/lib/ids.ts'
import type { TestApp, TestVendor } from './app.ts'

/**
 * Returns helpers for tests of the product list. A helper uses the application that `app` returns when the
 * helper is called.
 */
export function productList(app: () => TestApp) {
  return {
    list: (vendor: TestVendor, query = '') =>
      app().call(`GET /vendor/products${query}`, { as: vendor.viewer }),

    async create(vendor: TestVendor, fields: object = {}) {
      const sku = newId()
      const { status, body } = await app().call('POST /vendor/products', {
        as: vendor.owner,
        body: { name: `Product ${sku}`, sku, ...fields }
      })
      assert.equal(status, 201)
      return body
    },

    /** Inserts plain products whose ids have different timestamps, and returns their ids, oldest first. */
    async insertMany(vendorId: string, count: number): Promise<string[]> {
      const rows = await app().sql<{ id: string }[]>`
        insert into products (id, vendor_id, sku, slug, name, search)
        select uuidv7(make_interval(secs => i - ${count}::int - 60)), ${vendorId}, i, ${vendorId} || '-' || i,
          'Plain ' || i, product_search(${vendorId}, 'Plain ' || i, i::text, null, '{}')
        from generate_series(1, ${count}::int) as i returning id`
      return rows.map(({ id }) => id).sort()
    }
  }
}

/** Returns the ids of the products in a page. */
export const idsOf = (answer: { body: { products: { id: string }[] } }) =>
  answer.body.products.map(({ id }) => id)
