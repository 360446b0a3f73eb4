import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  assertFaults,
  assertProblem,
  type TestAnswer,
  type TestApp,
  type TestVendor,
  testApp
} from '../../../test/app.ts'
import { productCalls, variant } from '../../../test/products.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 10 })
})
after(() => t.close())

const { createWith: create, patch, read } = productCalls(() => ({ t, vendor }))
const send = (key: string, id: string, variantStock: object[]) =>
  patch(id, { variantStock }, { headers: { 'idempotency-key': key } })
const stockOf = ({ body }: TestAnswer) =>
  body.variants.map(({ stockOnHand }: { stockOnHand: number }) => stockOnHand)
const eventsOf = async (id: string) =>
  (await t.sql`select from events where subject_id = ${id} and type = 'product.updated'`).length
const historyOf = async (id: string) =>
  (await t.sql`select from product_history where product_id = ${id} and field = 'stockOnHand'`).length
/** Returns the id of the transaction that has stored the response of a key. */
const storedUnder = (key: string) =>
  t.sql<{ xid: string }[]>`select xmin::text as xid from idempotency_keys where key = ${key}`
const isReplayed = ({ headers }: TestAnswer) => headers['idempotency-replayed'] === 'true'

async function untilWaiting(): Promise<void> {
  for (;;) {
    const rows = await t.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (rows.length > 0) return
    await sleep(5)
  }
}

test('the response is the product after the update, with its ETag, and is stored with the update', async () => {
  const { id, a } = await create()
  const key = newId()
  const first = await send(key, id, [{ variantId: a.id, quantity: 7 }])
  assert.equal(first.status, 200, first.text)
  assert.deepEqual(stockOf(first), [7, 0])
  const after = await read(id)
  assert.equal(first.text, after.text)
  assert.equal(first.headers.etag, after.headers.etag)
  assert.ok(!isReplayed(first))
  const [row] = await storedUnder(key)
  const [changed] = await t.sql<{ xid: string }[]>`select xmin::text as xid from variants where id = ${a.id}`
  assert.equal(row?.xid, changed?.xid)

  await patch(id, { variantStock: [{ variantId: a.id, quantity: 9 }] })
  const again = await send(key, id, [{ variantId: a.id, quantity: 7 }])
  assert.ok(isReplayed(again))
  assert.equal(again.text, first.text)
  assert.equal(again.headers.etag, first.headers.etag)
  assert.equal(again.headers['content-type'], first.headers['content-type'])
  assert.deepEqual(stockOf(await read(id)), [9, 0])
  assert.deepEqual([await eventsOf(id), await historyOf(id)], [2, 2])
})

test('an update that changes nothing, or has no entries, is stored too', async () => {
  const { id, a } = await create()
  const before = await read(id)
  for (const entries of [[{ variantId: a.id, quantity: 0 }], []]) {
    const key = newId()
    const answer = await send(key, id, entries)
    assert.equal(answer.text, before.text)
    assert.ok(isReplayed(await send(key, id, entries)))
  }
  assert.equal(await eventsOf(id), 0)
})

test('another body under the same key is a 422, and changes nothing', async () => {
  const { id, a } = await create()
  const key = newId()
  await send(key, id, [{ variantId: a.id, quantity: 1 }])
  assertProblem(await send(key, id, [{ variantId: a.id, quantity: 2 }]), 422, 'IDEMPOTENCY_KEY_REUSED')
  assert.deepEqual(stockOf(await read(id)), [1, 0])
  assert.equal(await eventsOf(id), 1)
})

test('an error that depends on the stock is stored, and nothing is written', async () => {
  const { id, a, b } = await create()
  const [conflicting, unknown, missing] = [newId(), newId(), newId()]
  const conflict = () =>
    send(conflicting, id, [
      { variantId: b.id, quantity: 4 },
      { variantId: a.id, quantity: 3, expected: 8 }
    ])
  assertProblem(await conflict(), 409, 'STOCK_CONFLICT')
  assert.deepEqual(stockOf(await read(id)), [0, 0])
  await patch(id, { variantStock: [{ variantId: a.id, quantity: 8 }] })
  const again = await conflict()
  assert.equal(again.body.code, 'STOCK_CONFLICT')
  assert.ok(isReplayed(again))

  const unknownVariant = () => send(unknown, id, [{ variantId: newId(), quantity: 3 }])
  assertFaults(await unknownVariant(), { '/variantStock/0/variantId': 'UNKNOWN_VARIANT' })
  const unknownProduct = newId()
  for (const replayed of [false, true]) {
    const answer = await send(missing, unknownProduct, [{ variantId: a.id, quantity: 3 }])
    assert.equal(answer.body.code, 'NOT_FOUND')
    assert.equal(isReplayed(answer), replayed)
  }
  assert.equal(await eventsOf(id), 1)
})

test('while a request with the key is in progress, another one is a 409 and does not wait', async () => {
  const { id, a } = await create()
  const key = newId()
  const { first } = await t.sql.begin(async (tx) => {
    await tx`select from variants where id = ${a.id} for update`
    const waiting = send(key, id, [{ variantId: a.id, change: 1 }])
    await untilWaiting()
    assertProblem(await send(key, id, [{ variantId: a.id, change: 1 }]), 409, 'REQUEST_IN_PROGRESS')
    return { first: waiting }
  })
  assert.deepEqual(stockOf(await first), [1, 0])
  assert.deepEqual(stockOf(await send(key, id, [{ variantId: a.id, change: 1 }])), [1, 0])
})

test('twenty concurrent requests with the key have one effect', async () => {
  const { id, a } = await create()
  const key = newId()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(key, id, [{ variantId: a.id, change: 1 }]))
  )
  assert.deepEqual(stockOf(await read(id)), [1, 0])
  for (const answer of answers) {
    if (answer.status === 200) assert.deepEqual(stockOf(answer), [1, 0])
    else assertProblem(answer, 409, 'REQUEST_IN_PROGRESS')
  }
})

test('concurrent changes of a variant under different keys are all applied', async () => {
  const { id, a } = await create()
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => send(newId(), id, [{ variantId: a.id, change: 1 }]))
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  assert.deepEqual(stockOf(await read(id)), [30, 0])
  assert.deepEqual(
    answers.map((answer) => stockOf(answer)[0]).sort((x, y) => x - y),
    Array.from({ length: 30 }, (_, index) => index + 1)
  )
})

test('after waiting for another change, the response has all that it changed', async () => {
  const { id, a } = await create()
  for (const quantity of [5, 6]) {
    const { answer } = await t.sql.begin(async (tx) => {
      await tx`update variants set stock_on_hand = 5, vendor_price = ${`1${quantity}`} where id = ${a.id}`
      await tx`update products set brand = ${`Brand ${quantity}`} where id = ${id}`
      const waiting = send(newId(), id, [{ variantId: a.id, quantity }])
      await untilWaiting()
      return { answer: waiting }
    })
    const { body, text } = await answer
    assert.equal(text, (await read(id)).text)
    assert.equal(body.brand, `Brand ${quantity}`)
    assert.equal(body.variants[0].vendorPrice, `1${quantity}.00`)
    assert.equal(body.variants[0].stockOnHand, quantity)
  }
})

test('a response that is stored after the statement began is sent, and nothing is written twice', async () => {
  const { id, a } = await create()
  const key = newId()
  const update = () => send(key, id, [{ variantId: a.id, change: 1 }])
  const first = await update()
  const [row] = await t.sql`delete from idempotency_keys where key = ${key} returning *`
  // Without the lock of the key, as if the lock had been released just before the second request took it.
  const { answer } = await t.sql.begin(async (tx) => {
    await tx`insert into idempotency_keys (scope, key, request_hash, status, headers, body)
      values (${row?.scope}, ${key}, ${row?.requestHash}, ${row?.status}, ${tx.json(row?.headers)}, ${row?.body})`
    const waiting = update()
    await untilWaiting()
    return { answer: waiting }
  })
  const second = await answer
  assert.ok(isReplayed(second))
  assert.equal(second.text, first.text)
  assert.deepEqual(stockOf(await read(id)), [1, 0])
  assert.equal(await eventsOf(id), 1)
})

test('after a day, the key can be used again', async () => {
  const { id, a } = await create()
  const key = newId()
  await send(key, id, [{ variantId: a.id, change: 1 }])
  await t.sql`update idempotency_keys set created_at = now() - interval '25 hours' where key = ${key}`
  assert.deepEqual(stockOf(await send(key, id, [{ variantId: a.id, change: 1 }])), [2, 0])
  assert.ok(isReplayed(await send(key, id, [{ variantId: a.id, change: 1 }])))
})

test('the stock of products with staged images is updated under a key too', async () => {
  const { id, a } = await create([variant('A', { initialInventory: 2 })])
  await t.sql`update products set status = 'PUBLISHED' where id = ${id}`
  await patch(id, { name: 'Hex bolt, long' })
  const answer = await send(newId(), id, [{ variantId: a.id, quantity: 3 }])
  assert.equal(answer.text, (await read(id)).text)
  assert.equal(answer.body.pendingRevision.name, 'Hex bolt, long')
})

test('if the response cannot be stored, the stock does not change', async () => {
  const { id, a } = await create()
  await t.sql`alter table idempotency_keys add constraint no_stock_answer check (key <> 'stock fails')`
  const answer = await send('stock fails', id, [{ variantId: a.id, quantity: 3 }])
  assertProblem(answer, 500, 'INTERNAL_ERROR')
  assert.deepEqual(stockOf(await read(id)), [0, 0])
  assert.deepEqual([await eventsOf(id), await historyOf(id)], [0, 0])
})
