import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { orderStatuses } from '../apps/api/src/modules/orders/fulfil/fulfillment.ts'
import { carriers } from '../apps/api/src/modules/shipments/carriers.ts'
import { type TestApp, testApp } from '../apps/api/test/app.ts'
import { signedIn } from '../apps/api/test/people.ts'
import { readData } from './read-data.ts'
import type { DemoOrder } from './seed-orders.ts'

type Address = { [field: string]: string | null }
type Line = {
  sku: string
  quantity: number
  price: number
  quantityShipped: number
  quantityCancelled: number
}
type Shipment = {
  id: string
  orderId: string
  carrier: string
  trackingNumber: string
  trackingUrl: string | null
  status: string
  shippedAt: string
  deliveredAt: string | null
  createdAt: string
  updatedAt: string
  items: { sku: string; quantity: number }[]
}
type Order = {
  id: string
  orderNumber: string
  status: string
  placedAt: string
  acknowledgedAt: string | null
  createdAt: string
  updatedAt: string
  vendor: Address
  billTo: Address
  shipTo: Address
  subtotal: number
  shipping: number
  tax: number
  discount: number
  total: number
  items: Line[]
  shipments: Shipment[]
  cancellations: { cancelledBy: string; createdAt: string; items: { quantity: number }[] }[]
}

let t: TestApp
const people = { harbor: 'owner@harbor.test', summit: 'owner@summit.test' }
const vendors: { name: string; as: string; orders: Order[]; shipments: Shipment[] }[] = []
let all: Order[]
let demoOrders: DemoOrder[]
before(async () => {
  t = await testApp({ withDemo: true })
  demoOrders = await readData('orders.json')
  for (const [name, email] of Object.entries(people)) {
    const { access_token: as } = await signedIn(t, { email, password: 'purveyor-demo' })
    const listed = await pages<Order>('orders', as)
    const read = await Promise.all(listed.map(({ id }) => answered<Order>(`/vendor/orders/${id}`, as)))
    vendors.push({ name, as, orders: read, shipments: await pages<Shipment>('shipments', as) })
  }
  all = vendors.flatMap(({ orders }) => orders)
})
after(() => t.close())

/** GETs a path and returns the body. Every response is validated against the OpenAPI document. */
async function answered<T>(path: string, as: string): Promise<T> {
  const { status, body, text } = await t.call(`GET ${path}`, { as })
  assert.equal(status, 200, text)
  return body
}

async function pages<T>(list: string, as: string): Promise<T[]> {
  type Page = { [list: string]: T[] } & { pageInfo: { hasNextPage: boolean; endCursor: string } }
  const found: T[] = []
  for (let cursor = ''; ; ) {
    const page = await answered<Page>(`/vendor/${list}?first=20${cursor}`, as)
    found.push(...(page[list] ?? []))
    if (!page.pageInfo.hasNextPage) return found
    cursor = `&after=${encodeURIComponent(page.pageInfo.endCursor)}`
  }
}

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0)

describe("the demo's orders", () => {
  test('exist for both vendors in every status, and at least ten have parts of both', async () => {
    for (const { name, orders } of vendors) {
      for (const status of orderStatuses)
        assert.ok(
          orders.some((one) => one.status === status),
          `${name} ${status}`
        )
    }
    const numbers = new Set(all.map(({ orderNumber }) => orderNumber))
    assert.equal(numbers.size, demoOrders.length)
    assert.ok(numbers.size >= 40 && all.length - numbers.size >= 10)
  })

  test('have deadlines, and some are late', async () => {
    const [harbor] = vendors
    assert.ok(harbor)
    const { orders: late } = await answered<{ orders: Order[] }>('/vendor/orders?late=true', harbor.as)
    assert.ok(late.length > 0)
    const statistics = await answered<{ deadlines: { orders: number; late: number } }>(
      '/vendor/statistics',
      harbor.as
    )
    assert.ok(statistics.deadlines.late > late.length)
    assert.ok(statistics.deadlines.late < statistics.deadlines.orders / 2)
    const events = await t.sql<{ isThen: boolean }[]>`
      select occurred_at = (details ->> 'dueAt')::timestamptz as is_then from events where type = 'order.late'`
    assert.ok(events.length > late.length && events.every(({ isThen }) => isThen))
  })

  test('have shipments in every status, by known carriers and an unknown one', () => {
    const shipments = all.flatMap(({ shipments }) => shipments)
    for (const status of ['SHIPPED', 'IN_TRANSIT', 'DELIVERED', 'CANCELLED']) {
      assert.ok(
        shipments.some((one) => one.status === status),
        status
      )
    }
    const known = new Set(carriers.map(({ code }) => code))
    assert.ok(new Set(shipments.map(({ carrier }) => carrier)).size >= 6)
    for (const { carrier, trackingUrl } of shipments)
      assert.equal(trackingUrl !== null, known.has(carrier), carrier)
    assert.ok(shipments.some(({ trackingUrl }) => trackingUrl === null))
    assert.equal(new Set(shipments.map(({ trackingNumber }) => trackingNumber)).size, shipments.length)
  })

  test('are cancelled completely and partially, by vendor and platform', () => {
    const cancelled = all.flatMap(({ cancellations }) => cancellations)
    assert.deepEqual([...new Set(cancelled.map(({ cancelledBy }) => cancelledBy))].sort(), [
      'PLATFORM',
      'VENDOR'
    ])
    assert.ok(
      all.some(
        ({ status, items }) => status === 'DELIVERED' && items.some((one) => one.quantityCancelled > 0)
      )
    )
  })

  test('have consistent amounts and numbers of shipped and cancelled units', () => {
    for (const order of all) {
      const { subtotal, shipping, tax, discount, total, items, shipments, cancellations } = order
      const cents = (amount: number) => Math.round(amount * 100)
      assert.equal(cents(total), cents(subtotal) + cents(shipping) + cents(tax) - cents(discount))
      assert.equal(cents(subtotal), sum(items.map(({ price, quantity }) => cents(price * quantity))))
      assert.ok(shipping > 0)
      const counted = shipments.filter(({ status }) => status !== 'CANCELLED')
      const shipped = sum(counted.flatMap(({ items }) => items.map(({ quantity }) => quantity)))
      assert.equal(shipped, sum(items.map(({ quantityShipped }) => quantityShipped)))
      const units = sum(cancellations.flatMap(({ items }) => items.map(({ quantity }) => quantity)))
      assert.equal(units, sum(items.map(({ quantityCancelled }) => quantityCancelled)))
    }
  })

  test('have complete addresses in at least ten countries', () => {
    const required = ['addressLine1', 'city', 'zipCode', 'country']
    for (const { vendor, billTo, shipTo } of all) {
      for (const address of [vendor, billTo, shipTo]) {
        assert.ok(address.name || address.company)
        for (const field of required) assert.ok(address[field], `${field} of ${JSON.stringify(address)}`)
      }
      assert.ok(vendor.phone && billTo.phone && vendor.company && billTo.company)
    }
    assert.ok(new Set(all.map(({ shipTo }) => shipTo.country)).size >= 10)
    assert.ok(all.some(({ shipTo }) => /\p{Script=Han}/u.test(shipTo.name ?? '')))
    assert.ok(all.some(({ shipTo }) => (shipTo.company ?? '').length > 100))
  })

  test('were placed in the last five weeks, and all later events are in the past', () => {
    const now = new Date().toISOString()
    for (const { placedAt, createdAt, acknowledgedAt, updatedAt, shipments, cancellations } of all) {
      assert.equal(createdAt, placedAt)
      const timestamps = shipments.flatMap((one) => {
        assert.equal(one.createdAt, one.shippedAt)
        assert.ok(one.deliveredAt === null || one.deliveredAt > one.shippedAt)
        return [one.shippedAt, one.deliveredAt ?? one.updatedAt, one.updatedAt]
      })
      timestamps.push(
        ...cancellations.map(({ createdAt }) => createdAt),
        ...(acknowledgedAt ? [acknowledgedAt] : [])
      )
      for (const timestamp of timestamps) assert.ok(timestamp > placedAt && timestamp < now, timestamp)
      assert.equal(updatedAt, [placedAt, ...timestamps].sort().at(-1))
      for (const { shippedAt } of shipments) assert.ok(acknowledgedAt !== null && acknowledgedAt <= shippedAt)
    }
    const oldest = all.map(({ placedAt }) => Date.parse(placedAt)).sort((a, b) => a - b)[0] ?? 0
    const days = (Date.parse(now) - oldest) / 86_400_000
    assert.ok(days > 33 && days < 35.1, String(days))
  })

  test('are numbered in the order in which they were placed', () => {
    const byTime = [...all]
      .sort((a, b) => (a.placedAt < b.placedAt ? -1 : 1))
      .map(({ orderNumber }) => orderNumber)
    assert.deepEqual(byTime, byTime.toSorted())
  })
})

test('shipments are listed newest first and refer to their orders', () => {
  for (const { orders, shipments } of vendors) {
    const times = shipments.map(({ createdAt }) => createdAt)
    assert.deepEqual(times, times.toSorted().reverse())
    const ofOrders = orders.flatMap((order) => order.shipments.map(({ id }) => [id, order.id]))
    assert.deepEqual(shipments.map(({ id, orderId }) => [id, orderId]).sort(), ofOrders.sort())
  }
})

test('the reserved stock of each variant equals its open units and is not above its stock', async () => {
  const rows = await t.sql`
    select v.sku, v.stock_reserved, v.stock_on_hand, coalesce(open, 0)::integer as open
    from variants v left join (
      select variant_id, sum(quantity - quantity_shipped - quantity_cancelled) as open
      from order_items group by 1) i on i.variant_id = v.id
    where v.stock_reserved <> coalesce(open, 0) or v.stock_reserved > v.stock_on_hand`
  assert.deepEqual([...rows], [])
  const [row] = await t.sql<{ initial: number; left: number }[]>`
    select (select sum(stock_taken)::integer from shipment_items join shipments h on h.id = shipment_id
      where h.status <> 'CANCELLED') as initial, (select sum(quantity_shipped)::integer from order_items) as left`
  assert.equal(row?.initial, row?.left)
})

test('the tallies equal the actual counts', async () => {
  const rows = await t.sql`
    with real as (
      select 'suborders' as list, vendor_id, status, (placed_at at time zone 'UTC')::date as day, count(*) as n
      from suborders group by 2, 3, 4
      union all select 'shipments', vendor_id, status, (created_at at time zone 'UTC')::date, count(*)
      from shipments group by 2, 3, 4
      union all select 'orders', null, '', (placed_at at time zone 'UTC')::date, count(*) from orders group by 4
    ), stored as (
      select list, vendor_id, status, day, sum(change) as n from order_tallies group by 1, 2, 3, 4 having sum(change) <> 0
    )
    (table real except table stored) union all (table stored except table real)`
  assert.deepEqual([...rows], [])
  for (const { as, orders } of vendors) {
    const page = await answered<{ estimatedTotalCount: number }>('/vendor/orders?status=DELIVERED', as)
    assert.equal(page.estimatedTotalCount, orders.filter(({ status }) => status === 'DELIVERED').length)
  }
})

test('the events are complete and in chronological order', async () => {
  for (const { orders, shipments } of vendors) {
    const ids = [...orders, ...shipments].map(({ id }) => id)
    const events = await t.sql<{ type: string; subjectId: string; occurredAt: string }[]>`
      select type, subject_id, occurred_at from events where subject_id = any(${ids}::uuid[]) order by id`
    const times = events.map(({ occurredAt }) => occurredAt)
    assert.deepEqual(times, times.toSorted())
    const countOf = (type: string) => events.filter((one) => one.type === type).length
    assert.equal(countOf('order.placed'), orders.length)
    assert.equal(countOf('shipment.created'), shipments.length)
    assert.equal(countOf('shipment.delivered'), shipments.filter(({ deliveredAt }) => deliveredAt).length)
    assert.equal(
      countOf('order.cancelled'),
      orders.filter(({ cancellations }) => cancellations.length > 0).length
    )
  }
  const unknown = await t.sql`
    select type from events where subject_type in ('order', 'shipment')
      and subject_id not in (select id from suborders union all select id from shipments)`
  assert.deepEqual([...unknown], [])
})

test('the operator can read every order', async () => {
  const { access_token: as } = await signedIn(t, {
    email: 'operator@purveyor.test',
    password: 'purveyor-demo'
  })
  const { orders } = await answered<{ orders: { id: string }[] }>('/platform/orders?first=50', as)
  assert.equal(orders.length, demoOrders.length)
  await Promise.all(orders.map(({ id }) => answered(`/platform/orders/${id}`, as)))
})
