// Updates 20,000 products in one request. Takes a minute.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from './app.ts'
import { bulkUpdates } from './bulk-updates.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const { send, category } = bulkUpdates(() => ({ t, vendor }))

test('20,000 items are updated in one request, even if the planner has no statistics of the vendor', async () => {
  const { id, owner } = await t.vendor()
  const filed = await category()
  await t.sql`
    insert into products (id, vendor_id, sku, slug, name)
    select uuidv7(), ${id}, 'M-' || n, ${`${id}-`} || n, 'Bolt' from generate_series(1, 20000) n`
  await t.sql`
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, vendor_id, 0, sku || '-V', name, 1 from products where vendor_id = ${id}`
  const items = Array.from({ length: 20_000 }, (_, index) => ({
    code: index % 2 ? `M-${index + 1}` : `M-${index + 1}-V`,
    vendor_price: 2,
    amount: index,
    manufacturer_part_number: `P-${index}`,
    commodity_code: 'C',
    category_ids: filed
  }))
  const offers = items.map(({ code }, index) => ({ code, vendor_price: 3, amount: index + 1 }))
  const offered = await send(offers, {}, owner)
  assert.deepEqual([offered.status, offered.body.updated, offered.body.failed], [200, 20_000, 0])
  const { status, body } = await send(items, {}, owner)
  assert.deepEqual([status, body.updated, body.failed], [200, 20_000, 0])
  assert.deepEqual((await send(items.slice(0, 2_000), {}, owner)).body.unchanged, 2_000)
  const [sum] = await t.sql<{ stock: string; filed: number }[]>`
    select sum(stock_on_hand) as stock, (select count(*)::int from product_categories where vendor_id = ${id}) as filed
    from variants where vendor_id = ${id}`
  assert.deepEqual({ ...sum }, { stock: '199990000', filed: 20_000 })
})
