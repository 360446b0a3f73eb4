import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates, only, statuses, type UpdatedProduct } from '../../../test/bulk-updates.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())

const freshVendor = async () => {
  vendor = await t.vendor({ commissionPercent: 10 })
}
const { create, send, update, read, category, publish, listEvents } = bulkUpdates(() => ({ t, vendor }))

describe('an item', () => {
  before(freshVendor)

  test('changes fields of the variant and the product, and the retail price changes with the cost', async () => {
    const [first, second] = [await category(), await category()]
    const product = await create('ALL', ['ALL-1'])
    const answer = await update([
      {
        code: 'ALL-1',
        vendor_price: 12.5,
        amount: 250,
        manufacturer_name: ' Boltwell ',
        manufacturer_part_number: 'M8X40',
        unspsc: 31161620,
        commodity_code: '7318.15',
        category_ids: `${first}, ${second.toUpperCase()}`
      }
    ])
    const [result] = answer.results
    assert.deepEqual(result, {
      index: 0,
      product_id: product.id,
      variant_id: only(product).id,
      code: 'ALL-1',
      status: 'UPDATED',
      errors: []
    })
    const { total, updated, unchanged, failed } = answer
    assert.deepEqual([total, updated, unchanged, failed], [1, 1, 0, 0])
    const after = await read(product.id)
    const variant = only(after)
    assert.deepEqual(
      [variant.vendorPrice, variant.price, variant.stockOnHand, variant.initialInventory, variant.partNumber],
      ['12.50', '13.75', 250, 0, 'M8X40']
    )
    assert.deepEqual(variant.attributes, { unspc: '31161620' })
    assert.deepEqual(
      [after.manufacturer, after.unspc, after.commodityCode],
      ['Boltwell', '31161620', '7318.15']
    )
    assert.deepEqual(
      (after.categories as { id: string }[]).map(({ id }) => id),
      [first, second]
    )
    assert.ok(String(after.updatedAt) > String(product.updatedAt))
    assert.ok(String(variant.updatedAt) > String(only(product).updatedAt))
    assert.deepEqual(await listEvents(), [{ updated: 1, unchanged: 0, failed: 0 }])
  })

  test('clears optional fields that are null or empty', async () => {
    const id = await category()
    const product = await create('CLR', ['CLR-1'], {
      manufacturer: 'M',
      commodityCode: 'C',
      categoryIds: [id]
    })
    await update([{ code: 'CLR-1', manufacturer_part_number: 'P', unspsc: '31161620' }])
    const cleared = {
      manufacturer_name: null,
      manufacturer_part_number: null,
      unspsc: null,
      commodity_code: null,
      category_ids: null
    }
    assert.deepEqual(statuses(await update([{ code: 'CLR', ...cleared }])), ['UPDATED'])
    const after = await read(product.id)
    assert.deepEqual(
      [after.manufacturer, after.unspc, after.commodityCode, after.categories],
      [null, null, null, []]
    )
    assert.deepEqual([only(after).partNumber, only(after).attributes], [null, {}])
    assert.deepEqual(statuses(await update([{ code: 'CLR', ...cleared, category_ids: '' }])), ['UNCHANGED'])
    assert.deepEqual(await read(product.id), after)
  })

  test('sets a unspsc of another length on the variant only, beside its other attributes', async () => {
    const product = await create('UN', [], {
      unspc: '12345678',
      variants: [{ sku: 'UN', name: 'U', vendorPrice: 1, attributes: { finish: 'zinc' } }]
    })
    await update([{ product_id: product.id, unspsc: '311616' }])
    const after = await read(product.id)
    assert.equal(after.unspc, '12345678')
    assert.deepEqual(only(after).attributes, { finish: 'zinc', unspc: '311616' })
  })

  test('updates the search index with the new part number', async () => {
    const product = await create('SRCH', ['SRCH-1'])
    await update([{ code: 'SRCH-1', manufacturer_part_number: 'OLDPART' }])
    await update([{ code: 'SRCH-1', manufacturer_part_number: 'NEWPART' }])
    const found = async (words: string) =>
      (await t.call(`GET /vendor/products?search=${words}`, { as: vendor.owner })).body.products.map(
        ({ id }: UpdatedProduct) => id
      )
    assert.deepEqual(await found('NEWPART'), [product.id])
    assert.deepEqual(await found('OLDPART'), [])
  })

  test('sets the stock on hand without changing reserved stock', async () => {
    const product = await create('RES', ['RES-1'])
    await t.sql`update variants set stock_on_hand = 9, stock_reserved = 7 where id = ${only(product).id}`
    await update([{ code: 'RES-1', amount: 5 }])
    const { stockOnHand, stockReserved, stockAvailable } = only(await read(product.id))
    assert.deepEqual([stockOnHand, stockReserved, stockAvailable], [5, 7, 0])
  })

  test('can be a row of the export', async () => {
    const own = await t.vendor()
    await create('EX', ['EX-1', 'EX-2'], {}, own.owner)
    const { body } = await t.call('GET /vendor/products/export', { as: own.owner })
    const same = await send(body.products, {}, own.owner)
    assert.deepEqual(statuses(same.body), ['UNCHANGED', 'UNCHANGED'], same.text)
    const raised = body.products.map((row: Record<string, unknown>) => ({
      ...row,
      vendor_price: '11.25',
      amount: '3'
    }))
    assert.deepEqual(statuses((await send(raised, {}, own.owner)).body), ['UPDATED', 'UPDATED'])
    const again = await t.call('GET /vendor/products/export', { as: own.owner })
    assert.deepEqual(again.body.products, raised)
  })

  test('does not change the status, revision or version of a live product', async () => {
    const product = await create('LIVE', ['LIVE-1'])
    await publish(product.id)
    const patch = { as: vendor.owner, body: { name: 'A new name' } }
    const { body: staged } = await t.call(`PATCH /vendor/products/${product.id}`, patch)
    const version = async () =>
      (await t.sql`select moderation_version from products where id = ${product.id}`)[0]?.moderationVersion
    const before = await version()
    await update([{ code: 'LIVE-1', vendor_price: 99, manufacturer_name: 'X' }])
    const after = await read(product.id)
    assert.deepEqual(
      [after.status, after.pendingRevision, after.pendingRevisionSubmittedAt],
      ['PUBLISHED', staged.pendingRevision, staged.pendingRevisionSubmittedAt]
    )
    assert.equal(await version(), before)
  })

  test('increases the version of a product that waits for approval, except for price and stock', async () => {
    const product = await create('MOD', ['MOD-1'])
    const version = async () =>
      (await t.sql`select moderation_version from products where id = ${product.id}`)[0]?.moderationVersion
    await update([{ code: 'MOD-1', amount: 4 }])
    assert.equal(await version(), 1)
    await update([{ code: 'MOD-1', vendor_price: 4 }])
    await update([
      { code: 'MOD-1', vendor_price: 5, amount: 6, manufacturer_name: 'X' },
      { code: 'MOD-1', vendor_price: 7, amount: 8, manufacturer_name: null }
    ])
    assert.equal(await version(), 1)
    await update([{ code: 'MOD-1', vendor_price: 9, manufacturer_part_number: 'P' }])
    assert.equal(await version(), 2)
  })

  test('stores a price exactly that a double cannot represent', async () => {
    const product = await create('PREC', ['PREC-1'])
    await update([{ code: 'PREC-1', vendor_price: '9999999999.9999' }])
    assert.equal(only(await read(product.id)).vendorPrice, '9999999999.9999')
  })
})

describe('several items for the same target', () => {
  before(freshVendor)

  test('only the last item is applied, the earlier ones are superseded', async () => {
    const product = await create('DUP', ['DUP-1'])
    const answer = await update([
      { code: 'DUP-1', vendor_price: 1, manufacturer_name: 'First' },
      { product_id: product.id, amount: 2 },
      { code: 'DUP-1', amount: 3 },
      { code: 'DUP-1', amount: 9, category_ids: newId() }
    ])
    assert.deepEqual(statuses(answer), ['SUPERSEDED', 'SUPERSEDED', 'UPDATED', 'FAILED'])
    assert.deepEqual([answer.updated, answer.unchanged, answer.failed], [1, 2, 1])
    const after = await read(product.id)
    assert.deepEqual(
      [only(after).vendorPrice, only(after).stockOnHand, after.manufacturer],
      ['10.00', 3, null]
    )
  })

  test('a product and its variant are different targets', async () => {
    const product = await create('TGT', ['TGT-1'])
    const answer = await update([
      { product_id: product.id, manufacturer_name: 'A' },
      { product_id: product.id, amount: 2 },
      { code: 'TGT', manufacturer_name: 'B' }
    ])
    assert.deepEqual(statuses(answer), ['SUPERSEDED', 'UPDATED', 'UPDATED'])
    assert.deepEqual(
      answer.results.map(({ variant_id }) => variant_id),
      [null, only(product).id, null]
    )
    assert.equal((await read(product.id)).manufacturer, 'B')
  })

  test('if items for two variants set the same field of their product, the later value is stored', async () => {
    const product = await create('TWO', ['TWO-1', 'TWO-2'])
    const answer = await update([
      { code: 'TWO-1', amount: 1, manufacturer_name: 'A' },
      { code: 'TWO-2', amount: 1, manufacturer_name: 'B' }
    ])
    assert.deepEqual(statuses(answer), ['UPDATED', 'UPDATED'])
    assert.equal((await read(product.id)).manufacturer, 'B')
  })
})

describe('an unchanged item', () => {
  before(freshVendor)

  test('writes nothing, whatever the format of its values', async () => {
    const product = await create('EQ', ['EQ-1'], { manufacturer: 'M' })
    const before = await read(product.id)
    const items = [
      { code: 'EQ-1', vendor_price: '10.0000', amount: '0', manufacturer_name: 'M' },
      { code: 'EQ' }
    ]
    assert.deepEqual(statuses(await update(items)), ['UNCHANGED', 'UNCHANGED'])
    assert.deepEqual(await read(product.id), before)
    assert.deepEqual(await listEvents(), [])
  })
})
