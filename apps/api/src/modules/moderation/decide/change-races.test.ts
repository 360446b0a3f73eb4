import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { bulkUpdates } from '../../../../test/bulk-updates.ts'
import { productCalls } from '../../../../test/products.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { productWithStatus } from '../../../../test/staged.ts'
import { watchedCalls } from '../../../../test/watched.ts'
import { systemOrigin } from '../../../events.ts'
import { updateVariants } from '../../products/write/variant-queries.ts'
import { decideEntries } from './decide-entries.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let admin: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  operator = await t.operator('EDITOR')
  admin = await t.operator('ADMIN')
  await watch('vendorPrice', 'manufacturer')
})
after(() => t.close())

const { patch, read } = productCalls(() => ({ t, vendor }))
const { update } = bulkUpdates(() => ({ t, vendor }))
const { watch, entries, entryOf, accept, hide, decide } = watchedCalls(() => ({ t, admin, operator }))

/** Creates a live product whose price has changed from 10 to 11, so that its entry has version 1. */
async function changed() {
  const variants = [{ sku: 'A', name: 'A', vendorPrice: 10 }]
  const id = await productWithStatus(t, vendor, 'PUBLISHED', { variants })
  const variantId: string = (await read(id)).body.variants[0].id
  const reprice = (vendorPrice: number) => patch(id, { variants: [{ id: variantId, vendorPrice }] })
  assert.equal((await reprice(11)).status, 200)
  const prices = async () => (await entryOf(id))?.changes.map(({ live, proposed }) => [live, proposed])
  return { id, variantId, reprice, prices }
}

test('a decision that waits for a change of the price is refused, and nothing is accepted', async () => {
  for (const decision of [accept, hide]) {
    const { id, variantId, prices } = await changed()
    const answer = await withLocksHeld(t, {
      hold: (tx) =>
        updateVariants(tx, vendor.id, {
          updates: tx`${tx.json([{ id: variantId, vendorPrice: '12' }])}`,
          origin: systemOrigin
        }),
      waiting: 1,
      work: () => decision(id, 1)
    })
    assertProblem(answer, 412, 'STALE_VERSION')
    assert.deepEqual(await prices(), [['10.00', '12.00']])
  }
})

test('a change of the price that waits for an acceptance is compared with the accepted price', async () => {
  const { id, reprice, prices } = await changed()
  const answer = await withLocksHeld(t, {
    hold: (tx) =>
      decideEntries(tx, systemOrigin, {
        decisions: [{ id, kind: 'CHANGE', version: 1, decision: 'APPROVE', reasons: [] }],
        published: new Map()
      }),
    waiting: 1,
    work: () => reprice(13)
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await prices(), [['11.00', '13.00']])
})

test('a change of the price that waits for the deletion of the product leaves nothing', async () => {
  const { id, reprice } = await changed()
  const [deleted] = await Promise.all([
    t.call(`DELETE /vendor/products/${id}`, { as: vendor.editor }),
    reprice(12),
    update([{ product_id: id, vendor_price: 13 }])
  ])
  assert.equal(deleted.status, 200)
  assert.equal((await t.sql`select from watched_changes where product_id = ${id}`).length, 0)
})

test('of two concurrent decisions on the same version, one is made', async () => {
  const { id } = await changed()
  const answers = await Promise.all([accept(id, 1), hide(id, 1), accept(id, 1), hide(id, 1)])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
  const made = await t.sql`select from moderation_snapshots where product_id = ${id}`
  assert.equal(made.length, 1)
})

/** Inserts live products with one variant each, whose price is 10. Returns their ids. */
async function manyLive(count: number): Promise<string[]> {
  const rows = await t.sql<{ id: string }[]>`
    with made as (
      insert into products (id, vendor_id, sku, slug, name, status)
      select id, ${vendor.id}, id, id, 'Washer', 'PUBLISHED' from (select uuidv7() as id from generate_series(1, ${count})) ids
      returning id)
    insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price)
    select uuidv7(), id, ${vendor.id}, 0, id, 'Box', 10 from made returning product_id as id`
  return rows.map(({ id }) => id).toSorted()
}

test('bulk updates of 5,000 products are shown completely, and decided in sets', async () => {
  const ids = await manyLive(5000)
  const every = () => entries(`&vendorId=${vendor.id}`)
  const known = new Set(ids)
  const shown = async () =>
    new Map(
      (await every())
        .filter(({ product }) => known.has(product.id))
        .map(({ product, version, changes }) => [
          product.id,
          { version, changes: changes.map(({ field, live, proposed }) => [field, live, proposed]) }
        ])
    )
  const first = await update(ids.map((id, n) => ({ product_id: id, vendor_price: n % 10 === 0 ? 10 : 11 })))
  assert.equal(first.updated, 4500)
  const expected = ids.filter((_, n) => n % 10 !== 0)
  const price = (live: string, proposed: string) => ['vendorPrice', live, proposed]
  assert.deepEqual(
    await shown(),
    new Map(expected.map((id) => [id, { version: 1, changes: [price('10.00', '11.00')] }]))
  )
  const items = expected.slice(0, 1000).map((id) => ({ id, kind: 'CHANGE', version: 1, decision: 'ACCEPT' }))
  assert.equal((await decide(items)).body.decided, 1000)
  // With another field, a bulk update takes other statements, and runs in several transactions.
  const fields = { vendor_price: 12, manufacturer_name: 'Bolt Works' }
  await update(ids.map((id) => ({ product_id: id, ...fields })))
  const accepted = new Set(items.map(({ id }) => id))
  const after = await shown()
  assert.equal(after.size, 5000)
  for (const [id, { changes }] of after) {
    const live = accepted.has(id) ? '11.00' : '10.00'
    assert.deepEqual(changes, [['manufacturer', null, 'Bolt Works'], price(live, '12.00')], id)
  }
})
