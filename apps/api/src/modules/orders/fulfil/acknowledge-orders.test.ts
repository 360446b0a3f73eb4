import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { orderCalls, testOrder } from '../../../../test/orders.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { insertStoredOrders } from '../../../../test/stored-orders.ts'
import type { Tx } from '../../../db/connect.ts'
import { newId } from '../../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const { acknowledge, read } = orderCalls(() => ({ t, vendor }))
const acknowledgeAll = (ids: unknown, { as = vendor.owner, headers = {} } = {}) =>
  t.call('POST /vendor/orders/acknowledge', { as, body: { ids }, headers })
const acknowledgements = async (ids: string[]) =>
  (
    await t.sql<{ id: string }[]>`
      select subject_id as id from events where type = 'order.acknowledged' and subject_id = any(${ids}::uuid[])`
  ).map(({ id }) => id)
const lock = (id: string) => (tx: Tx) => tx`select from suborders where id = ${id} for update`

describe('acknowledging several orders', () => {
  test('of 500 orders, two thirds succeed and the others fail with their own errors', async () => {
    const own = await t.vendor()
    const other = await t.vendor()
    const statuses = ['ACKNOWLEDGED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'DELIVERED', 'CANCELLED']
    const confirmed = await insertStoredOrders(t, own.id, Array(334).fill({}))
    const wrong = [
      ...(await insertStoredOrders(
        t,
        own.id,
        Array.from({ length: 100 }, (_, index) => ({ status: statuses[index % statuses.length] ?? '' }))
      )),
      ...(await insertStoredOrders(t, other.id, Array(33).fill({}))),
      ...Array.from({ length: 33 }, newId)
    ]
    const [good, bad] = [confirmed.values(), wrong.values()]
    const ids = Array.from({ length: 500 }, (_, index) => {
      const next = index % 3 === 2 ? bad.next() : good.next()
      return next.value ?? ''
    })
    const headers = { 'idempotency-key': newId() }
    const answer = await acknowledgeAll(ids, { as: own.owner, headers })
    assert.equal(answer.status, 200, answer.text)
    const { results, ...counts } = answer.body
    assert.deepEqual(counts, { total: 500, succeeded: 334, failed: 166 })
    for (const [index, id] of ids.entries()) {
      const { error, ...result } = results[index]
      const isGood = index % 3 !== 2
      assert.deepEqual(result, { index, id, status: isGood ? 'SUCCEEDED' : 'FAILED' })
      if (isGood) assert.equal(error, null)
    }
    // Each error is the one that a request with only this order gets.
    for (const at of [0, 1, 2, 3, 4, 100, 133]) {
      const index = at * 3 + 2
      const alone = await t.call(`POST /vendor/orders/${ids[index]}/acknowledge`, { as: own.owner })
      assert.equal(alone.status, at < 100 ? 409 : 404)
      assert.deepEqual(results[index].error, { code: alone.body.code, message: alone.body.detail })
    }
    assert.deepEqual(
      [
        ...(await t.sql`select distinct status, acknowledged_at is null as open from suborders
        where id = any(${confirmed})`)
      ].map((row) => ({ ...row })),
      [{ status: 'ACKNOWLEDGED', open: false }]
    )
    assert.deepEqual((await acknowledgements(ids)).toSorted(), confirmed.toSorted())
    const list = await t.call('GET /vendor/orders?status=ACKNOWLEDGED&first=1', { as: own.viewer })
    assert.equal(list.body.estimatedTotalCount, 354)
    const [theirs] = await t.sql`
      select count(*)::int as n from suborders where vendor_id = ${other.id} and status <> 'CONFIRMED'`
    assert.equal(theirs?.n, 0)

    const again = await acknowledgeAll(ids, { as: own.owner, headers })
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.text, answer.text)
    assert.equal((await acknowledgements(ids)).length, 334)
    const later = await acknowledgeAll(ids, { as: own.owner })
    assert.deepEqual([later.body.succeeded, later.body.failed], [0, 500])
    assert.equal((await acknowledgements(ids)).length, 334)
  })

  test('has the same effect as acknowledging each order alone', async () => {
    const [one, other] = [await testOrder(t, vendor), await testOrder(t, vendor)]
    assert.equal((await acknowledgeAll([one.id])).body.succeeded, 1)
    assert.equal((await acknowledge(other.id)).status, 200)
    const eventsOf = async (id: string) =>
      (
        await t.sql`
          select type, vendor_id, subject_type, changed_fields, details, actor_type, actor_id, request_id is null as bare
          from events where subject_id = ${id} and type <> 'order.placed'`
      ).map((event) => ({ ...event }))
    assert.deepEqual(await eventsOf(one.id), await eventsOf(other.id))
    const [read1, read2] = [await read(one.id), await read(other.id)]
    assert.equal(read1.status, read2.status)
    assert.equal(read1.updatedAt, read1.acknowledgedAt)
    assert.equal(read2.updatedAt, read2.acknowledgedAt)
  })

  test('returns the ids as they were sent', async () => {
    const { id } = await testOrder(t, vendor)
    const sent = id.toUpperCase()
    const { body } = await acknowledgeAll([sent])
    assert.deepEqual(body.results, [{ index: 0, id: sent, status: 'SUCCEEDED', error: null }])
    assert.equal((await read(id)).status, 'ACKNOWLEDGED')
  })

  const id = newId()
  const refused: [string, unknown, Record<string, string>][] = [
    ['no ids', undefined, { '/ids': 'REQUIRED' }],
    ['null', null, { '/ids': 'REQUIRED' }],
    ['an empty list', [], { '/ids': 'TOO_FEW' }],
    ['501 ids', Array.from({ length: 501 }, newId), { '/ids': 'TOO_MANY' }],
    ['an object instead of a list', {}, { '/ids': 'INVALID_TYPE' }],
    [
      'values that are not ids',
      [id, 1, null, 'x', {}],
      {
        ...{ '/ids/1': 'INVALID_TYPE', '/ids/2': 'REQUIRED' },
        ...{ '/ids/3': 'INVALID_UUID', '/ids/4': 'INVALID_TYPE' }
      }
    ],
    [
      'repeated ids, regardless of their case',
      [id, newId(), id.toUpperCase(), id],
      { '/ids/2': 'REPEATED_ID', '/ids/3': 'REPEATED_ID' }
    ]
  ]
  for (const [title, ids, faults] of refused) {
    test(`is refused with ${title}`, async () => assertFaults(await acknowledgeAll(ids), faults))
  }

  test('an invalid body acknowledges nothing and reports all its errors', async () => {
    const { id } = await testOrder(t, vendor)
    const body = { ids: [id, 'x', id], all: true }
    assertFaults(await t.call('POST /vendor/orders/acknowledge', { as: vendor.owner, body }), {
      '/ids/1': 'INVALID_UUID',
      '/ids/2': 'REPEATED_ID',
      '/all': 'UNKNOWN_FIELD'
    })
    assert.equal((await read(id)).status, 'CONFIRMED')
  })

  test('requires a vendor with write access, which is checked first', async () => {
    const path = 'POST /vendor/orders/acknowledge'
    assertProblem(await t.call(path, { body: {} }), 401, 'UNAUTHENTICATED')
    assertProblem(await acknowledgeAll([], { as: vendor.viewer }), 403, 'INSUFFICIENT_ROLE')
    assertProblem(await acknowledgeAll([], { as: await t.operator() }), 403, 'NO_MEMBERSHIP')
    const { id } = await testOrder(t, vendor)
    assert.equal((await acknowledgeAll([id], { as: vendor.editor })).body.succeeded, 1)
  })
})

describe('concurrently', () => {
  test('of two sets with the same orders in opposite orders, one acknowledges all', async () => {
    const ids = await insertStoredOrders(t, vendor.id, Array(50).fill({}))
    const answers = await withLocksHeld(t, {
      hold: lock(ids.toSorted()[25] ?? ''),
      waiting: 2,
      work: () => Promise.all([acknowledgeAll(ids), acknowledgeAll(ids.toReversed())])
    })
    assert.deepEqual(answers.map(({ body }) => body.succeeded).toSorted(), [0, 50])
    assert.equal((await acknowledgements(ids)).length, 50)
  })

  test('each order of two overlapping sets and single requests is acknowledged once', async () => {
    const ids = await insertStoredOrders(t, vendor.id, Array(60).fill({}))
    const [sets, singles] = await Promise.all([
      Promise.all([acknowledgeAll(ids.slice(0, 40)), acknowledgeAll(ids.slice(20).toReversed())]),
      Promise.all(ids.slice(15, 45).map((id) => acknowledge(id)))
    ])
    const inSets = sets.reduce((sum, { body }) => sum + body.succeeded, 0)
    const alone = singles.filter(({ status }) => status === 200).length
    assert.equal(inSets + alone, 60)
    assert.deepEqual((await acknowledgements(ids)).toSorted(), ids.toSorted())
  })

  test('requests with the same Idempotency-Key acknowledge once', async () => {
    const ids = await insertStoredOrders(t, vendor.id, Array(20).fill({}))
    const headers = { 'idempotency-key': newId() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => acknowledgeAll(ids, { headers })))
    const done = answers.filter(({ status }) => status === 200)
    assert.ok(done.length > 0)
    for (const { body } of done) assert.equal(body.succeeded, 20)
    for (const answer of answers) {
      if (answer.status !== 200) assertProblem(answer, 409, 'REQUEST_IN_PROGRESS')
    }
    assert.equal((await acknowledgements(ids)).length, 20)
  })

  test('a set locks its orders in the order of their ids, regardless of the order in the request', async () => {
    const ids = await insertStoredOrders(t, vendor.id, Array(5).fill({}))
    const [first = '', ...rest] = ids.toSorted()
    const answer = await withLocksHeld(t, {
      hold: lock(first),
      waiting: 1,
      async release(tx) {
        const free = await tx`select id from suborders where id = any(${rest}) for update skip locked`
        assert.equal(free.length, rest.length)
      },
      work: () => acknowledgeAll([...rest.toReversed(), first])
    })
    assert.equal(answer.body.succeeded, 5)
  })

  test('an order that was cancelled while the set waited fails', async () => {
    const ids = await insertStoredOrders(t, vendor.id, Array(3).fill({}))
    const { body } = await withLocksHeld(t, {
      hold: lock(ids[1] ?? ''),
      waiting: 1,
      release: (tx) => tx`update suborders set status = 'CANCELLED' where id = ${ids[1] ?? ''}`,
      work: () => acknowledgeAll(ids)
    })
    assert.deepEqual(
      body.results.map(({ error }: { error: { code: string } | null }) => error?.code ?? null),
      [null, 'INVALID_TRANSITION', null]
    )
  })
})
