import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../test/app.ts'
import { adjust, endPeriods } from '../../../test/statements.ts'
import { closeStatements } from './close-statements.ts'

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('ADMIN')
})
after(() => t.close())

const cases: [at: string, period: string, zone: string, start: string, end: string][] = [
  ['2026-02-10T12:00Z', 'MONTH', 'UTC', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T04:59Z', 'MONTH', 'America/New_York', '2026-02-01T05:00:00.000Z', '2026-03-01T05:00:00.000Z'],
  ['2026-03-01T05:00Z', 'MONTH', 'America/New_York', '2026-03-01T05:00:00.000Z', '2026-04-01T04:00:00.000Z'],
  ['2026-02-15T23:59Z', 'HALF_MONTH', 'UTC', '2026-02-01T00:00:00.000Z', '2026-02-16T00:00:00.000Z'],
  ['2026-02-16T00:00Z', 'HALF_MONTH', 'UTC', '2026-02-16T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['2026-03-01T22:59Z', 'WEEK', 'Europe/Berlin', '2026-02-22T23:00:00.000Z', '2026-03-01T23:00:00.000Z'],
  ['2026-03-29T12:00Z', 'WEEK', 'Europe/Berlin', '2026-03-22T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['2026-01-01T00:00Z', 'WEEK', 'Pacific/Kiritimati', '2025-12-28T10:00:00.000Z', '2026-01-04T10:00:00.000Z']
]
for (const [at, period, zone, start, end] of cases) {
  test(`the ${period} of ${at} in ${zone} is from ${start} to ${end}`, async () => {
    const [row] = await t.sql`
      select statement_period_start(${at}, ${period}, ${zone}) as start, statement_period_end(${at}, ${period}, ${zone}) as end`
    assert.deepEqual(row, { start, end })
  })
}

test('in every time zone, periods follow one another without gaps and contain their times', async () => {
  const wrong = await t.sql`
    with zones as (
      select name from pg_timezone_names where name not like 'posix%'
    ), times as (
      select name, period, timestamptz '2025-01-01Z' + make_interval(hours => h) as at
      from zones, unnest(array['MONTH', 'HALF_MONTH', 'WEEK']) as period, generate_series(0, 17520, 611) as h
    ), periods as (
      select *, statement_period_start(at, period, name) as starts, statement_period_end(at, period, name) as ends from times
    )
    select name, period, at from periods
    where not (starts <= at and at < ends and statement_period_start(ends, period, name) = ends
      and statement_period_end(starts, period, name) = ends)`
  assert.deepEqual([...wrong], [])
})

const settings = (body: object) => t.call('PATCH /platform/settings', { as: operator, body })
async function openPeriod(vendor: TestVendor): Promise<string[]> {
  const { body } = await t.call('GET /vendor/statements/open', { as: vendor.viewer })
  return [body.periodStart, body.periodEnd]
}

test('a change of the settings applies when the open period has ended', async () => {
  const vendor = await t.vendor()
  await adjust(t, operator, vendor.id, { amount: 1, reason: 'Credit' })
  const [start, end] = await openPeriod(vendor)
  await settings({ statementPeriod: 'WEEK', timeZone: 'Asia/Tokyo' })
  assert.deepEqual(await openPeriod(vendor), [start, end])
  await endPeriods(t, [vendor.id])
  await closeStatements(t.sql)
  const [next = '', nextEnd = ''] = await openPeriod(vendor)
  const [{ expected } = { expected: '' }] = await t.sql<{ expected: string }[]>`
    select statement_period_end(${next}, 'WEEK', 'Asia/Tokyo') as expected`
  assert.equal(nextEnd, expected)
  // A vendor without lines has the periods of the settings at once.
  assert.equal((await openPeriod(await t.vendor()))[1], expected)
  await settings({ statementPeriod: 'MONTH', timeZone: 'UTC' })
})

test('a period keeps the days of the time zone in which it began', async () => {
  const vendor = await t.vendor()
  await settings({ timeZone: 'America/New_York' })
  await adjust(t, operator, vendor.id, { amount: 1, reason: 'Credit' })
  const days = async () => {
    const { body } = await t.call('GET /vendor/statements/open', { as: vendor.viewer })
    return [body.timeZone, body.firstDay, body.lastDay]
  }
  const before = await days()
  assert.equal(before[0], 'America/New_York')
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    await settings({ timeZone })
    assert.deepEqual(await days(), before)
  }
  // As if the period had ended two months ago, and the next one a month ago.
  await t.sql`
    update statement_periods p set starts_at = statement_period_start(at, 'MONTH', time_zone),
      ends_at = statement_period_end(at, 'MONTH', time_zone)
    from (select now() - interval '2 months' as at) l where vendor_id = ${vendor.id}`
  const [period = '', next = ''] = await openPeriod(vendor)
  const [, firstDay, lastDay] = await days()
  assert.deepEqual([firstDay?.slice(8), lastDay?.slice(0, 7)], ['01', firstDay?.slice(0, 7)])
  await t.sql`
    insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason)
    values (${vendor.id}, ${period}, 'ADJUSTMENT', 'USD', 2, 'First'), (${vendor.id}, ${next}, 'ADJUSTMENT', 'USD', 3, 'Next')`
  await closeStatements(t.sql)
  const { body } = await t.call('GET /vendor/statements', { as: vendor.viewer })
  const zones = body.statements.map((one: Record<string, string>) => [
    one.timeZone,
    one.firstDay,
    one.lastDay
  ])
  assert.deepEqual(zones.at(-1), ['America/New_York', firstDay, lastDay])
  assert.equal(zones.at(-2)?.[0], 'Pacific/Pago_Pago')
  assert.equal((await days())[0], 'Pacific/Pago_Pago')
  await settings({ timeZone: 'UTC' })
})

test('periods that have ended while no worker ran are closed one after another', async () => {
  const vendor = await t.vendor()
  await t.sql`
    insert into statement_periods (vendor_id, starts_at, ends_at) values (${vendor.id}, '2026-01-01Z', '2026-02-01Z')`
  await t.sql`
    insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason)
    values (${vendor.id}, '2026-01-01Z', 'ADJUSTMENT', 'USD', -7, 'First of January'),
      (${vendor.id}, '2026-01-31T23:59:59.999Z', 'ADJUSTMENT', 'USD', 2, 'Last of January'),
      (${vendor.id}, '2026-02-01Z', 'ADJUSTMENT', 'USD', 3, 'First of February'),
      (${vendor.id}, '2026-03-31Z', 'ADJUSTMENT', 'USD', 4, 'March')`
  await closeStatements(t.sql)
  const { body } = await t.call('GET /vendor/statements?last=3', { as: vendor.viewer })
  assert.deepEqual(
    body.statements.map(
      ({
        number,
        firstDay,
        lastDay,
        openingBalance,
        adjustmentTotal,
        lineCount
      }: Record<string, unknown>) => [
        ...[number, firstDay, lastDay, openingBalance, adjustmentTotal, lineCount]
      ]
    ),
    [
      [3, '2026-03-01', '2026-03-31', '-2.00', '4.00', 1],
      [2, '2026-02-01', '2026-02-28', '-5.00', '3.00', 1],
      [1, '2026-01-01', '2026-01-31', '0.00', '-5.00', 2]
    ]
  )
  const [start = '', end = ''] = await openPeriod(vendor)
  assert.ok(start <= new Date().toISOString() && end > new Date().toISOString())
})

test('each currency has its own statement, and all are numbered in one sequence', async () => {
  const vendor = await t.vendor()
  await t.sql`
    insert into statement_periods (vendor_id, starts_at, ends_at) values (${vendor.id}, '2026-01-01Z', '2026-02-01Z')`
  await t.sql`
    insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason)
    values (${vendor.id}, '2026-01-02Z', 'ADJUSTMENT', 'USD', 1.5, 'Dollars'),
      (${vendor.id}, '2026-01-02Z', 'ADJUSTMENT', 'JPY', -200, 'Yen'),
      (${vendor.id}, '2026-02-02Z', 'ADJUSTMENT', 'USD', 2, 'Dollars')`
  await t.sql`update statement_periods set ends_at = '2026-02-01Z' where vendor_id = ${vendor.id}`
  await closeStatements(t.sql)
  const { body } = await t.call('GET /vendor/statements?last=4', { as: vendor.viewer })
  assert.deepEqual(
    body.statements
      .map(({ number, currency, closingBalance, lineCount }: Record<string, unknown>) => [
        number,
        currency,
        closingBalance,
        lineCount
      ])
      .toSorted(([a]: [number], [b]: [number]) => a - b),
    [
      [1, 'JPY', '-200', 1],
      [2, 'USD', '1.50', 1],
      [3, 'JPY', '-200', 0],
      [4, 'USD', '2.00', 1]
    ]
  )
  const second = body.statements.find(({ number }: { number: number }) => number === 2)
  const { lines } = (await t.call(`GET /vendor/statements/${second.id}/lines`, { as: vendor.viewer })).body
  assert.deepEqual(
    lines.map(({ reason }: { reason: string }) => reason),
    ['Dollars']
  )
})
