import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import {
  assertFaults,
  assertProblem,
  type TestAnswer,
  type TestApp,
  type TestVendor,
  testApp
} from '../../../test/app.ts'
import { testOrder } from '../../../test/orders.ts'
import { type Body, productCalls, type Variant, variant } from '../../../test/products.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { ship } from '../../../test/shipments.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
  vendor = await t.vendor()
})
after(() => t.close())

const { createWith, patch, read } = productCalls(() => ({ t, vendor }))
const [maxStock, day] = [2_147_483_647, 86_400_000]
const codesOf = (answer: TestAnswer): string[] =>
  answer.body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`)
const storedOf = async (id: string) => {
  const rows = await t.sql<{ stockOnHand: number; stockAsOf: string | null }[]>`
    select stock_on_hand, stock_as_of from variants where product_id = ${id} order by position`
  return rows.map((row) => ({ ...row }))
}
const eventsOf = async (id: string) =>
  (await t.sql`select from events where subject_id = ${id} and type = 'product.updated'`).length
const create = (...stock: number[]) =>
  createWith(stock.map((initialInventory, index) => variant(String(index), { initialInventory })))

/** What is added to `variantStock`. With other fields, the update takes several statements: see `setStock`. */
const shapes: [string, Body][] = [
  ['alone', {}],
  ['with other fields', { variants: [], brand: 'Ironvale' }]
]

describe('an update of stock', () => {
  const send = (id: string, variantStock: object[], headers: Record<string, string> = {}) =>
    patch(id, { variantStock }, { headers })
  const assertUnchanged = async (id: string, before: TestAnswer) => {
    assert.equal((await read(id)).text, before.text)
  }

  test('adds a change to the stock on hand', async () => {
    const { id, a, b } = await create(5, 5)
    const { body } = await send(id, [
      { variantId: a.id, change: -5 },
      { variantId: b.id, change: maxStock - 5 }
    ])
    assert.deepEqual(
      body.variants.map(({ stockOnHand }: Variant) => stockOnHand),
      [0, maxStock]
    )
  })

  test('sets the stock if it is the expected one, and otherwise changes nothing', async () => {
    const { id, a, b } = await create(5, 5)
    assert.equal((await send(id, [{ variantId: a.id, quantity: 7, expected: 5 }])).status, 200)
    const before = await read(id)
    const answer = await send(id, [
      { variantId: b.id, quantity: 9 },
      { variantId: a.id.toUpperCase(), quantity: 8, expected: 5 }
    ])
    assertProblem(answer, 409, 'STOCK_CONFLICT')
    assert.deepEqual(answer.body.errors, [
      {
        pointer: '/variantStock/1/expected',
        code: 'STOCK_CONFLICT',
        message: 'must be equal to the stock on hand, which is 7',
        current: 7
      }
    ])
    await assertUnchanged(id, before)
  })

  test('lists all conflicts, and has the code of the first', async () => {
    const asOf = '2020-01-02T00:00:00.000Z'
    const { id, a, b } = await create(5, 6)
    await send(id, [{ variantId: b.id, quantity: 6, asOf }])
    const before = await read(id)
    const answer = await send(id, [
      { variantId: a.id, change: -6 },
      { variantId: b.id, quantity: 1, expected: 1, asOf: '2020-01-02T01:00:00+02:00' }
    ])
    assertProblem(answer, 409, 'INSUFFICIENT_STOCK')
    assert.deepEqual(codesOf(answer), [
      '/variantStock/0/change INSUFFICIENT_STOCK',
      '/variantStock/1/expected STOCK_CONFLICT',
      '/variantStock/1/asOf STOCK_OUTDATED'
    ])
    const current = answer.body.errors.map((error: { current: unknown }) => error.current)
    assert.deepEqual(current, [5, 6, asOf])
    assert.equal(answer.body.errorCount, 3)
    await assertUnchanged(id, before)
  })

  test('refuses a change above the largest stock and an unknown variant before any conflict', async () => {
    const { id, a, b } = await create(1, 5)
    const before = await read(id)
    const answer = await send(id, [
      { variantId: a.id, change: maxStock },
      { variantId: b.id, change: -6 },
      { variantId: newId(), change: 1 }
    ])
    assertFaults(answer, {
      '/variantStock/0/change': 'TOO_LARGE',
      '/variantStock/2/variantId': 'UNKNOWN_VARIANT'
    })
    await assertUnchanged(id, before)
  })

  test('stores the time of a count even if the stock stays, without any visible change', async () => {
    const { id, a } = await create(5)
    await send(id, [{ variantId: a.id, quantity: 5 }])
    const before = await read(id)
    const [events, asOf] = [await eventsOf(id), '2020-01-02T00:00:00.000Z']
    const answer = await send(id, [{ variantId: a.id, quantity: 5, asOf }])
    assert.equal(answer.text, before.text)
    assert.deepEqual(await storedOf(id), [{ stockOnHand: 5, stockAsOf: asOf }])
    assert.equal(await eventsOf(id), events)
    assert.equal((await send(id, [{ variantId: a.id, quantity: 4, asOf }])).status, 200)
    const older = await send(id, [{ variantId: a.id, quantity: 3, asOf: '2020-01-01T23:59:59.999Z' }])
    assertProblem(older, 409, 'STOCK_OUTDATED')
    assert.equal(older.body.errors[0].current, asOf)
  })

  test('an update without asOf is accepted after any count, and the time of the count stays', async () => {
    const { id, a } = await create(5)
    const asOf = '2020-01-02T00:00:00.000Z'
    await send(id, [{ variantId: a.id, quantity: 4, asOf }])
    assert.equal((await send(id, [{ variantId: a.id, quantity: 3 }])).status, 200)
    assert.deepEqual(await storedOf(id), [{ stockOnHand: 3, stockAsOf: asOf }])
  })

  test('a repeated Idempotency-Key never applies a change twice', async () => {
    const { id, a } = await create(5)
    const key = { 'idempotency-key': newId() }
    const change = () => send(id, [{ variantId: a.id, change: -3 }], key)
    const answers = await Promise.all([change(), change(), change()])
    for (const { status } of answers) assert.ok(status === 200 || status === 409)
    const replayed = await change()
    assert.deepEqual([replayed.status, replayed.headers['idempotency-replayed']], [200, 'true'])
    assert.deepEqual(await storedOf(id), [{ stockOnHand: 2, stockAsOf: null }])

    const refusedKey = { 'idempotency-key': newId() }
    const refuse = () => send(id, [{ variantId: a.id, change: -3 }], refusedKey)
    const first = await refuse()
    assertProblem(first, 409, 'INSUFFICIENT_STOCK')
    await send(id, [{ variantId: a.id, quantity: 5 }])
    const again = await refuse()
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.deepEqual(again.body.errors, first.body.errors)
    assert.equal((await storedOf(id))[0]?.stockOnHand, 5)
  })

  test('refuses a count from before a shipment of the variant, and accepts one from after it', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 1], stock: 10 })
    const [line, other] = order.items
    assert.ok(line && other)
    const id = order.sellables[0]?.productId ?? ''
    const shipped = await ship(t, vendor, {
      orderId: order.id,
      items: [{ orderItemId: line.id, quantity: 3 }]
    })
    assert.equal(shipped.status, 200, shipped.text)
    const [first, second] = await storedOf(id)
    assert.deepEqual([first?.stockOnHand, second], [7, { stockOnHand: 10, stockAsOf: null }])
    const time = String(first?.stockAsOf)
    const older = new Date(Date.parse(time) - 1).toISOString()
    const entries = (asOf: string) => [
      { variantId: line.variantId, quantity: 10, asOf },
      { variantId: other.variantId, quantity: 9, asOf }
    ]
    const refused = await send(id, entries(older))
    assertProblem(refused, 409, 'STOCK_OUTDATED')
    assert.deepEqual(refused.body.errors, [
      {
        pointer: '/variantStock/0/asOf',
        code: 'STOCK_OUTDATED',
        message: `must not be before the last count, shipment or cancelled shipment, which was at ${time}`,
        current: time
      }
    ])
    assert.equal((await send(id, entries(time))).status, 200)
    assert.deepEqual(await storedOf(id), [
      { stockOnHand: 10, stockAsOf: time },
      { stockOnHand: 9, stockAsOf: time }
    ])
  })
})

describe('variantStock', () => {
  test('of 100 concurrent changes by -1 of a stock of 60, 60 succeed and 40 are refused', async () => {
    const { id, a } = await create(60)
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        patch(id, { ...shapes[index % 2]?.[1], variantStock: [{ variantId: a.id, change: -1 }] })
      )
    )
    const refused = answers.filter(({ status }) => status !== 200)
    assert.equal(refused.length, 40)
    for (const answer of refused) {
      assertProblem(answer, 409, 'INSUFFICIENT_STOCK')
      assert.equal(answer.body.errors[0].current, 0)
    }
    assert.deepEqual(await storedOf(id), [{ stockOnHand: 0, stockAsOf: null }])
  })

  test('of 20 concurrent updates that expect the same stock, one succeeds', async () => {
    const { id, a } = await create(5)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        patch(id, {
          ...shapes[index % 2]?.[1],
          variantStock: [{ variantId: a.id, quantity: 100 + index, expected: 5 }]
        })
      )
    )
    const [won, ...others] = answers.filter(({ status }) => status === 200)
    assert.deepEqual(others, [])
    const [stored] = await storedOf(id)
    assert.equal(stored?.stockOnHand, won?.body.variants[0].stockOnHand)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertProblem(answer, 409, 'STOCK_CONFLICT')
      assert.equal(answer.body.errors[0].current, stored?.stockOnHand)
    }
  })

  test('a count from before the cancellation of a shipment is refused, because it lacks the returned pieces', async () => {
    const order = await testOrder(t, vendor, { quantities: [3], stock: 10 })
    const [line] = order.items
    const id = order.sellables[0]?.productId ?? ''
    const shipment = await ship(t, vendor, { orderId: order.id })
    const [shipped] = await storedOf(id)
    const cancelled = await t.call(`PATCH /vendor/shipments/${shipment.body.id}`, {
      as: vendor.owner,
      body: { status: 'CANCELLED' }
    })
    assert.equal(cancelled.status, 200, cancelled.text)
    const entry = { variantId: line?.variantId, quantity: 7, asOf: shipped?.stockAsOf }
    assertProblem(await patch(id, { variantStock: [entry] }), 409, 'STOCK_OUTDATED')
    assert.equal((await storedOf(id))[0]?.stockOnHand, 10)
  })

  test('an entry that is not an object gets one error', async () => {
    const { body } = await patch(vendor.id, { variantStock: ['x'] })
    assert.deepEqual(
      body.errors.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
      [['/variantStock/0', 'INVALID_TYPE']]
    )
  })

  test('a shipment keeps the time of a later count', async () => {
    const order = await testOrder(t, vendor, { quantities: [3], stock: 10 })
    const [line] = order.items
    const id = order.sellables[0]?.productId ?? ''
    // Up to 5 minutes in the future are accepted.
    const asOf = new Date(Date.now() + 4 * 60_000).toISOString()
    const counted = await patch(id, { variantStock: [{ variantId: line?.variantId, quantity: 10, asOf }] })
    assert.equal(counted.status, 200, counted.text)
    assert.equal((await ship(t, vendor, { orderId: order.id })).status, 200)
    assert.deepEqual(await storedOf(id), [{ stockOnHand: 7, stockAsOf: asOf }])
  })

  const refused: [string, Body, Record<string, string>][] = [
    ['neither quantity nor change', { expected: 1 }, { quantity: 'REQUIRED' }],
    ['quantity and change', { quantity: 1, change: 1 }, { change: 'NOT_ALLOWED' }],
    ['change and expected', { change: 1, expected: 1 }, { expected: 'NOT_ALLOWED' }],
    [
      'null in all fields',
      { quantity: null, change: null, expected: null, asOf: null },
      { quantity: 'REQUIRED', change: 'REQUIRED', expected: 'REQUIRED', asOf: 'REQUIRED' }
    ],
    ['a fraction as change', { change: 0.5 }, { change: 'INVALID_TYPE' }],
    ['a change below the range', { change: -maxStock - 1 }, { change: 'TOO_SMALL' }],
    ['a change above the range', { change: maxStock + 1 }, { change: 'TOO_LARGE' }],
    ['a negative expected stock', { quantity: 1, expected: -1 }, { expected: 'TOO_SMALL' }],
    [
      'a time without a time zone',
      { quantity: 1, asOf: '2020-01-01T00:00:00' },
      { asOf: 'INVALID_TIMESTAMP' }
    ],
    ['a time before 1970', { quantity: 1, asOf: '1969-12-31T23:59:59Z' }, { asOf: 'TOO_SMALL' }],
    [
      'a time of tomorrow',
      { quantity: 1, asOf: new Date(Date.now() + day).toISOString() },
      { asOf: 'TOO_LARGE' }
    ]
  ]
  for (const [title, entry, faults] of refused) {
    test(`with ${title} is a 400`, async () => {
      const { id, a } = await create(5)
      const answer = await patch(id, { variantStock: [{ variantId: a.id, ...entry }] })
      assertFaults(
        answer,
        Object.fromEntries(Object.entries(faults).map(([field, code]) => [`/variantStock/0/${field}`, code]))
      )
    })
  }

  test('has the same results as a simple model, whichever fields are updated with it', async () => {
    const { id, product } = await create(3, 3, 3)
    const [unset, times] = [
      { nil: undefined, freq: 2 },
      [1, 2, 3, 4].map((n) => `2020-01-0${n}T00:00:00.000Z`)
    ]
    const amount = fc.integer({ min: 0, max: 4 })
    const entry = fc
      .tuple(
        fc.oneof(
          fc.record({ quantity: amount, expected: fc.option(amount, unset) }),
          fc.record({ change: fc.integer({ min: -3, max: 3 }) })
        ),
        fc.option(fc.constantFrom(...times), unset)
      )
      .map(([stock, asOf]): Entry => ({ ...stock, asOf }))
    const entries = fc.uniqueArray(fc.tuple(fc.nat(2), entry), {
      minLength: 1,
      maxLength: 3,
      selector: ([index]) => index
    })
    await fc.assert(
      fc.asyncProperty(
        entries,
        fc.constantFrom(...shapes),
        fc.boolean(),
        async (sent, [, others], resets) => {
          if (resets) await t.sql`update variants set stock_as_of = null where product_id = ${id}`
          const before = await storedOf(id)
          const variantStock = sent.map(([index, entry]) => ({
            variantId: product.variants[index]?.id,
            ...entry
          }))
          const answer = await patch(id, { ...others, variantStock })
          const expected = model(before, sent)
          if (expected.errors.length === 0) assert.equal(answer.status, 200, answer.text)
          else {
            assertProblem(answer, 409, String(expected.errors[0]?.split(' ')[1]))
            assert.deepEqual(codesOf(answer), expected.errors)
          }
          assert.deepEqual(await storedOf(id), expected.stored)
        }
      ),
      { numRuns: randomRuns(150) }
    )
  })
})

type Stored = Awaited<ReturnType<typeof storedOf>>
type Entry = { quantity?: number; change?: number; expected?: number | undefined; asOf: string | undefined }

/** A simple model of updates of stock. Returns the errors of the entries and the stock after the update. */
function model(before: Stored, sent: [number, Entry][]): { errors: string[]; stored: Stored } {
  const stored = structuredClone(before)
  const errors: string[] = []
  for (const [position, [index, { quantity, change = 0, expected, asOf }]] of sent.entries()) {
    const row = stored[index]
    assert.ok(row)
    const add = (field: string, code: string) => errors.push(`/variantStock/${position}/${field} ${code}`)
    if (expected !== undefined && expected !== row.stockOnHand) add('expected', 'STOCK_CONFLICT')
    if (row.stockOnHand + change < 0) add('change', 'INSUFFICIENT_STOCK')
    if (asOf && row.stockAsOf && Date.parse(asOf) < Date.parse(row.stockAsOf)) add('asOf', 'STOCK_OUTDATED')
    row.stockOnHand = quantity ?? row.stockOnHand + change
    row.stockAsOf = asOf ?? row.stockAsOf
  }
  return { errors, stored: errors.length > 0 ? before : stored }
}
