import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates, codes, only, statuses } from '../../../test/bulk-updates.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const { create, send, update, read, publish } = bulkUpdates(() => ({ t, vendor }))

/** For each field of an item: the field of PATCH, and values that both accept. */
const variantFields = {
  variant_weight: ['weight', [0, 2.5, '1.125', null]],
  list_price: ['listPrice', [0, 19.95, '12.50', null]],
  upc: ['upc', ['012345678905', ' 1 ', '', null]],
  is_active: ['isActive', [true, false, null]],
  vendor_price: ['vendorPrice', [3, '12.5']]
} as const
const leadTimes = [0, 3, 2_147_483_647, null]

const fields = fc.record(
  Object.fromEntries(
    [
      ...Object.entries(variantFields).map(([name, [, values]]) => [name, values]),
      ['lead_time', leadTimes]
    ].map(([name, values]) => [name, fc.constantFrom(...(values as unknown[]))])
  ),
  { requiredKeys: [] }
)

test('changes fields as PATCH /vendor/products/{id} does', async () => {
  const variable = ['id', 'productId', 'sku', 'slug', 'name', 'createdAt', 'updatedAt']
  const shape = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, inner) => (variable.includes(key) ? undefined : inner)))
  const states = ['PENDING_APPROVAL', 'PUBLISHED'] as const
  await fc.assert(
    fc.asyncProperty(
      fc.array(fields, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...states),
      async (all, status) => {
        const products = [await create(newId(), ['A', 'B']), await create(newId(), ['A', 'B'])]
        const [one, two] = products as [(typeof products)[0], (typeof products)[0]]
        const ids = [one.id, two.id]
        await t.sql`update products set status = ${status} where id = any(${ids})`
        for (const { lead_time: leadTime, ...item } of all as Record<string, unknown>[]) {
          await update([
            { product_id: one.id, code: 'A', ...item, ...(leadTime !== undefined && { lead_time: leadTime }) }
          ])
          const renamed = Object.entries(item).map(([name, value]) => [
            variantFields[name as keyof typeof variantFields][0],
            value
          ])
          const answer = await t.call(`PATCH /vendor/products/${two.id}`, {
            as: vendor.owner,
            body: {
              ...(renamed.length > 0 && { variants: [{ id: only(two).id, ...Object.fromEntries(renamed) }] }),
              ...(leadTime !== undefined && { leadTime })
            }
          })
          assert.equal(answer.status, 200, answer.text)
          assert.deepEqual(shape(await read(one.id)), shape(await read(two.id)))
          const versions =
            await t.sql`select distinct moderation_version from products where id = any(${ids})`
          assert.equal(versions.length, 1)
        }
      }
    ),
    { numRuns: randomRuns(30) }
  )
})

describe('an item', () => {
  test('is UNCHANGED if all values are stored already, and writes nothing', async () => {
    const { id } = await create('SAME', ['SAME-1'])
    const item = {
      ...{ code: 'SAME-1', variant_weight: '2.50', list_price: 20, upc: 12345678905 },
      ...{ is_active: false, lead_time: 3 }
    }
    assert.deepEqual(statuses(await update([item])), ['UPDATED'])
    const before = await read(id)
    const variant = only(before)
    assert.deepEqual(
      [variant.weight, variant.listPrice, variant.upc, variant.isActive, before.leadTime],
      ['2.5', '20.00', '12345678905', false, 3]
    )
    assert.deepEqual(statuses(await update([item])), ['UNCHANGED'])
    assert.deepEqual(await read(id), before)
  })

  test('changes only the variant that it names, and needs its SKU if there are several', async () => {
    const { id } = await create('TWO', ['TWO-A', 'TWO-B'])
    const answer = await update([
      { code: 'TWO-B', variant_weight: 1 },
      { product_id: id, is_active: false },
      { product_id: id, list_price: 1 },
      { product_id: id, upc: 'x' },
      { product_id: id, variant_weight: null }
    ])
    assert.deepEqual(codes(answer), ['', ...Array(4).fill('VARIANT_REQUIRED code')])
    const [a, b] = (await read(id)).variants
    assert.deepEqual([a?.weight, b?.weight], [null, '1'])
  })

  test('sets the lead time of a product with several or no variants', async () => {
    const { id } = await create('LEAD', ['LEAD-A', 'LEAD-B'])
    const none = await create('LEAD-0', [])
    const [first, second] = (
      await update([
        { code: 'LEAD', lead_time: 9 },
        { product_id: none.id, lead_time: 0 }
      ])
    ).results
    assert.deepEqual([first?.status, first?.variant_id, second?.status], ['UPDATED', null, 'UPDATED'])
    assert.deepEqual([(await read(id)).leadTime, (await read(none.id)).leadTime], [9, 0])
  })

  test('of the last variant sets the lead time if items for several variants of a product set it', async () => {
    const { id } = await create('LAST', ['LAST-A', 'LAST-B'])
    await update([
      { code: 'LAST-B', upc: 'b', lead_time: 5 },
      { code: 'LAST-A', upc: 'a', lead_time: 4 }
    ])
    const product = await read(id)
    assert.equal(product.leadTime, 4)
    assert.deepEqual(
      product.variants.map(({ upc }) => upc),
      ['a', 'b']
    )
  })

  test('is found by its new UPC', async () => {
    const { id } = await create('SEARCH', ['SEARCH-1'])
    await publish(id)
    const upc = newId()
    await update([{ code: 'SEARCH-1', upc }])
    const found = await t.call(`GET /vendor/products?search=${upc}`, { as: vendor.viewer })
    assert.deepEqual(
      found.body.products.map((product: { id: string }) => product.id),
      [id]
    )
  })

  test('is refused with all errors of these fields', async () => {
    const answer = await send([
      { code: 'A', variant_weight: '1.1234', list_price: -1, upc: true, is_active: 'Y', lead_time: 1.5 },
      { code: 'A', variant_weight: {}, list_price: '1.23456', upc: 'x'.repeat(256), lead_time: -1 },
      { code: 'A', lead_time: 2_147_483_648 },
      { code: 'A', lead_time: '3' }
    ])
    assertFaults(answer, {
      '/items/0/variant_weight': 'INVALID_DECIMAL',
      '/items/0/list_price': 'TOO_SMALL',
      '/items/0/upc': 'INVALID_TYPE',
      '/items/0/is_active': 'INVALID_TYPE',
      '/items/0/lead_time': 'INVALID_TYPE',
      '/items/1/variant_weight': 'INVALID_TYPE',
      '/items/1/list_price': 'INVALID_DECIMAL',
      '/items/1/upc': 'TOO_LONG',
      '/items/1/lead_time': 'TOO_SMALL',
      '/items/2/lead_time': 'TOO_LARGE',
      '/items/3/lead_time': 'INVALID_TYPE'
    })
  })
})
