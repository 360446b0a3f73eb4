import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { bulkUpdates } from '../../../../test/bulk-updates.ts'
import { insertLive, type LiveProduct } from '../../../../test/live-products.ts'
import { productCalls } from '../../../../test/products.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { watchedCalls } from '../../../../test/watched.ts'
import type { Tx } from '../../../db/connect.ts'
import { type ChangeSource, systemOrigin } from '../../../events.ts'
import { newId } from '../../../lib/ids.ts'
import { updateVariants } from '../../products/write/variant-queries.ts'
import { acceptChangeSet } from './accept-change-set.ts'
import type { ChangeSet } from './change-set-schema.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let admin: string
before(async () => {
  t = await testApp()
  operator = await t.operator('EDITOR')
  admin = await t.operator('ADMIN')
  await watch('vendorPrice')
})
after(() => t.close())
beforeEach(async () => {
  await t.sql`delete from watched_changes`
  vendor = await t.vendor()
})

const { patch } = productCalls(() => ({ t, vendor }))
const { send } = bulkUpdates(() => ({ t, vendor }))
const { watch, entries, accept: acceptOne } = watchedCalls(() => ({ t, admin, operator }))

async function find(id: string): Promise<ChangeSet> {
  const { body, status } = await t.call(`GET /platform/moderation/change-sets/${id}`, { as: operator })
  assert.equal(status, 200)
  return body
}

const accept = ({ id, version }: ChangeSet) =>
  t.call(`POST /platform/moderation/change-sets/${id}/accept`, { as: operator, body: { version } })

/** Changes prices as a part of the upload with this id. */
function upload(tx: Tx, id: string, products: LiveProduct[], price: string) {
  const source: ChangeSource = { type: 'IMPORT_JOB', id, changeSetId: id }
  const updates = products.map(({ variantId }) => ({ id: variantId, vendorPrice: price }))
  return updateVariants(tx, vendor.id, {
    updates: tx`${tx.json(updates)}`,
    origin: { ...systemOrigin, source }
  })
}

const unaccepted = async () =>
  new Map((await entries()).map(({ product, changes }) => [product.id, changes[0]?.proposed]))

test('a change that began before the set was read, and committed after it, is not accepted', async () => {
  const [first, second, third] = (await insertLive(t, vendor, 3)) as [LiveProduct, LiveProduct, LiveProduct]
  const id = newId()
  await t.sql.begin((tx) => upload(tx, id, [first, second], '11'))
  const set = await t.sql.begin(async (tx) => {
    await upload(tx, id, [second, third], '12')
    return find(id)
  })
  assert.equal(set.productCount, 2)
  const { body } = await accept(set)
  assert.deepEqual(body, { accepted: 1, changed: 2, claimed: 0, isComplete: true })
  assert.deepEqual(
    await unaccepted(),
    new Map([
      [second.id, '12.00'],
      [third.id, '12.00']
    ])
  )
  assert.equal((await accept(await find(id))).body.accepted, 2)
})

test('a price that changes again while the set is accepted still waits, also if it stays in the set', async () => {
  const products = await insertLive(t, vendor, 3)
  const [first, second, third] = products as [LiveProduct, LiveProduct, LiveProduct]
  const id = newId()
  await t.sql.begin((tx) => upload(tx, id, products, '11'))
  const set = await find(id)
  // The acceptance has read the entries, and waits for the locks.
  const { body } = await withLocksHeld(t, {
    hold: async (tx) => {
      await tx`select from products where id = ${third.id} for update`
      await upload(tx, id, [second], '12')
      await updateVariants(tx, vendor.id, {
        updates: tx`${tx.json([{ id: third.variantId, vendorPrice: '13' }])}`,
        origin: systemOrigin
      })
    },
    waiting: 1,
    work: () => accept(set)
  })
  assert.deepEqual(body, { accepted: 1, changed: 2, claimed: 0, isComplete: true })
  assert.deepEqual(
    await unaccepted(),
    new Map([
      [second.id, '12.00'],
      [third.id, '13.00']
    ])
  )
  const [made] = await t.sql`select product_id from moderation_snapshots where vendor_id = ${vendor.id}`
  assert.equal(made?.productId, first.id)
})

test('updates, decisions on single entries and acceptances at the same time accept nothing unseen', async () => {
  const products = await insertLive(t, vendor, 60)
  const id = newId()
  await t.sql.begin((tx) => upload(tx, id, products, '11'))
  const set = await find(id)
  const answers = await Promise.all([
    accept(set),
    accept(set),
    ...products.slice(0, 10).map(({ id }) => acceptOne(id, 1)),
    ...products
      .slice(5, 25)
      .map(({ id, variantId }) => patch(id, { variants: [{ id: variantId, vendorPrice: 12 }] })),
    send(products.slice(20, 40).map(({ id }) => ({ product_id: id, vendor_price: 13 })))
  ])
  for (const { status, text } of answers) assert.ok([200, 409, 412].includes(status), text)
  const made = await t.sql<{ id: string; proposed: unknown }[]>`
    select product_id as id, proposed -> 0 ->> 'value' as proposed, count(*) over (partition by product_id)::integer as n
    from moderation_snapshots where vendor_id = ${vendor.id}`
  const prices = await t.sql<{ id: string; price: string }[]>`
    select product_id as id, vendor_price::text as price from variants where vendor_id = ${vendor.id}`
  const waiting = await unaccepted()
  const decided = new Set(made.map(({ id }) => id))
  assert.equal(made.length, decided.size, 'each entry is decided at most once')
  for (const { id, price } of prices) {
    const isChanged = Number(price) !== 11
    assert.equal(waiting.has(id), isChanged, `${id} ${price}`)
    if (!isChanged) assert.ok(decided.has(id))
  }
})

test('an acceptance that runs out of time says so, and continues when it is sent again', async () => {
  const products = await insertLive(t, vendor, 5)
  const id = newId()
  await t.sql.begin((tx) => upload(tx, id, products, '11'))
  const { version } = await find(id)
  const { signal } = new AbortController()
  const acceptance = { id, version, takeOver: false }
  const options = { origin: systemOrigin, signal, maxMs: 60_000, batchSize: 2 }
  const none = await acceptChangeSet(t.app.deps, acceptance, { ...options, maxMs: 0 })
  assert.deepEqual(none, { accepted: 0, changed: 0, claimed: 0, isComplete: false })
  const all = await acceptChangeSet(t.app.deps, acceptance, options)
  assert.deepEqual(all, { accepted: 5, changed: 0, claimed: 0, isComplete: true })
})

test('an aborted acceptance accepts nothing more', async () => {
  const products = await insertLive(t, vendor, 3)
  const id = newId()
  await t.sql.begin((tx) => upload(tx, id, products, '11'))
  const { version } = await find(id)
  const abort = new AbortController()
  const pace = {
    ...t.app.deps.pace,
    items: (max: number) => max,
    run: async <T>(work: () => Promise<T>) => {
      const result = await work()
      abort.abort()
      return result
    }
  }
  const options = { origin: systemOrigin, signal: abort.signal, maxMs: 60_000, batchSize: 1 }
  await assert.rejects(acceptChangeSet({ sql: t.sql, pace }, { id, version, takeOver: false }, options), {
    name: 'AbortError'
  })
  assert.equal((await entries()).length, 2)
})
