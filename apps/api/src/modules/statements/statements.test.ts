import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { testOrder } from '../../../test/orders.ts'
import { ship } from '../../../test/shipments.ts'
import { adjust, closePeriod, endPeriods } from '../../../test/statements.ts'
import { newId } from '../../lib/ids.ts'
import { closeStatements } from './close-statements.ts'

let t: TestApp
let operator: string
let vendor: TestVendor
before(async () => {
  t = await testApp()
  operator = await t.operator('ADMIN')
  vendor = await t.vendor()
})
after(() => t.close())

const get = (path: string, as = vendor.viewer) => t.call(`GET /vendor/statements${path}`, { as })
const platform = (path: string, as = operator) => t.call(`GET /platform/statements${path}`, { as })
const csv = (path: string, as = vendor.viewer) =>
  t.call(`GET ${path}`, { as, headers: { accept: 'text/csv' } })
/** Splits CSV without quoted cells into rows. */
const cells = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((row) => row.split(','))

suite('statements of the vendor', () => {
  test('a closed period has a statement with the sums of its lines', async () => {
    const order = await testOrder(t, vendor, { quantities: [3, 2] })
    const shipment = await ship(t, vendor, { orderId: order.id })
    await adjust(t, operator, vendor.id, { amount: '-5.10', reason: 'Damaged parcel' })
    const [statement, ...others] = await closePeriod(t, vendor)
    assert.deepEqual(others, [])
    const { id, periodStart, periodEnd, firstDay, lastDay, closedAt, ...rest } = statement
    assert.deepEqual(rest, {
      ...{ number: 1, vendorId: vendor.id, vendorName: rest.vendorName, timeZone: 'UTC', currency: 'USD' },
      ...{ openingBalance: '0.00', itemTotal: '62.50', shippingTotal: '8.90', adjustmentTotal: '-5.10' },
      ...{ closingBalance: '66.30', amountDue: '66.30', lineCount: 4 },
      ...{ status: 'CLOSED', paidAt: null, reference: null }
    })
    assert.match(periodStart, /-01T00:00:00.000Z$/)
    assert.deepEqual([firstDay, lastDay], [periodStart.slice(0, 10), periodEnd.slice(0, 10)])
    assert.ok(closedAt >= periodEnd)
    const read = await get(`/${id}`)
    assert.deepEqual(read.body, statement)
    const again = await t.call(`GET /vendor/statements/${id}`, {
      as: vendor.viewer,
      headers: { 'if-none-match': read.headers.etag ?? '' }
    })
    assert.equal(again.status, 304)

    const { lines, pageInfo } = (await get(`/${id}/lines`)).body
    assert.equal(pageInfo.hasNextPage, false)
    const ofOrder = { orderId: order.id, orderNumber: order.orderNumber, poNumber: order.poNumber }
    const ofLine = (index: number, quantity: number, amount: string) => ({
      ...{
        id: lines[index].id,
        kind: 'ITEM',
        recordedAt: lines[0].recordedAt,
        currency: 'USD',
        amount,
        quantity
      },
      ...{ unitCost: '12.50', ...ofOrder, orderItemId: order.items[index]?.id, sku: order.items[index]?.sku },
      ...{ productName: 'Hex bolt M8', shipmentId: shipment.body.id, reason: null }
    })
    const none = { quantity: null, unitCost: null, orderItemId: null, sku: null, productName: null }
    assert.deepEqual(lines, [
      ofLine(0, 3, '37.50'),
      ofLine(1, 2, '25.00'),
      {
        ...{
          id: lines[2].id,
          kind: 'SHIPPING',
          recordedAt: lines[0].recordedAt,
          currency: 'USD',
          amount: '8.90'
        },
        ...{ ...none, ...ofOrder, shipmentId: shipment.body.id, reason: null }
      },
      {
        ...{
          id: lines[3].id,
          kind: 'ADJUSTMENT',
          recordedAt: lines[3].recordedAt,
          currency: 'USD',
          amount: '-5.10'
        },
        ...{
          ...none,
          orderId: null,
          orderNumber: null,
          poNumber: null,
          shipmentId: null,
          reason: 'Damaged parcel'
        }
      }
    ])
  })

  test('the open period is previewed with its lines, and is empty after it was closed', async () => {
    const own = await t.vendor()
    const before = (await get('/open', own.viewer)).body
    assert.deepEqual(before.balances, [])
    assert.ok(before.periodStart <= new Date().toISOString() && before.periodEnd > new Date().toISOString())
    assert.deepEqual((await get('/open/lines', own.viewer)).body.lines, [])
    assert.equal(
      (await csv('/vendor/statements/open/lines', own.viewer)).text.trimEnd().split('\n').length,
      1
    )
    const order = await testOrder(t, own, { quantities: [2] })
    await ship(t, own, { orderId: order.id })
    assert.deepEqual((await get('/open', own.viewer)).body, {
      ...before,
      balances: [
        {
          ...{ currency: 'USD', openingBalance: '0.00', itemTotal: '25.00', shippingTotal: '8.90' },
          ...{ adjustmentTotal: '0.00', closingBalance: '33.90', amountDue: '33.90', lineCount: 2 }
        }
      ]
    })
    const { lines } = (await get('/open/lines', own.viewer)).body
    assert.deepEqual(
      lines.map(({ amount }: { amount: string }) => amount),
      ['25.00', '8.90']
    )
    const rows = cells((await csv('/vendor/statements/open/lines', own.viewer)).text)
    assert.deepEqual(
      rows.slice(1).map((row) => [row[0], row[9]]),
      [
        ['', '25.00'],
        ['', '8.90']
      ]
    )
    const [statement] = await closePeriod(t, own)
    assert.equal(statement.closingBalance, '33.90')
    const open = (await get('/open', own.viewer)).body
    assert.deepEqual([open.balances, open.periodStart], [[], statement.periodEnd])
  })

  test('a negative balance is carried over until it is made up, and a period without lines or balance has no statement', async () => {
    const own = await t.vendor()
    await adjust(t, operator, own.id, { amount: '-10', reason: 'Fine' })
    await closePeriod(t, own)
    const preview = (await get('/open', own.viewer)).body.balances
    assert.deepEqual([preview[0].openingBalance, preview[0].amountDue], ['-10.00', '0.00'])
    await closePeriod(t, own)
    await adjust(t, operator, own.id, { amount: '12.50', reason: 'Refund' })
    await closePeriod(t, own)
    await closePeriod(t, own)
    await adjust(t, operator, own.id, { amount: '1', reason: 'More' })
    const statements = await closePeriod(t, own)
    assert.deepEqual(
      statements.map(({ number, openingBalance, closingBalance, amountDue, lineCount }) => [
        ...[number, openingBalance, closingBalance, amountDue, lineCount]
      ]),
      [
        [4, '0.00', '1.00', '1.00', 1],
        [3, '-10.00', '2.50', '2.50', 1],
        [2, '-10.00', '-10.00', '0.00', 0],
        [1, '0.00', '-10.00', '0.00', 1]
      ]
    )
    // The fourth period had neither lines nor a balance, so the fifth doesn't begin where the third has ended.
    assert.ok(statements[0].periodStart > statements[1].periodEnd)
    assert.equal(statements[1].periodStart, statements[2].periodEnd)
  })

  test('lists are paged, and filtered by status', async () => {
    const own = await t.vendor()
    for (let n = 0; n < 3; n++) {
      await adjust(t, operator, own.id, { amount: n + 1, reason: 'Credit' })
      await closePeriod(t, own)
    }
    const first = (await get('?first=2', own.viewer)).body
    const second = (await get(`?first=2&after=${first.pageInfo.endCursor}`, own.viewer)).body
    const numbers = ({ statements }: { statements: { number: number }[] }) =>
      statements.map(({ number }) => number)
    assert.deepEqual([numbers(first), numbers(second)], [[3, 2], [1]])
    assert.deepEqual([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage], [true, false])
    const body = { reference: 'P-1', paidAt: '2026-01-02T00:00:00Z' }
    await t.call(`POST /platform/statements/${second.statements[0].id}/paid`, { as: operator, body })
    assert.deepEqual(numbers((await get('?status=PAID', own.viewer)).body), [1])
    assert.deepEqual(numbers((await get('?status=CLOSED', own.viewer)).body), [3, 2])
    assertFaults(await get('?status=OPEN&first=0', own.viewer), { status: 'NOT_ALLOWED', first: 'TOO_SMALL' })
    const { id } = first.statements[0]
    await adjust(t, operator, own.id, { amount: 1, reason: 'a' })
    await adjust(t, operator, own.id, { amount: 2, reason: 'b' })
    await adjust(t, operator, own.id, { amount: 3, reason: 'c' })
    const lines = async (query: string) => (await get(`/open/lines?${query}`, own.viewer)).body
    const page = await lines('first=2')
    assert.deepEqual(
      page.lines.map(({ reason }: { reason: string }) => reason),
      ['a', 'b']
    )
    const next = await lines(`after=${page.pageInfo.endCursor}`)
    assert.deepEqual(
      next.lines.map(({ reason }: { reason: string }) => reason),
      ['c']
    )
    const back = await lines(`last=1&before=${next.pageInfo.startCursor}`)
    assert.deepEqual(
      back.lines.map(({ reason }: { reason: string }) => reason),
      ['b']
    )
    // A cursor of another list is refused.
    assertProblem(
      await get(`/${id}/lines?after=${page.pageInfo.endCursor}`, own.viewer),
      400,
      'INVALID_CURSOR'
    )
  })

  test('all lines are returned as CSV, with formulas escaped', async () => {
    const own = await t.vendor()
    const order = await testOrder(t, own, {
      quantities: [2],
      product: { name: '=HYPERLINK("http://evil.example")' }
    })
    await ship(t, own, { orderId: order.id })
    await adjust(t, operator, own.id, { amount: '-1.20', reason: '+1 "quoted", with comma' })
    const [{ id }] = await closePeriod(t, own)
    const answer = await csv(`/vendor/statements/${id}/lines`, own.viewer)
    assert.equal(answer.headers['content-type'], 'text/csv; charset=utf-8')
    assert.equal(answer.headers['content-disposition'], 'attachment; filename="statement-1.csv"')
    assert.equal(answer.headers.vary?.includes('Accept'), true)
    const lines = await t.sql<{ at: string; shipmentId: string }[]>`
      select recorded_at as at, shipment_id from statement_lines where vendor_id = ${own.id} order by recorded_at, id`
    const { orderNumber, poNumber } = order
    const name = `"'=HYPERLINK(""http://evil.example"")"`
    assert.equal(
      answer.text,
      [
        'statement,recorded_at,kind,order_number,po_number,sku,product,quantity,unit_cost,amount,currency,shipment_id,reason',
        `1,${lines[0]?.at},ITEM,${orderNumber},${poNumber},${order.items[0]?.sku},${name},2,12.50,25.00,USD,${lines[0]?.shipmentId},`,
        `1,${lines[1]?.at},SHIPPING,${orderNumber},${poNumber},,,,,8.90,USD,${lines[1]?.shipmentId},`,
        `1,${lines[2]?.at},ADJUSTMENT,,,,,,,-1.20,USD,,"'+1 ""quoted"", with comma"`,
        ''
      ].join('\n')
    )
    const both = await t.call(`GET /vendor/statements/${id}/lines?first=2`, {
      as: own.viewer,
      headers: { accept: 'text/csv' }
    })
    assertFaults(both, { first: 'NOT_TOGETHER' })
    const head = await t.app.inject({
      method: 'HEAD',
      url: `/api/v1/vendor/statements/${id}/lines`,
      headers: { authorization: `Bearer ${own.viewer}`, accept: 'text/csv' }
    })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
  })

  test('only members of the vendor read its statements', async () => {
    const [{ id }] = await closePeriod(t, vendor)
    const stranger = await t.vendor()
    for (const path of ['', '/open', '/open/lines', `/${id}`, `/${id}/lines`, `/${id}/document`]) {
      assertProblem(await t.call(`GET /vendor/statements${path}`), 401, 'UNAUTHENTICATED')
      assertProblem(await get(path, operator), 403, 'NO_MEMBERSHIP')
      if (path.includes(id)) {
        assertProblem(await get(path, stranger.owner), 404, 'NOT_FOUND')
        assertProblem(await csv(`/vendor/statements${path}`, stranger.owner), 404, 'NOT_FOUND')
        assertProblem(await get(path.replace(id, newId()), vendor.owner), 404, 'NOT_FOUND')
        assertFaults(await get(path.replace(id, '7'), vendor.owner), { id: 'INVALID_UUID' })
      }
    }
    assert.deepEqual((await get('', stranger.owner)).body.statements, [])
  })
})

suite('statements for the operator', () => {
  test('the list has the statements of all vendors, with filters', async () => {
    const [one, other] = [await t.vendor(), await t.vendor()]
    await adjust(t, operator, one.id, { amount: 5, reason: 'Credit' })
    await adjust(t, operator, other.id, { amount: -5, reason: 'Fine' })
    const [due] = await closePeriod(t, one)
    const [owed] = await closePeriod(t, other)
    const ids = async (query: string) => {
      const { body, text } = await platform(`?first=100${query}`)
      assert.ok(body.statements, text)
      return body.statements.map(({ id }: { id: string }) => id) as string[]
    }
    const all = await ids('')
    assert.ok(all.includes(due.id) && all.includes(owed.id))
    assert.deepEqual(await ids(`&vendorId=${one.id}`), [due.id])
    assert.deepEqual(await ids(`&vendorId=${one.id}&isDue=false`), [])
    assert.deepEqual(await ids(`&vendorId=${other.id}&isDue=false&status=CLOSED`), [owed.id])
    const toPay = await ids('&status=CLOSED&isDue=true')
    assert.ok(toPay.includes(due.id) && !toPay.includes(owed.id))
    assert.deepEqual(await ids(`&period=${due.firstDay}&vendorId=${one.id}`), [due.id])
    assert.deepEqual(await ids(`&period=${due.lastDay}&vendorId=${one.id}`), [due.id])
    assert.deepEqual(await ids(`&period=2020-02-29&vendorId=${one.id}`), [])
    assertFaults(await platform('?period=2026-02-30'), { period: 'INVALID_DATE' })
    assertFaults(await platform('?period=0000-01-01'), { period: 'INVALID_DATE' })
    assertFaults(await platform('?period=today&isDue=1&vendorId=7&status=DUE&sort=x'), {
      ...{ period: 'INVALID_FORMAT', isDue: 'INVALID_TYPE', vendorId: 'INVALID_UUID', status: 'NOT_ALLOWED' },
      sort: 'UNKNOWN_PARAMETER'
    })
    assert.deepEqual((await platform(`/${due.id}`)).body, due)
    assert.equal((await platform(`/${due.id}/lines`)).body.lines[0].reason, 'Credit')
    assert.match(
      (await csv(`/platform/statements/${due.id}/lines`, operator)).text,
      /,ADJUSTMENT,.*,Credit\n$/
    )
  })

  test('a period long before or after all statements has none', async () => {
    for (const day of ['0001-01-01', '0001-01-02', '9999-12-01', '9999-12-31']) {
      const { status, body } = await t.call(`GET /platform/statements?period=${day}`, { as: operator })
      assert.deepEqual([status, body.statements], [200, []], day)
      const file = await t.call(`GET /platform/statements/lines?period=${day}`, { as: operator })
      assert.deepEqual([file.status, file.text.trimEnd().split('\n').length], [200, 1], day)
    }
  })

  test('the days of a period are those of its time zone', async () => {
    const own = await t.vendor()
    await t.call('PATCH /platform/settings', { as: operator, body: { timeZone: 'Pacific/Auckland' } })
    await adjust(t, operator, own.id, { amount: 5, reason: 'Credit' })
    await t.sql`
      update statement_periods set starts_at = '2026-02-28T11:00:00Z', ends_at = '2026-03-31T11:00:00Z'
      where vendor_id = ${own.id}`
    await closeStatements(t.sql)
    await t.call('PATCH /platform/settings', { as: operator, body: { timeZone: 'UTC' } })
    // The line was recorded later, so it belongs to the period of today, which is still open.
    assert.deepEqual((await get('', own.viewer)).body.statements, [])
    await adjust(t, operator, own.id, { amount: -5, reason: 'Charge' })
    const [row] = await t.sql<{ id: string }[]>`
      insert into statements (vendor_id, number, currency, period_start, period_end, time_zone, opening_balance, items,
        shipping, adjustments, line_count)
      values (${own.id}, 1, 'USD', '2026-02-28T11:00:00Z', '2026-03-31T11:00:00Z', 'Pacific/Auckland', 0, 1, 0, 0, 0)
      returning id`
    const { body } = await platform(`/${row?.id}`)
    assert.deepEqual(
      [body.firstDay, body.lastDay, body.timeZone],
      ['2026-03-01', '2026-03-31', 'Pacific/Auckland']
    )
    const counts = await Promise.all(
      ['2026-02-28', '2026-03-01', '2026-03-31', '2026-04-01'].map(async (day) => {
        const { body } = await platform(`?period=${day}&vendorId=${own.id}`)
        return body.statements.length
      })
    )
    assert.deepEqual(counts, [0, 1, 1, 0])
  })

  test('the lines of all vendors in a period are one CSV file', async () => {
    const [one, other] = [await t.vendor(), await t.vendor()]
    await t.sql`update vendors set name = '@Corp' where id = ${other.id}`
    for (const { id } of [one, other]) await adjust(t, operator, id, { amount: 5, reason: 'Credit' })
    await endPeriods(t, [one.id, other.id])
    await closeStatements(t.sql)
    const [{ firstDay }] = (await get('', one.viewer)).body.statements
    const answer = await platform(`/lines?period=${firstDay}`)
    assert.equal(
      answer.headers['content-disposition'],
      `attachment; filename="statement-lines-${firstDay}.csv"`
    )
    const rows = cells(answer.text).filter((row) => [one.id, other.id].includes(row[0] ?? ''))
    assert.deepEqual(
      rows.map((row) => [row[0], row[1] === "'@Corp", row[2], row[11]]),
      [one.id, other.id].sort().map((id) => [id, id === other.id, '1', '5.00'])
    )
    const single = cells((await platform(`/lines?period=${firstDay}&vendorId=${one.id.toUpperCase()}`)).text)
    assert.deepEqual(
      single.slice(1).map((row) => row[0]),
      [one.id]
    )
    assertFaults(await platform('/lines'), { period: 'REQUIRED' })
    assertFaults(await platform('/lines?period=2026-02-30'), { period: 'INVALID_DATE' })
  })

  test('vendors get 403 on all routes of the operator, and roles below ADMIN only read', async () => {
    const [{ id }] = (await get('')).body.statements
    const adjustments = `/platform/vendors/${vendor.id}/adjustments`
    const paid = { reference: 'P-1', paidAt: '2026-01-02T00:00:00Z' }
    const writes = [
      [`POST /platform/statements/${id}/paid`, paid],
      [`POST ${adjustments}`, { amount: 1, reason: 'Credit' }]
    ] as const
    const reads = ['', '/lines?period=2026-01-01', `/${id}`, `/${id}/lines`, `/${id}/document`].map(
      (path) => `GET /platform/statements${path}`
    )
    for (const request of [...reads, `GET ${adjustments}`, ...writes.map(([request]) => request)]) {
      const body = writes.find(([write]) => write === request)?.[1]
      assertProblem(await t.call(request, body && { body }), 401, 'UNAUTHENTICATED')
      assertProblem(
        await t.call(request, { as: vendor.owner, ...(body && { body }) }),
        403,
        'NOT_PLATFORM_USER'
      )
    }
    for (const role of ['EDITOR', 'VIEWER'] as const) {
      const as = await t.operator(role)
      for (const request of [...reads, `GET ${adjustments}`])
        assert.equal((await t.call(request, { as })).status, 200)
      for (const [request, body] of writes)
        assertProblem(await t.call(request, { as, body }), 403, 'INSUFFICIENT_ROLE')
    }
    for (const path of ['', '/lines', '/document']) {
      assertProblem(await platform(`/${newId()}${path}`), 404, 'NOT_FOUND')
    }
  })
})

suite('payments', () => {
  const pay = (id: string, body: unknown, headers = {}) =>
    t.call(`POST /platform/statements/${id}/paid`, { as: operator, body, headers })
  const payment = { reference: 'SEPA 17', paidAt: '2026-04-03T08:00:00+02:00' }

  test('a statement is marked as paid once; the same body again changes nothing', async () => {
    const own = await t.vendor()
    await adjust(t, operator, own.id, { amount: 5, reason: 'Credit' })
    const [statement] = await closePeriod(t, own)
    const answers = await Promise.all([pay(statement.id, payment), pay(statement.id, payment)])
    for (const { body } of answers) {
      const paid = { status: 'PAID', reference: 'SEPA 17', paidAt: '2026-04-03T06:00:00.000Z' }
      assert.deepEqual(body, { ...statement, ...paid })
    }
    assert.deepEqual((await get(`/${statement.id}`, own.viewer)).body, answers[0].body)
    for (const other of [{ reference: 'SEPA 18' }, { paidAt: '2026-04-03T08:00:00.001+02:00' }]) {
      assertProblem(await pay(statement.id, { ...payment, ...other }), 409, 'ALREADY_PAID')
    }
    const events = await t.sql`
      select type, details, actor_is_platform from events where subject_id = ${statement.id} order by id`
    assert.deepEqual(
      events.map(({ type, details }) => [type, details]),
      [
        ['statement.closed', { number: 1, currency: 'USD', closingBalance: '5.00' }],
        ['statement.paid', { number: 1, currency: 'USD', reference: 'SEPA 17' }]
      ]
    )
  })

  test('a statement with nothing due is refused', async () => {
    const own = await t.vendor()
    await adjust(t, operator, own.id, { amount: 5, reason: 'Credit' })
    await adjust(t, operator, own.id, { amount: -5, reason: 'Charge' })
    const [zero] = await closePeriod(t, own)
    await adjust(t, operator, own.id, { amount: '-0.01', reason: 'Charge' })
    const [negative] = await closePeriod(t, own)
    for (const { id } of [zero, negative]) assertProblem(await pay(id, payment), 409, 'NOTHING_DUE')
  })

  test('every error of the body is reported, and If-Match is honoured', async () => {
    const own = await t.vendor()
    await adjust(t, operator, own.id, { amount: 5, reason: 'Credit' })
    const [{ id }] = await closePeriod(t, own)
    const future = new Date(Date.now() + 3_600_000).toISOString()
    const cases: [object, Record<string, string>][] = [
      [{}, { '/reference': 'REQUIRED', '/paidAt': 'REQUIRED' }],
      [
        { reference: ' ', paidAt: 'yesterday' },
        { '/reference': 'TOO_SHORT', '/paidAt': 'INVALID_TIMESTAMP' }
      ],
      [
        { reference: 'x'.repeat(256), paidAt: future },
        { '/reference': 'TOO_LONG', '/paidAt': 'TOO_LARGE' }
      ],
      [{ ...payment, status: 'PAID' }, { '/status': 'READ_ONLY_FIELD' }],
      [{ ...payment, amount: 5 }, { '/amount': 'UNKNOWN_FIELD' }]
    ]
    for (const [body, faults] of cases) assertFaults(await pay(id, body), faults)
    assertProblem(await pay(id, payment, { 'if-match': '"other"' }), 412, 'PRECONDITION_FAILED')
    assertProblem(await pay(newId(), payment), 404, 'NOT_FOUND')
    const { etag = '' } = (await platform(`/${id}`)).headers
    assert.equal((await pay(id, payment, { 'if-match': etag })).status, 200)
  })
})

suite('adjustments', () => {
  test('an adjustment is a line of the open period, in the list of the operator with its author', async () => {
    const own = await t.vendor()
    const credit = await adjust(t, operator, own.id, {
      amount: '25.5',
      currency: 'USD',
      reason: ' Late fee refunded '
    })
    assert.equal(credit.status, 200, credit.text)
    const { id, recordedAt, recordedBy, ...rest } = credit.body
    assert.ok(id && recordedAt && recordedBy)
    assert.deepEqual(rest, {
      ...{
        kind: 'ADJUSTMENT',
        currency: 'USD',
        amount: '25.50',
        quantity: null,
        unitCost: null,
        orderId: null
      },
      ...{
        orderNumber: null,
        poNumber: null,
        orderItemId: null,
        sku: null,
        productName: null,
        shipmentId: null
      },
      ...{ reason: 'Late fee refunded', vendorId: own.id }
    })
    await closePeriod(t, own)
    const charge = await adjust(t, operator, own.id, { amount: -3, reason: 'Fine' })
    const list = await t.call(`GET /platform/vendors/${own.id}/adjustments`, { as: operator })
    assert.deepEqual(list.body.adjustments, [charge.body, credit.body])
    const { lines } = (await get('/open/lines', own.viewer)).body
    const { vendorId: _, recordedBy: by, ...line } = charge.body
    assert.deepEqual(lines, [line])
    assert.ok(by)
    const [event] = await t.sql`select details, vendor_id from events where subject_id = ${id}`
    assert.deepEqual(event, {
      details: { amount: '25.5', currency: 'USD', reason: 'Late fee refunded' },
      vendorId: own.id
    })
  })

  test('every error of the body is reported', async () => {
    const valid = { amount: 1, reason: 'Credit' }
    const cases: [object, Record<string, string>][] = [
      [{}, { '/amount': 'REQUIRED', '/reason': 'REQUIRED' }],
      [{ ...valid, reason: ' ' }, { '/reason': 'TOO_SHORT' }],
      [{ ...valid, reason: 'x'.repeat(501) }, { '/reason': 'TOO_LONG' }],
      [{ ...valid, amount: 0 }, { '/amount': 'ZERO_AMOUNT' }],
      [{ ...valid, amount: '-0.00' }, { '/amount': 'ZERO_AMOUNT' }],
      [
        { ...valid, amount: 0, currency: 'EUR' },
        { '/amount': 'ZERO_AMOUNT', '/currency': 'OTHER_CURRENCY' }
      ],
      [{ ...valid, currency: 'usd' }, { '/currency': 'OTHER_CURRENCY' }],
      [
        { amount: '0.005', currency: 'EUR' },
        { '/amount': 'INVALID_DECIMAL', '/currency': 'OTHER_CURRENCY', '/reason': 'REQUIRED' }
      ],
      [{ ...valid, amount: '1.001' }, { '/amount': 'INVALID_DECIMAL' }],
      [{ ...valid, amount: '-1.00001' }, { '/amount': 'INVALID_DECIMAL' }],
      [{ ...valid, amount: '10000000000' }, { '/amount': 'INVALID_DECIMAL' }],
      [{ ...valid, amount: '-10000000000' }, { '/amount': 'INVALID_DECIMAL' }],
      [{ ...valid, amount: '--1' }, { '/amount': 'INVALID_DECIMAL' }],
      [{ ...valid, amount: '- 1' }, { '/amount': 'INVALID_DECIMAL' }],
      [{ ...valid, amount: null }, { '/amount': 'REQUIRED' }],
      [{ ...valid, amount: [1] }, { '/amount': 'INVALID_TYPE' }],
      [{ ...valid, vendorId: vendor.id }, { '/vendorId': 'READ_ONLY_FIELD' }],
      [{ ...valid, note: 'x' }, { '/note': 'UNKNOWN_FIELD' }]
    ]
    for (const [body, faults] of cases) assertFaults(await adjust(t, operator, vendor.id, body), faults)
    for (const amount of ['9999999999.99', -9999999999.99, '-0.01', '1.10000'])
      assert.equal((await adjust(t, operator, vendor.id, { amount, reason: 'x'.repeat(500) })).status, 200)
    assertProblem(await adjust(t, operator, newId(), valid), 404, 'NOT_FOUND')
    const path = `/platform/vendors/${newId()}/adjustments`
    assertProblem(await t.call(`GET ${path}`, { as: operator }), 404, 'NOT_FOUND')
  })

  test('an adjustment that is repeated with its Idempotency-Key is recorded once', async () => {
    const own = await t.vendor()
    const request = {
      as: operator,
      body: { amount: 1, reason: 'Credit' },
      headers: { 'idempotency-key': newId() }
    }
    const path = `POST /platform/vendors/${own.id}/adjustments`
    const [first, second] = [await t.call(path, request), await t.call(path, request)]
    assert.deepEqual(second.body, first.body)
    assert.equal((await get('/open', own.viewer)).body.balances[0].adjustmentTotal, '1.00')
  })
})
