import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { assertCheapQuery } from '../../../test/plans.ts'
import { newId } from '../../lib/ids.ts'
import { quotedCart } from './queries.ts'

const filled = ['vendors', 'products', 'variants', 'shipping_methods', 'shipping_rates']

let t: TestApp
/** The variants, sorted by vendor. */
let variantIds: string[]

/** Inserts 500 vendors with 20 variants, 10 shipping methods and 4 rates for each method. */
before(async () => {
  t = await testApp()
  await t.sql`
    insert into vendors (id, name, slug)
    select uuidv7(), 'Vendor ' || n, 'vendor-' || n from generate_series(1, 500) n`
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name, status)
    select uuidv7(), v.id, 'P-' || n, v.slug || '-' || n, 'Product', 'PUBLISHED'
    from vendors v cross join generate_series(1, 20) n`
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price, weight, stock_on_hand)
    select uuidv7(), id, vendor_id, 1, sku, name, 1, 1, 100 from products`
  await t.sql`
    insert into shipping_methods (vendor_id, name, pricing_type, currency)
    select id, 'Method ' || n, 'FLAT_RATE', 'USD' from vendors cross join generate_series(1, 10) n`
  await t.sql`
    insert into shipping_rates (vendor_id, method_id, position, country_code, flat_rate)
    select m.vendor_id, m.id, 1, code, 5 from shipping_methods m cross join unnest(array['US', 'US-CA', 'CA', 'MX']) code`
  await t.sql`vacuum analyze`.simple()
  const rows = await t.sql<{ id: string }[]>`select id from variants order by vendor_id, id`
  variantIds = rows.map(({ id }) => id)
})
after(() => t.close())

const carts: [name: string, variants: () => string[]][] = [
  ['one item', () => variantIds.slice(0, 1)],
  ['ten items of three vendors', () => [0, 1, 2, 3, 20, 21, 22, 40, 41, 42].map((n) => variantIds[n] ?? '')],
  ['200 items of 50 vendors', () => variantIds.filter((_, n) => n % 5 === 0 && n < 1000)],
  ['200 unknown items', () => Array.from({ length: 200 }, () => newId())]
]
for (const [name, variants] of carts) {
  test(`a cart of ${name} reads only its variants and the methods of its vendors`, async () => {
    const items = variants().map((variantId) => ({ variantId, quantity: 2 }))
    const destination = { country: 'US', subdivision: 'US-CA' }
    // 50 vendors have 500 methods, each with up to two rates for the destination.
    await assertCheapQuery(t, quotedCart(t.sql, { items, destination }), { filled, maxRows: 1000 })
  })
}
