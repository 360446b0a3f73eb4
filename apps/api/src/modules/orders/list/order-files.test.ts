import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../../test/app.ts'
import { placeOrder, sellables, sharedOperator, shippingMethod, testOrder } from '../../../../test/orders.ts'
import { ship } from '../../../../test/shipments.ts'
import { insertStoredOrders } from '../../../../test/stored-orders.ts'

let t: TestApp
let vendor: TestVendor
let operator: string
let origin: string
before(async () => {
  t = await testApp()
  vendor = await t.vendor({ commissionPercent: 20 })
  operator = await sharedOperator(t)
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => t.close())

const accept = 'text/csv'
const paths = ['/vendor/orders', '/vendor/purchase-orders', '/vendor/shipments', '/platform/orders'] as const
const tokenFor = (path: string, one = vendor) => (path.startsWith('/platform') ? operator : one.viewer)
const read = (path: string, one = vendor) =>
  t.call(`GET ${path}`, { as: tokenFor(path, one), headers: { accept } })

/** Reads a file without quoted cells, and returns its rows by the names of their columns. */
async function rowsOf(path: string, one = vendor): Promise<Record<string, string>[]> {
  const answer = await read(path, one)
  assert.equal(answer.status, 200, answer.text)
  const [head = '', ...lines] = answer.text.trimEnd().split('\n')
  return lines.map((line) => {
    const cells = line.split(',')
    return Object.fromEntries(head.split(',').map((name, index) => [name, cells[index] ?? '']))
  })
}

const sum = (rows: Record<string, string>[], name: string) =>
  Math.round(rows.reduce((total, row) => total + Number(row[name]), 0) * 100) / 100

suite('the file of a list', () => {
  test('has a row for each line, and columns whose sums are those of the orders', async () => {
    const one = await t.vendor({ commissionPercent: 20 })
    const first = await testOrder(t, one, { quantities: [3, 2], part: { tax: 3.1, discount: 1.6 } })
    await testOrder(t, one, { quantities: [4] })
    const cancellation = { reason: 'OTHER', items: [{ orderItemId: first.items[0]?.id, quantity: 1 }] }
    await t.call(`POST /vendor/orders/${first.id}/cancel`, { as: one.owner, body: cancellation })
    type Sums = Record<string, number> & { net: Record<string, number> }
    for (const path of ['/vendor/orders', '/vendor/purchase-orders']) {
      const rows = await rowsOf(path, one)
      const { body } = await t.call(`GET ${path}`, { as: one.viewer })
      const orders: Sums[] = body.orders ?? body.purchaseOrders
      const total = (of: (order: Sums) => number | undefined) =>
        Math.round(orders.reduce((all, order) => all + (of(order) ?? 0), 0) * 100) / 100
      assert.equal(rows.length, 3)
      const prefix = path.endsWith('purchase-orders') ? 'cost_' : ''
      assert.equal(
        sum(rows, `${prefix}subtotal`),
        total(({ subtotal }) => subtotal)
      )
      assert.equal(
        sum(rows, `net_${prefix}subtotal`),
        total(({ net }) => net.subtotal)
      )
      assert.equal(
        sum(rows, 'order_shipping'),
        total(({ shipping }) => shipping)
      )
      assert.equal(
        sum(rows, 'order_total'),
        total((order) => order.total)
      )
      assert.equal(
        sum(rows, 'order_net_total'),
        total(({ net }) => net.total)
      )
      assert.deepEqual(
        rows.map(({ order_id, sku, quantity_cancelled }) => [order_id === first.id, sku, quantity_cancelled]),
        [
          [false, rows[0]?.sku, '0'],
          [true, first.items[0]?.sku, '1'],
          [true, first.items[1]?.sku, '0']
        ]
      )
    }
    const all = await rowsOf(`/platform/orders?vendorId=${one.id}`)
    assert.deepEqual([sum(all, 'net_cost_subtotal'), sum(all, 'net_subtotal')], [100, 120])
    assert.ok(all.every(({ vendor_id }) => vendor_id === one.id))
  })

  test('has a row for each item of a shipment', async () => {
    const one = await t.vendor()
    const order = await testOrder(t, one, { quantities: [3, 2] })
    const shipped = await ship(t, one, { orderId: order.id, carrier: 'UPS', trackingNumber: '=1Z' })
    const rows = await rowsOf('/vendor/shipments', one)
    assert.deepEqual(
      rows.map((row) => [row.shipment_id, row.po_number, row.sku, row.quantity, row.tracking_number]),
      order.items.map(({ sku, quantity }) => [shipped.body.id, order.poNumber, sku, String(quantity), "'=1Z"])
    )
    assert.deepEqual(await rowsOf('/vendor/shipments?status=DELIVERED', one), [])
    assert.equal((await rowsOf('/vendor/shipments?search=1Z', one)).length, 2)
    assert.equal((await rowsOf(`/vendor/shipments?orderId=${order.id}`, one)).length, 2)
  })

  test('has what the filters of the list select, in its order, and more than a page', async () => {
    const one = await t.vendor()
    const past = new Date(Date.now() - 3_600_000).toISOString()
    const ids = await insertStoredOrders(
      t,
      one.id,
      Array.from({ length: 150 }, (_, index) => ({
        status: index % 3 === 0 ? 'SHIPPED' : 'CONFIRMED',
        sku: `HB-${index % 5}`,
        ...(index % 10 === 1 && { acknowledgeBy: past })
      }))
    )
    assert.deepEqual(
      (await rowsOf('/vendor/orders', one)).map((row) => row.order_id),
      ids
    )
    for (const query of [
      'status=CONFIRMED',
      'late=true',
      'sort=dueAt',
      'late=false',
      `dueBefore=${past}`,
      'search=hb-3',
      'placedAfter=2020-01-01T00:00:00Z&placedBefore=2021-01-01T00:00:00Z',
      'updatedAfter=2020-01-01T00:00:00Z'
    ]) {
      for (const path of ['/vendor/orders', '/vendor/purchase-orders']) {
        const { body } = await t.call(`GET ${path}?${query}&first=100`, { as: one.viewer })
        const rows = await rowsOf(`${path}?${query}`, one)
        assert.equal(rows.length, body.estimatedTotalCount, query)
        const listed = (body.orders ?? body.purchaseOrders).map(({ id }: { id: string }) => id)
        const order = rows.slice(0, 100).map((row) => row.order_id)
        assert.deepEqual(order, listed, query)
      }
      if (/search|updated/.test(query)) continue
      const all = await rowsOf(`/platform/orders?vendorId=${one.id}&${query}`)
      const own = await rowsOf(`/vendor/orders?${query}`, one)
      assert.deepEqual(all.map((row) => row.order_id).sort(), own.map((row) => row.order_id).sort(), query)
    }
  })

  test("has all vendors' parts of the operator's orders, the newest order first", async () => {
    const parts = []
    for (const one of [vendor, await t.vendor()]) {
      const [variant] = await sellables(t, one)
      const shippingMethodId = await shippingMethod(t, one)
      parts.push({
        vendorId: one.id,
        shippingMethodId,
        items: [{ variantId: variant?.id ?? '', quantity: 1 }]
      })
    }
    const placed = (await placeOrder(t, parts)).body
    for (const path of ['/platform/orders', `/platform/orders?search=${placed.orderNumber}`]) {
      const rows = (await rowsOf(path)).slice(0, 2)
      assert.deepEqual(
        rows.map((row) => row.order_id),
        placed.suborders.map(({ id }: { id: string }) => id)
      )
    }
  })

  test('escapes formulas and quotes, and takes filters as text', async () => {
    const one = await t.vendor()
    const [id = ''] = await insertStoredOrders(t, one.id, [{}])
    await t.sql`update order_items set sku = '=1+1', product_name = '@a,"b"' where suborder_id = ${id}`
    assert.match((await read('/vendor/orders', one)).text, /,'=1\+1,"'@a,""b""",/)
    for (const word of [`x' or true --`, `\\'; select 1`, '$1', '%25', `''`]) {
      const answer = await read(`/platform/orders?search=${encodeURIComponent(word)}`)
      assert.deepEqual([answer.status, answer.text.trimEnd().split('\n').length], [200, 1], word)
    }
  })

  for (const path of paths) {
    test(`of ${path} has headers, refuses paging parameters, and is refused to strangers`, async () => {
      const { headers, status } = await read(path)
      assert.equal(status, 200)
      assert.equal(headers['content-type'], 'text/csv; charset=utf-8')
      assert.match(
        headers['content-disposition'] ?? '',
        /^attachment; filename="[a-z-]+-\d{4}-\d\d-\d\d\.csv"$/
      )
      assert.equal(headers['cache-control'], 'no-store')
      assert.match(headers.vary ?? '', /\baccept\b/i)
      assertFaults(await read(`${path}?first=10&after=x`), { first: 'NOT_TOGETHER', after: 'NOT_TOGETHER' })
      const stranger = path.startsWith('/platform') ? vendor.owner : operator
      assert.equal((await t.call(`GET ${path}`, { as: stranger, headers: { accept } })).status, 403)
      assert.equal((await t.call(`GET ${path}`, { headers: { accept } })).status, 401)
      const head = await t.app.inject({
        ...{ method: 'HEAD', url: `/api/v1${path}` },
        headers: { accept, authorization: `Bearer ${tokenFor(path)}` }
      })
      assert.deepEqual([head.statusCode, head.body], [200, ''])
    })
  }

  test('another vendor sees nothing', async () => {
    await testOrder(t, vendor)
    const other = await t.vendor()
    for (const path of paths.slice(0, 3)) assert.deepEqual(await rowsOf(path, other), [])
  })
})

suite('a long file', () => {
  let long: TestVendor
  before(async () => {
    long = await t.vendor()
    const ids = await insertStoredOrders(t, long.id, Array(60).fill({}))
    // Enough to exceed the buffers between the database and the client.
    await t.sql`
      insert into order_items (id, suborder_id, vendor_id, position, variant_id, product_id, product_name, sku, quantity,
        unit_price, unit_cost)
      select uuidv7(), s.id, ${long.id}, n + 1, s.id, s.id, repeat('x', 3000), 'HB-' || n, 1, 2, 1
      from unnest(${ids}::uuid[]) as s (id), generate_series(1, 200) as n`
  })

  const open = (path: string): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${tokenFor(path, long)}`, accept, 'accept-encoding': 'identity' }
    return new Promise((resolve, reject) => {
      get(`${origin}/api/v1${path}`, { headers, agent: false }, resolve).on('error', reject)
    })
  }
  const sessions = async () =>
    (await t.sql`select from pg_stat_activity where datname = current_database() and query like 'copy %'`)
      .length
  const isWaiting = async () => {
    const rows = await t.sql`
      select from pg_stat_activity
      where datname = current_database() and query like 'copy %' and wait_event = 'ClientWrite'`
    return rows.length === 1
  }
  const untilSessions = async (count: number) => {
    while ((await sessions()) !== count) await sleep(20)
  }

  test('waits for a client that reads slowly, and is one snapshot', async () => {
    const answer = await open('/vendor/orders')
    assert.equal(await sessions(), 1)
    // The process holds only what fits into the buffers: the database has to wait with the rest.
    await t.sql`update order_items set sku = 'CHANGED' where vendor_id = ${long.id}`
    while (!(await isWaiting())) await sleep(20)
    const all = await text(answer)
    assert.equal(all.trimEnd().split('\n').length, 60 * 201 + 1)
    assert.ok(!all.includes('CHANGED'))
    await untilSessions(0)
  })

  test('ends its database session if the client disconnects', async () => {
    const answer = await open('/vendor/orders')
    answer.destroy()
    await untilSessions(0)
  })

  test('is refused with 503 beyond 2 files of a vendor, of whatever list', async () => {
    const running = [await open('/vendor/orders'), await open('/vendor/purchase-orders')]
    assertProblem(await read('/vendor/orders', long), 503, 'UNAVAILABLE')
    assertProblem(await read('/vendor/shipments', long), 503, 'UNAVAILABLE')
    assert.equal((await t.call('GET /vendor/orders', { as: long.viewer })).status, 200)
    assert.equal((await read('/vendor/orders')).status, 200)
    for (const answer of running) answer.destroy()
    await untilSessions(0)
    assert.equal((await read('/vendor/shipments', long)).status, 200)
  })
})
