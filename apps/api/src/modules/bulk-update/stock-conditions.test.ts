import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import fc from 'fast-check'
import { assertFaults, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { bulkUpdates, codes, only, statuses, type UpdatedProduct } from '../../../test/bulk-updates.ts'
import { testOrder } from '../../../test/orders.ts'
import { withLocksHeld } from '../../../test/races.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { ship } from '../../../test/shipments.ts'
import { newId } from '../../lib/ids.ts'

let t: TestApp
let vendor: TestVendor
before(async () => {
  t = await testApp()
})
after(() => t.close())

const freshVendor = async () => {
  vendor = await t.vendor()
}
const { create, send, update, read, listEvents } = bulkUpdates(() => ({ t, vendor }))
type Item = { code?: string; [field: string]: unknown }
type Stored = { stockOnHand: number; stockAsOf: string | null }

const [maxStock, day] = [2_147_483_647, 86_400_000]
const time = (n: number) => `2020-01-0${n}T00:00:00.000Z`
const storedOf = async ({ id }: { id: string }) => {
  const rows = await t.sql<Stored[]>`
    select stock_on_hand, stock_as_of from variants where product_id = ${id} order by position`
  return rows.map((row) => ({ ...row }))
}
const setStock = ({ id }: UpdatedProduct, stock: number, asOf: string | null = null) =>
  t.sql`update variants set stock_on_hand = ${stock}, stock_as_of = ${asOf} where product_id = ${id}`

/** What is added to the items of an update. An item that sets another field selects several statements. */
const shapes: [string, Item[]][] = [
  ['one statement', []],
  ['several statements', [{ code: 'UNKNOWN', manufacturer_name: 'Ironvale' }]]
]

describe('a bulk update of stock', () => {
  before(freshVendor)

  test('adds changes, and compares the stock and the time that the items expect', async () => {
    const [a, b, c] = [await create('A', ['A']), await create('B', ['B']), await create('C', ['C'])]
    for (const product of [a, b, c]) await setStock(product, 5, time(2))
    const answer = await update([
      { code: 'A', amount_change: '-5', vendor_price: 3 },
      { product_id: b.id, code: 'B', amount: 7, amount_expected: '5', as_of: '2020-01-02T02:00:00+02:00' },
      { code: 'C', amount_change: 0, as_of: time(3) }
    ])
    assert.deepEqual(statuses(answer), ['UPDATED', 'UPDATED', 'UNCHANGED'])
    assert.equal(only(await read(a.id)).vendorPrice, '3.00')
    assert.deepEqual(await storedOf(a), [{ stockOnHand: 0, stockAsOf: time(2) }])
    assert.deepEqual(await storedOf(b), [{ stockOnHand: 7, stockAsOf: time(2) }])
    assert.deepEqual(await storedOf(c), [{ stockOnHand: 5, stockAsOf: time(3) }])
  })

  test('fails the items that the stock does not allow, each with the current value', async () => {
    const products = await Promise.all(['D', 'E', 'F', 'G', 'H'].map((sku) => create(sku, [sku])))
    for (const product of products) await setStock(product, 5, time(2))
    const answer = await update([
      { code: 'D', amount: 9, amount_expected: 4, vendor_price: 1 },
      { code: 'E', amount_change: -6 },
      { code: 'F', amount: 9, as_of: time(1) },
      { code: 'G', amount_change: maxStock },
      { code: 'H', amount: 9, amount_expected: 0, as_of: time(1) }
    ])
    assert.deepEqual(statuses(answer), Array(5).fill('FAILED'))
    const conflict = {
      code: 'STOCK_CONFLICT',
      field: 'amount_expected',
      message: 'must be equal to the stock on hand, which is 5',
      current: 5
    }
    const outdated = {
      code: 'STOCK_OUTDATED',
      field: 'as_of',
      message: `must not be before the last count, shipment or cancelled shipment, which was at ${time(2)}`,
      current: time(2)
    }
    assert.deepEqual(
      answer.results.map(({ errors }) => errors),
      [
        [conflict],
        [
          {
            code: 'INSUFFICIENT_STOCK',
            field: 'amount_change',
            message: 'must not lower the stock on hand below 0; it is 5',
            current: 5
          }
        ],
        [outdated],
        [
          {
            code: 'TOO_LARGE',
            field: 'amount_change',
            message: `must not raise the stock on hand above ${maxStock}; it is 5`
          }
        ],
        [conflict, outdated]
      ]
    )
    for (const product of products) {
      assert.deepEqual(await storedOf(product), [{ stockOnHand: 5, stockAsOf: time(2) }])
      assert.equal(only(await read(product.id)).vendorPrice, '10.00')
    }
  })

  test('stores the time of a count even if the stock stays, without any visible change', async () => {
    const product = await create('I', ['I'])
    const [before, events] = [await read(product.id), await listEvents()]
    const answer = await update([{ code: 'I', amount: 0, as_of: time(2) }])
    assert.deepEqual(statuses(answer), ['UNCHANGED'])
    assert.deepEqual(await read(product.id), before)
    assert.deepEqual(await storedOf(product), [{ stockOnHand: 0, stockAsOf: time(2) }])
    assert.deepEqual(await listEvents(), events)
  })

  test('fails all items of a variant with several items if one of them has a change', async () => {
    const [j, k] = [await create('J', ['J-1', 'J-2']), await create('K', ['K-1'])]
    await setStock(j, 5)
    const answer = await update([
      { code: 'J-1', amount_change: 1 },
      { code: 'J-2', amount_change: -1 },
      { product_id: j.id, code: 'J-1', vendor_price: 4 },
      { code: 'K-1', amount: 3 },
      { code: 'K-1', amount_change: -100 },
      { product_id: k.id, amount: 2 }
    ])
    assert.deepEqual(codes(answer), [
      'DUPLICATE_TARGET null',
      '',
      'DUPLICATE_TARGET null',
      ...Array(3).fill('DUPLICATE_TARGET null')
    ])
    assert.deepEqual(
      (await storedOf(j)).map(({ stockOnHand }) => stockOnHand),
      [5, 4]
    )
    assert.deepEqual(await storedOf(k), [{ stockOnHand: 0, stockAsOf: null }])
  })

  test('an item that is not valid does not make a change ambiguous', async () => {
    const product = await create('L', ['L'])
    await setStock(product, 5)
    const items = [
      { code: 'L', amount_change: -1 },
      { code: 'L', amount: 'many' },
      { code: 'L', category_ids: newId(), amount: 1 }
    ]
    const answer = await update(items, { error_policy: 'reject_failed_items' })
    assert.deepEqual(statuses(answer).slice(0, 3), ['UPDATED', 'FAILED', 'FAILED'])
    assert.equal((await storedOf(product))[0]?.stockOnHand, 4)
  })

  test('of several items without a change, the last that does not fail is applied', async () => {
    const product = await create('M', ['M'])
    await setStock(product, 5, time(2))
    const answer = await update([
      { code: 'M', amount: 1, amount_expected: 5 },
      { code: 'M', amount: 2, amount_expected: 5 },
      { code: 'M', amount: 3, amount_expected: 2 },
      { code: 'M', amount: 4, as_of: time(1) }
    ])
    assert.deepEqual(statuses(answer), ['SUPERSEDED', 'UPDATED', 'FAILED', 'FAILED'])
    assert.deepEqual(await storedOf(product), [{ stockOnHand: 2, stockAsOf: time(2) }])
  })

  test('of several counts of a variant, the latest is applied, in any sequence', async () => {
    const product = await create('N', ['N'])
    const ascending = await update([
      { code: 'N', amount: 1, as_of: time(1) },
      { code: 'N', amount: 2, as_of: time(2) }
    ])
    assert.deepEqual(statuses(ascending), ['SUPERSEDED', 'UPDATED'])
    const descending = await update([
      { code: 'N', amount: 9, as_of: time(8), amount_expected: 100 },
      { code: 'N', amount: 4, as_of: time(4) },
      { code: 'N', amount: 3, as_of: time(3) }
    ])
    assert.deepEqual(statuses(descending), ['FAILED', 'UPDATED', 'FAILED'])
    assert.deepEqual(codes(descending), ['STOCK_CONFLICT amount_expected', '', 'STOCK_OUTDATED as_of'])
    assert.equal(descending.results[2]?.errors[0]?.current, time(4))
    assert.deepEqual(await storedOf(product), [{ stockOnHand: 4, stockAsOf: time(4) }])
  })

  test('of 100 changes by -1 of a stock of 60, which 20 clients send, 60 succeed and 40 fail', async () => {
    const product = await create('O', ['O'])
    await setStock(product, 60)
    const answers = await Promise.all(
      // Each of 20 clients sends five requests. More concurrent bulk updates would be refused with 503.
      Array.from({ length: 20 }, async () => {
        const own = []
        for (let n = 0; n < 5; n++) own.push(await update([{ code: 'O', amount_change: -1 }]))
        return own
      })
    )
    const failed = answers.flat().filter((answer) => statuses(answer)[0] === 'FAILED')
    assert.equal(failed.length, 40)
    for (const answer of failed) assert.deepEqual(codes(answer), ['INSUFFICIENT_STOCK amount_change'])
    assert.deepEqual(await storedOf(product), [{ stockOnHand: 0, stockAsOf: null }])
  })

  test('compares with the stock that a concurrent request has stored', async () => {
    const product = await create('P', ['P'])
    await setStock(product, 5)
    const answer = await withLocksHeld(t, {
      hold: (tx) => tx`update variants set stock_on_hand = 1 where product_id = ${product.id}`,
      waiting: 1,
      work: () => update([{ code: 'P', amount_change: -2 }])
    })
    assert.deepEqual(codes(answer), ['INSUFFICIENT_STOCK amount_change'])
    assert.equal((await storedOf(product))[0]?.stockOnHand, 1)
  })

  test('a repeated Idempotency-Key never applies a change twice', async () => {
    const product = await create('Q', ['Q'])
    await setStock(product, 5)
    const headers = { 'idempotency-key': newId() }
    const body = { items: [{ code: 'Q', amount_change: -2 }] }
    const call = () => t.call('POST /vendor/products/bulk-update', { as: vendor.owner, headers, body })
    const first = await call()
    const again = await call()
    assert.deepEqual([again.text, again.headers['idempotency-replayed']], [first.text, 'true'])
    assert.equal((await storedOf(product))[0]?.stockOnHand, 3)
  })

  test('refuses a count from before a shipment', async () => {
    const order = await testOrder(t, vendor, { quantities: [3], stock: 10 })
    assert.equal((await ship(t, vendor, { orderId: order.id })).status, 200)
    const [sellable] = order.sellables
    assert.ok(sellable)
    const product = { id: sellable.productId }
    const [stored] = await storedOf(product)
    assert.equal(stored?.stockOnHand, 7)
    const shippedAt = String(stored?.stockAsOf)
    const count = (as_of: string) => update([{ code: sellable.sku, amount: 10, as_of }])
    const older = await count(new Date(Date.parse(shippedAt) - 1).toISOString())
    assert.deepEqual(codes(older), ['STOCK_OUTDATED as_of'])
    assert.deepEqual(statuses(await count(shippedAt)), ['UPDATED'])
    assert.deepEqual(await storedOf(product), [{ stockOnHand: 10, stockAsOf: shippedAt }])
  })
})

describe('a bulk update with stock conditions', () => {
  before(freshVendor)

  test('of 1,000 items of which a third conflicts applies the others', async () => {
    const skus = Array.from({ length: 1_000 }, (_, index) => `S-${index}`)
    await t.sql`
      insert into products (id, vendor_id, sku, slug, name)
      select uuidv7(), ${vendor.id}, sku, ${`${vendor.id}-`} || sku, 'Bolt' from unnest(${skus}::text[]) sku`
    await t.sql`
      insert into variants (id, product_id, vendor_id, position, sku, name, vendor_price, stock_on_hand)
      select uuidv7(), id, vendor_id, 0, sku, name, 1, 10 from products where sku = any(${skus}::text[])`
    const items = skus.map((code, index) => {
      if (index % 3 === 0) return { code, amount: 7, amount_expected: index % 2 ? 9 : 8 }
      return index % 3 === 1 ? { code, amount_change: -1 } : { code, amount: 6, amount_expected: 10 }
    })
    const answer = await update(items)
    assert.deepEqual([answer.updated, answer.failed], [666, 334])
    for (const [index, { status, errors }] of answer.results.entries()) {
      assert.equal(status, index % 3 === 0 ? 'FAILED' : 'UPDATED')
      if (index % 3 === 0) assert.equal(errors[0]?.code, 'STOCK_CONFLICT')
    }
    const rows = await t.sql<{ stockOnHand: number; count: number }[]>`
      select stock_on_hand, count(*)::int from variants where sku = any(${skus}::text[]) group by 1 order by 1`
    assert.deepEqual(
      rows.map(({ stockOnHand, count }) => [stockOnHand, count]),
      [
        [6, 333],
        [9, 333],
        [10, 334]
      ]
    )
  })

  test('is refused if fields of an item exclude each other or are not valid', async () => {
    const tomorrow = new Date(Date.now() + day).toISOString()
    const items = [
      { code: 'A', amount: 1, amount_change: 1 },
      { code: 'A', amount_change: 1, amount_expected: 1 },
      { code: 'A', amount: 1, as_of: tomorrow },
      { code: 'A', as_of: time(1) }
    ]
    assertFaults(await send(items), {
      '/items/0/amount_change': 'NOT_ALLOWED',
      '/items/1/amount_expected': 'NOT_ALLOWED',
      '/items/2/as_of': 'TOO_LARGE',
      '/items/3/amount': 'REQUIRED'
    })
    const answer = await update(items, { error_policy: 'reject_failed_items' })
    assert.deepEqual(codes(answer), [
      'NOT_ALLOWED amount_change',
      'NOT_ALLOWED amount_expected',
      'TOO_LARGE as_of',
      'REQUIRED amount'
    ])
  })

  test('concurrent updates in one statement and in several, in opposite order, cause no deadlock', async () => {
    const products = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create(`DL-${index}`, [`DL-${index}A`, `DL-${index}B`]))
    )
    for (const product of products) await setStock(product, 100)
    const deadlocks = async () =>
      (await t.sql`select deadlocks from pg_stat_database where datname = current_database()`)[0]?.deadlocks
    const before = await deadlocks()
    const offers = products.flatMap(({ variants }) => variants.map(({ sku }) => sku))
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, round) => {
        const items = offers.map((code, index) => ({
          code,
          ...(index % 2 ? { amount_change: -1 } : { vendor_price: round + 1 }),
          ...(round % 2 && { manufacturer_part_number: String(round) })
        }))
        return update(round % 3 ? items : items.toReversed())
      })
    )
    assert.ok(answers.every(({ failed }) => failed === 0))
    assert.equal(await deadlocks(), before)
    for (const product of products)
      assert.deepEqual(
        (await storedOf(product)).map(({ stockOnHand }) => stockOnHand),
        [100, 84]
      )
  })

  test('has the same results as a simple model, in one statement and in several, and as a dry run', async () => {
    const products = [await create('X', ['X-1']), await create('Y', ['Y-1', 'Y-2'])]
    const skus = ['X-1', 'Y-1', 'Y-2']
    const stored = async () => {
      const rows = (await Promise.all(products.map(storedOf))).flat()
      return new Map(skus.map((sku, index) => [sku, rows[index] as Stored]))
    }
    const versions = async () =>
      (await Promise.all(products.map(({ id }) => read(id)))).flatMap(({ variants }) =>
        variants.map(({ updatedAt }) => String(updatedAt))
      )
    const amount = fc.integer({ min: 0, max: 3 })
    const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined, freq: 2 })
    const stock: fc.Arbitrary<object> = fc.oneof(
      { weight: 3, arbitrary: fc.record({ amount, amount_expected: maybe(amount) }) },
      { weight: 1, arbitrary: fc.record({ amount_change: fc.integer({ min: -3, max: 3 }) }) }
    )
    const item = fc
      .tuple(fc.constantFrom('X', ...skus, ...skus, 'Y'), stock, maybe(fc.constantFrom(1, 2, 3, 4)))
      .map(([code, fields, n]): Item => ({ code, ...fields, as_of: n && time(n) }))
    await fc.assert(
      fc.asyncProperty(
        fc.array(item, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(...shapes),
        fc.boolean(),
        async (items, [, others], resets) => {
          if (resets) await t.sql`update variants set stock_as_of = null where vendor_id = ${vendor.id}`
          const [before, versionsBefore] = [await stored(), await versions()]
          const expected = model(before, items)
          for (const [, one] of shapes) {
            const dry = await update([...items, ...one], { dry_run: true })
            assert.deepEqual(codes(dry).slice(0, items.length), expected.codes)
            assert.deepEqual(statuses(dry).slice(0, items.length), expected.statuses)
          }
          assert.deepEqual(await stored(), before)
          const real = await update([...items, ...others])
          assert.deepEqual(codes(real).slice(0, items.length), expected.codes)
          assert.deepEqual(statuses(real).slice(0, items.length), expected.statuses)
          assert.deepEqual(await stored(), expected.stored)
          const isRaised = (await versions()).map((version, index) => version > String(versionsBefore[index]))
          const isChanged = skus.map(
            (sku) => expected.stored.get(sku)?.stockOnHand !== before.get(sku)?.stockOnHand
          )
          assert.deepEqual(isRaised, isChanged)
        }
      ),
      { numRuns: randomRuns(120) }
    )
  })
})

type Prepared = {
  sku: string
  amount?: number
  amount_change?: number
  amount_expected?: number
  as_of?: string
}

/**
 * A simple model of bulk updates of stock. It applies the items one after the other. An item replaces the
 * earlier ones of its target completely, and `amount_expected` refers to the stock before the update.
 */
function model(before: Map<string, Stored>, items: Item[]) {
  const stored = structuredClone(before)
  const codes = items.map(() => '')
  const statuses = items.map(() => 'FAILED')
  const targetOf = ({ code = '' }: Item) => (code === 'X' ? 'X-1' : code)
  const isRepeated = (item: Item) => {
    const same = items.filter((other) => targetOf(other) === targetOf(item))
    return same.length > 1 && same.some(({ amount_change }) => amount_change !== undefined)
  }
  const last = new Map<string, number>()
  const lastCount = new Map([...before].map(([sku, { stockAsOf }]) => [sku, stockAsOf]))
  for (const [index, item] of items.entries()) {
    const {
      sku,
      amount,
      amount_change = 0,
      amount_expected,
      as_of
    } = {
      ...item,
      sku: targetOf(item)
    } as Prepared
    const [old, counted] = [before.get(sku), lastCount.get(sku)]
    if (!old) codes[index] = 'VARIANT_REQUIRED code'
    else if (isRepeated(item)) codes[index] = 'DUPLICATE_TARGET null'
    else {
      const found: string[] = []
      if (amount_expected !== undefined && amount_expected !== old.stockOnHand)
        found.push('STOCK_CONFLICT amount_expected')
      if (old.stockOnHand + amount_change < 0) found.push('INSUFFICIENT_STOCK amount_change')
      if (as_of && counted && as_of < counted) found.push('STOCK_OUTDATED as_of')
      codes[index] = found.join(', ')
      if (found.length > 0) continue
      const earlier = last.get(sku)
      if (earlier !== undefined) statuses[earlier] = 'SUPERSEDED'
      last.set(sku, index)
      const stockOnHand = amount ?? old.stockOnHand + amount_change
      statuses[index] = stockOnHand === old.stockOnHand ? 'UNCHANGED' : 'UPDATED'
      stored.set(sku, { stockOnHand, stockAsOf: as_of ?? old.stockAsOf })
      if (as_of) lastCount.set(sku, as_of)
    }
  }
  return { codes, statuses, stored }
}
