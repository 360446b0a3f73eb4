import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates, codes, only, statuses, type UpdatedProduct } from '../../../test/bulk-updates.ts'
import { withLocksHeld } from '../../../test/races.ts'
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
const { create, update, read, category, publish } = bulkUpdates(() => ({ t, vendor }))

describe('concurrent bulk updates', () => {
  before(freshVendor)

  test('a repeated Idempotency-Key returns the stored response and changes nothing', async () => {
    const product = await create('KEY', ['KEY-1'])
    const headers = { 'idempotency-key': newId() }
    const call = (amount: number) =>
      t.call('POST /vendor/products/bulk-update', {
        as: vendor.owner,
        headers,
        body: { items: [{ code: 'KEY-1', amount }] }
      })
    const first = await call(1)
    await update([{ code: 'KEY-1', amount: 2 }])
    const again = await call(1)
    assert.equal(again.text, first.text)
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(only(await read(product.id)).stockOnHand, 2)
    assertProblem(await call(3), 422, 'IDEMPOTENCY_KEY_REUSED')
  })

  test('twenty updates of the same products in opposite order succeed, and each product is consistent', async () => {
    const products = await Promise.all(
      Array.from({ length: 30 }, (_, index) => create(`OPP-${index}`, [`OPP-${index}`]))
    )
    const ids = [await category(), await category()]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, round) => {
        const items = products.map(({ sku }) => ({
          code: sku,
          vendor_price: round + 1,
          amount: round + 1,
          category_ids: ids[round % 2]
        }))
        return update(round % 2 ? items : items.toReversed())
      })
    )
    assert.ok(answers.every(({ failed }) => failed === 0))
    for (const { id } of products) {
      const after = await read(id)
      const { vendorPrice, stockOnHand } = only(after)
      assert.equal(vendorPrice, `${stockOnHand}.00`)
      const [filed] = after.categories as { id: string }[]
      assert.equal(filed?.id, ids[(Number(stockOnHand) - 1) % 2])
    }
  })

  test('a product that is deleted at the same time is not found', async () => {
    const product = await create('GONE', ['GONE-1'])
    const items = [
      { code: 'GONE-1', amount: 5 },
      { product_id: product.id, amount: 5 }
    ]
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`delete from products where id = ${product.id}`,
      waiting: 1,
      work: () => update(items)
    })
    assert.deepEqual(codes(answer), ['UNKNOWN_PRODUCT code', 'UNKNOWN_PRODUCT product_id'])
  })

  test('items are compared with the values that a concurrent request has stored', async () => {
    const product = await create('WAIT', ['WAIT-1'])
    const answer = await withLocksHeld(t, {
      hold: async (tx) => {
        await tx`update products set manufacturer = 'M' where id = ${product.id}`
        await tx`update variants set vendor_price = 7 where product_id = ${product.id}`
      },
      waiting: 1,
      work: () => update([{ code: 'WAIT-1', vendor_price: 7, manufacturer_name: 'M' }])
    })
    assert.deepEqual(statuses(answer), ['UNCHANGED'])
  })

  test('prices and stock are compared with the values that a concurrent request has stored', async () => {
    const product = await create('WAIT-2', ['WAIT-2'])
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update variants set vendor_price = 7 where product_id = ${product.id}`,
      waiting: 1,
      work: () => update([{ code: 'WAIT-2', vendor_price: 7 }])
    })
    assert.deepEqual(statuses(answer), ['UNCHANGED'])
  })

  test("prices and stock of a product that waits for approval don't wait for edits of the product", async () => {
    const product = await create('FREE', ['FREE-1'])
    let result: string[] | undefined
    await withLocksHeld(t, {
      hold: (tx) => tx`select from products where id = ${product.id} for no key update`,
      waiting: 1,
      release: async () => assert.deepEqual(result, ['UPDATED'], 'the update waits for the product'),
      work: async () => {
        result = statuses(await update([{ code: 'FREE-1', vendor_price: 7, amount: 3 }]))
      }
    })
  })

  test('a variant whose SKU changes at the same time is not found by its previous SKU', async () => {
    const product = await create('REN', ['REN-1', 'REN-2'])
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update variants set sku = 'REN-9' where product_id = ${product.id} and sku = 'REN-1'`,
      waiting: 1,
      work: () => update([{ code: 'REN-1', vendor_price: 7 }])
    })
    assert.deepEqual(codes(answer), ['UNKNOWN_PRODUCT code'])
    assert.deepEqual(
      (await read(product.id)).variants.map(({ vendorPrice }) => vendorPrice),
      ['10.00', '10.00']
    )
  })

  test('concurrent updates by all endpoints that change variants cause no deadlock', async () => {
    const products = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(`DL-${index}`, [`DL-${index}A`, `DL-${index}B`]))
    )
    await Promise.all(products.slice(10).map(({ id }) => publish(id)))
    const deadlocks = async () =>
      (await t.sql`select deadlocks from pg_stat_database where datname = current_database()`)[0]?.deadlocks
    const before = await deadlocks()
    const offers = products.flatMap(({ variants }) => variants.map(({ sku }) => ({ code: sku })))
    const work = Array.from({ length: 24 }, (_, round) => {
      const amount = round + 1
      const items = offers.map((offer) => ({ ...offer, vendor_price: amount, amount }))
      if (round % 3 === 0) return update(round % 2 ? items : items.toReversed())
      if (round % 3 === 1) {
        const manufacturer_name = String(round)
        return update((round % 2 ? items : items.toReversed()).map((one) => ({ ...one, manufacturer_name })))
      }
      const product = products[round % products.length] as UpdatedProduct
      const [a, b] = round % 2 ? product.variants : product.variants.toReversed()
      const variants = [a, b].map((variant) => ({ id: variant?.id, vendorPrice: amount }))
      const variantStock = [a, b].map((variant) => ({ variantId: variant?.id, quantity: amount }))
      return t.call(`PATCH /vendor/products/${product.id}`, {
        as: vendor.owner,
        body: { variants, variantStock }
      })
    })
    for (const answer of await Promise.all(work)) {
      if ('failed' in answer) assert.equal(answer.failed, 0)
      else assert.equal(answer.status, 200, answer.text)
    }
    for (const { id } of products) {
      for (const { vendorPrice, stockOnHand } of (await read(id)).variants)
        assert.equal(vendorPrice, `${stockOnHand}.00`)
    }
    assert.equal(await deadlocks(), before)
  })

  test('a category that is deleted at the same time is unknown', async () => {
    const product = await create('CATS', ['CATS-1'])
    const [deleted, remaining] = [await category(), await category()]
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`delete from categories where id = ${deleted}`,
      waiting: 1,
      work: () =>
        update([
          { code: 'CATS-1', category_ids: deleted },
          { code: 'CATS', category_ids: remaining }
        ])
    })
    assert.deepEqual(codes(answer), ['UNKNOWN_CATEGORY category_ids', ''])
    assert.deepEqual(
      ((await read(product.id)).categories as { id: string }[]).map(({ id }) => id),
      [remaining]
    )
  })
})
