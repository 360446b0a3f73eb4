import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { placeOrder, sellables, shippingMethod, type TestOrder } from '../../../test/orders.ts'
import { randomRuns } from '../../../test/random-runs.ts'
import { adjust, endPeriods } from '../../../test/statements.ts'
import { closeStatements } from './close-statements.ts'

let t: TestApp
let operator: string
let vendors: TestVendor[]
before(async () => {
  t = await testApp()
  operator = await t.operator('ADMIN')
  vendors = [await t.vendor(), await t.vendor(), await t.vendor()]
})
after(() => t.close())

/** A random step. Numbers select an order, a line or a shipment, modulo their count. */
type Step =
  | { do: 'ship'; order: number; quantities: number[] }
  | { do: 'shipSeveral'; orders: number[]; quantity: number }
  | { do: 'cancelShipment'; shipment: number }
  | { do: 'deliver'; shipment: number }
  | { do: 'cancelRest'; order: number }
  | { do: 'adjust'; vendor: number; cents: number }
  | { do: 'close'; vendors: number[] }

const index = fc.nat(99)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('ship' as const),
      order: index,
      quantities: fc.array(fc.nat(3), { minLength: 2, maxLength: 2 })
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('shipSeveral' as const),
      orders: fc.array(index, { minLength: 1, maxLength: 4 }),
      quantity: fc.integer({ min: 1, max: 2 })
    })
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('cancelShipment' as const), shipment: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('deliver' as const), shipment: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancelRest' as const), order: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('adjust' as const),
      vendor: index,
      cents: fc.integer({ min: -9999, max: 9999 })
    })
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('close' as const),
      vendors: fc.array(index, { minLength: 1, maxLength: 3 })
    })
  }
)
const order = fc.record({
  vendor: index,
  /** In ten thousandths. */
  cost: fc.integer({ min: 0, max: 99_999 }),
  quantities: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 2 }),
  charge: fc.integer({ min: 0, max: 999 })
})

type Order = TestOrder & { vendor: TestVendor }
type State = { orders: Order[]; shipments: { id: string; vendor: TestVendor }[] }

function at<T>(list: T[], index: number): T {
  const value = list[index % list.length]
  if (value === undefined) throw new Error('The list is empty')
  return value
}

async function place({
  vendor: n,
  cost,
  quantities,
  charge
}: {
  vendor: number
  cost: number
  quantities: number[]
  charge: number
}): Promise<Order> {
  const vendor = at(vendors, n)
  const goods = await sellables(t, vendor, {
    stock: quantities.map(() => 100),
    variant: { vendorPrice: (cost / 10_000).toFixed(4) }
  })
  const shippingMethodId = await shippingMethod(t, vendor, {
    countryRates: [{ countryCode: 'US', flatRate: (charge / 100).toFixed(2) }]
  })
  const items = goods.map(({ id }, index) => ({ variantId: id, quantity: quantities[index] ?? 1 }))
  const { body, text } = await placeOrder(t, [{ vendorId: vendor.id, shippingMethodId, items }])
  assert.ok(body.suborders, text)
  const [{ id, poNumber }] = body.suborders
  const lines = await t.sql<TestOrder['items']>`
    select id, variant_id, sku, quantity from order_items where suborder_id = ${id} order by position`
  return {
    vendor,
    id,
    poNumber,
    orderId: body.id,
    orderNumber: body.orderNumber,
    items: [...lines],
    sellables: goods
  }
}

/** Runs a step. Steps that the state doesn't allow are refused by the service, and must then change nothing. */
async function run({ orders, shipments }: State, step: Step): Promise<void> {
  const parcel = { carrier: 'UPS', trackingNumber: '1Z' }
  switch (step.do) {
    case 'ship': {
      const { id, vendor, items } = at(orders, step.order)
      const quantities = items.map(({ id }, n) => ({ orderItemId: id, quantity: step.quantities[n] ?? 0 }))
      const sent = quantities.filter(({ quantity }) => quantity > 0)
      const body = { orderId: id, ...parcel, ...(sent.length > 0 && { items: sent }) }
      const answer = await t.call('POST /vendor/shipments', { as: vendor.owner, body })
      if (answer.status === 200) shipments.push({ id: answer.body.id, vendor })
      else assert.ok([400, 409].includes(answer.status), answer.text)
      return
    }
    case 'shipSeveral': {
      const { vendor } = at(orders, step.orders[0] ?? 0)
      const own = step.orders.map((n) => at(orders, n)).filter((order) => order.vendor === vendor)
      const body = {
        shipments: own.map(({ id, items }) => ({
          ...{ orderId: id, ...parcel },
          items: [{ orderItemId: at(items, 0).id, quantity: step.quantity }]
        }))
      }
      const answer = await t.call('POST /vendor/shipments/bulk', { as: vendor.owner, body })
      assert.equal(answer.status, 200, answer.text)
      for (const { id } of answer.body.results) if (id) shipments.push({ id, vendor })
      return
    }
    case 'cancelShipment':
    case 'deliver': {
      if (shipments.length === 0) return
      const { id, vendor } = at(shipments, step.shipment)
      const status = step.do === 'deliver' ? 'DELIVERED' : 'CANCELLED'
      const answer = await t.call(`PATCH /vendor/shipments/${id}`, { as: vendor.owner, body: { status } })
      assert.ok([200, 409].includes(answer.status), answer.text)
      return
    }
    case 'cancelRest': {
      const { id, vendor } = at(orders, step.order)
      await t.call(`POST /vendor/orders/${id}/cancel`, { as: vendor.owner, body: { reason: 'OTHER' } })
      return
    }
    case 'adjust': {
      const { id } = at(vendors, step.vendor)
      const answer = await adjust(t, operator, id, {
        amount: (step.cents / 100).toFixed(2),
        reason: 'Random'
      })
      assert.equal(answer.status, step.cents === 0 ? 400 : 200, answer.text)
      return
    }
    case 'close': {
      await endPeriods(
        t,
        step.vendors.map((n) => at(vendors, n).id)
      )
      await Promise.all([closeStatements(t.sql), closeStatements(t.sql)])
    }
  }
}

/**
 * Asserts, in one snapshot, that the lines of orders add up to the cost of what is shipped at this moment, with the
 * charges, and that those of each order line add up to its part.
 */
async function assertBalanced(): Promise<void> {
  const differences = await t.sql`
    with owed as (
      select suborder_id, id as order_item_id, quantity_shipped as units, round(unit_cost * quantity_shipped, 2) as amount
      from order_items
      union all
      select s.id, null, null, case when sum(i.quantity_shipped) > 0 then s.shipping else 0 end
      from suborders s join order_items i on i.suborder_id = s.id group by s.id
    ), recorded as (
      select suborder_id, order_item_id, sum(quantity) as units, sum(amount) as amount
      from statement_lines where suborder_id is not null group by 1, 2
    )
    select o.*, r.* from owed o full join recorded r
      on r.suborder_id = o.suborder_id and r.order_item_id is not distinct from o.order_item_id
    where coalesce(o.amount, 0) <> coalesce(r.amount, 0) or coalesce(o.units, 0) <> coalesce(r.units, 0)`
  assert.deepEqual([...differences], [])
}

/** Asserts that each line before the open period is in exactly one statement, whose sums are those of its lines. */
async function assertStatements(): Promise<void> {
  const misplaced = await t.sql`
    select l.id, count(s.id) as statements
    from statement_lines l join statement_periods p on p.vendor_id = l.vendor_id
      left join statements s on s.vendor_id = l.vendor_id and s.currency = l.currency
        and l.recorded_at >= s.period_start and l.recorded_at < s.period_end
    group by l.id, l.recorded_at, p.starts_at
    having count(s.id) <> case when l.recorded_at < p.starts_at then 1 else 0 end`
  assert.deepEqual([...misplaced], [])
  const wrong = await t.sql`
    select s.number, s.closing_balance, l.amount
    from statements s
      left join lateral (
        select coalesce(sum(amount), 0) as amount, count(*) as lines,
          coalesce(sum(amount) filter (where kind = 'ITEM'), 0) as items,
          coalesce(sum(amount) filter (where kind = 'SHIPPING'), 0) as shipping
        from statement_lines l where l.vendor_id = s.vendor_id and l.currency = s.currency
          and l.recorded_at >= s.period_start and l.recorded_at < s.period_end) l on true
      left join statements before on before.vendor_id = s.vendor_id and before.number = s.number - 1
    where s.opening_balance <> least(coalesce(before.closing_balance, 0), 0) or s.line_count <> l.lines
      or s.closing_balance <> s.opening_balance + l.amount or s.items <> l.items or s.shipping <> l.shipping`
  assert.deepEqual([...wrong], [])
  const gaps = await t.sql`
    select vendor_id from statements group by 1 having max(number) <> count(*) or min(number) <> 1`
  assert.deepEqual([...gaps], [])
}

const readLines = () => t.sql`select to_json(l)::text as line from statement_lines l order by id`

test('whatever is shipped, cancelled and adjusted while periods close, each amount is in one statement', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(order, { minLength: 2, maxLength: 4 }),
      fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 10 }),
      async (newOrders, batches) => {
        const state: State = { orders: [], shipments: [] }
        for (const one of newOrders) state.orders.push(await place(one))
        const seen = new Set<string>()
        for (const steps of batches) {
          await Promise.all([...steps.map((step) => run(state, step)), assertBalanced(), assertStatements()])
          // No line that was seen before has changed or is missing.
          const lines = new Set((await readLines()).map(({ line }) => line as string))
          for (const line of seen) assert.ok(lines.has(line), line)
          for (const line of lines) seen.add(line)
        }
        await endPeriods(
          t,
          vendors.map(({ id }) => id)
        )
        await Promise.all([closeStatements(t.sql), closeStatements(t.sql)])
        await assertBalanced()
        await assertStatements()
        const [open] = await t.sql`
          select count(*)::integer as n from statement_lines l join statement_periods p using (vendor_id)
          where l.recorded_at >= p.starts_at`
        assert.equal(open?.n, 0)
      }
    ),
    { numRuns: randomRuns(60), endOnFailure: true }
  )
})
