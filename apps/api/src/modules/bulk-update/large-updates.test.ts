import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates } from '../../../test/bulk-updates.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const { send, category } = bulkUpdates(() => ({ t, vendor }))

const skus = ['A', 'B', 'C']

test('items that are sent to the database in parts arrive unchanged, including surrogate pairs', async () => {
  const variants = skus.map((sku) => ({ sku, name: sku, vendorPrice: 1 }))
  const body = { name: 'Bolt', sku: 'BOLT', variants }
  const { body: product } = await t.call('POST /vendor/products', { as: vendor.owner, body })
  // With one of the two shifts, the end of a part is in the middle of a surrogate pair.
  for (const shift of ['', 'x']) {
    const name = `${shift}${'😀'.repeat(250)}`
    const unknown = Array.from({ length: 5_000 }, (_, index) => ({
      code: `unknown ${index}`,
      manufacturer_name: name
    }))
    const known = skus.map((code) => ({
      code,
      manufacturer_part_number: `${shift}${'😀'.repeat(100)}${code}`
    }))
    const items = [...unknown, ...known, { code: 'BOLT', manufacturer_name: name }]
    const answer = await t.call('POST /vendor/products/bulk-update', { as: vendor.owner, body: { items } })
    assert.equal(answer.status, 200, answer.text.slice(0, 500))
    assert.deepEqual([answer.body.total, answer.body.updated, answer.body.failed], [5_004, 4, 5_000])
    const { body: read } = await t.call(`GET /vendor/products/${product.id}`, { as: vendor.owner })
    assert.equal(read.manufacturer, name)
    assert.deepEqual(
      read.variants.map(({ partNumber }: { partNumber: string }) => partNumber),
      known.map((item) => item.manufacturer_part_number)
    )
  }
})

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
