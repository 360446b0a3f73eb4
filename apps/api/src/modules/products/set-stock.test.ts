import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { productCalls, type Variant, variant } from '../../../test/products.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
})
after(() => t.close())

const { createWith: create, patch, read } = productCalls(() => ({ t, vendor }))
const changesOf = async (id: string) => {
  const [row] = await t.sql<{ count: string }[]>`
    select count(*) from events where subject_id = ${id} and type = 'product.updated'`
  return Number(row?.count)
}
/** Resolves once a statement waits for a lock. */
async function untilWaiting() {
  for (;;) {
    const rows = await t.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (rows.length > 0) return
    await sleep(5)
  }
}

describe('stock', () => {
  test('variantStock sets the stock on hand, not the reserved stock, with or without variants', async () => {
    const { id, a, b } = await create([variant('A', { initialInventory: 2 }), variant('B')])
    await t.sql`update variants set stock_reserved = 4 where id = ${a.id}`
    const { body } = await patch(id, {
      variants: [{ id: a.id, vendorPrice: 20 }, variant('C')],
      variantStock: [
        { variantId: a.id, quantity: 3 },
        { variantId: b.id.toUpperCase(), quantity: 2_147_483_647 }
      ]
    })
    const stock = body.variants.map((entry: Variant) => [
      entry.initialInventory,
      entry.stockOnHand,
      entry.stockReserved,
      entry.stockAvailable
    ])
    assert.deepEqual(stock, [
      [2, 3, 4, 0],
      [0, 2_147_483_647, 0, 2_147_483_647],
      [0, 0, 0, 0]
    ])
    assert.equal(body.variants[0].vendorPrice, '20.00')
    assert.equal(
      (await patch(id, { variantStock: [{ variantId: a.id, quantity: 0 }] })).body.variants[0].stockOnHand,
      0
    )
  })

  test('a change of stock raises updatedAt of the product, and updatedAfter finds it', async () => {
    const { id, a } = await create()
    const before = (await read(id)).body
    const { body } = await patch(id, { variantStock: [{ variantId: a.id, quantity: 3 }] })
    assert.ok(body.updatedAt > before.updatedAt)
    assert.equal(body.updatedAt, body.variants[0].updatedAt)
    const list = (timestamp: string) =>
      t.call(`GET /vendor/products?updatedAfter=${timestamp}`, { as: vendor.owner })
    const found = (await list(before.updatedAt)).body.products.filter((one: { id: string }) => one.id === id)
    assert.equal(found[0].updatedAt, body.updatedAt)
    assert.deepEqual((await list(body.updatedAt)).body.products, [])
    const removed = await t.call(`DELETE /vendor/products/${id}/variants/${a.id}`, { as: vendor.owner })
    assert.ok(removed.body.updatedAt > body.updatedAt)
  })

  test('variantStock with known and unknown variants reports all faults and writes nothing', async () => {
    const { id, a } = await create()
    const before = await read(id)
    const [other, missing] = [(await create()).a.id, newId()]
    const answer = await patch(id, {
      variantStock: [a.id, other, missing].map((variantId) => ({ variantId, quantity: 8 }))
    })
    assertFaults(answer, {
      '/variantStock/1/variantId': 'UNKNOWN_VARIANT',
      '/variantStock/2/variantId': 'UNKNOWN_VARIANT'
    })
    assert.equal((await read(id)).text, before.text)
    assert.equal(await changesOf(id), 0)
  })

  test('variantStock with the current value or without entries changes nothing', async () => {
    const { id, a } = await create()
    await patch(id, { variantStock: [{ variantId: a.id, quantity: 8 }] })
    const before = await read(id)
    for (const variantStock of [[{ variantId: a.id, quantity: 8 }], []]) {
      assert.equal((await patch(id, { variantStock })).text, before.text)
    }
    assert.equal((await read(id)).headers.etag, before.headers.etag)
    assert.equal(await changesOf(id), 1)
  })

  test("stock of another vendor's product or an unknown product is 404, and nothing is written", async () => {
    const { id, a } = await create()
    const other = (await t.vendor()).owner
    const body = { variantStock: [{ variantId: a.id, quantity: 8 }] }
    const answers = await Promise.all(
      [id, newId()].map((one) => t.call(`PATCH /vendor/products/${one}`, { as: other, body }))
    )
    for (const answer of answers) assertProblem(answer, 404, 'NOT_FOUND')
    assert.equal(await changesOf(id), 0)
  })

  test('concurrent requests for two variants in opposite orders all succeed', async () => {
    const { id, a, b } = await create([variant('A'), variant('B')])
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const entries = [a.id, b.id].map((variantId) => ({ variantId, quantity: index + 1 }))
        return patch(id, { variantStock: index % 2 ? entries : entries.reverse() })
      })
    )
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    const { variants } = (await read(id)).body
    assert.equal(variants[0].stockOnHand, variants[1].stockOnHand)
  })

  test('after waiting for another change, an entry is set even if it equals the earlier value', async () => {
    const { id, a, b } = await create([variant('A'), variant('B')])
    const entries = (x: number, y: number) => [
      { variantId: a.id, quantity: x },
      { variantId: b.id, quantity: y }
    ]
    await patch(id, { variantStock: entries(5, 5) })
    const { answer } = await t.sql.begin(async (tx) => {
      await tx`update variants set stock_on_hand = 7 where product_id = ${id}`
      const waiting = patch(id, { variantStock: entries(5, 9) })
      await untilWaiting()
      return { answer: waiting }
    })
    const { body } = await answer
    assert.deepEqual(
      body.variants.map(({ stockOnHand }: Variant) => stockOnHand),
      [5, 9]
    )
  })

  test('stock of a product that is deleted concurrently is 404', async () => {
    const { id, a } = await create()
    const { answer } = await t.sql.begin(async (tx) => {
      await tx`delete from products where id = ${id}`
      const waiting = patch(id, { variantStock: [{ variantId: a.id, quantity: 8 }] })
      await untilWaiting()
      return { answer: waiting }
    })
    assertProblem(await answer, 404, 'NOT_FOUND')
  })

  test('after fifty concurrent requests, the stock is one of the values sent', async () => {
    const { id, a } = await create()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        patch(id, { variantStock: [{ variantId: a.id, quantity: index + 1 }] })
      )
    )
    answers.forEach(({ status, body }, index) => {
      const seen = body.variants[0].stockOnHand
      assert.equal(status, 200)
      assert.ok(seen >= 1 && seen <= 50, `request ${index} saw ${seen}`)
    })
    const left = (await read(id)).body.variants[0].stockOnHand
    assert.ok(left >= 1 && left <= 50)
    assert.equal(await changesOf(id), 50)
  })

  test('with an Idempotency-Key, a repeated request returns the first response', async () => {
    const { id, a } = await create()
    const send = () =>
      t.call(`PATCH /vendor/products/${id}`, {
        as: vendor.owner,
        headers: { 'idempotency-key': id },
        body: { variantStock: [{ variantId: a.id, quantity: 5 }] }
      })
    const first = await send()
    await patch(id, { variantStock: [{ variantId: a.id, quantity: 6 }] })
    const again = await send()
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.text, first.text)
    assert.equal((await read(id)).body.variants[0].stockOnHand, 6)
  })
})
