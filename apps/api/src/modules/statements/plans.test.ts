import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { assertCheapPages, assertStreamedFile } from '../../../test/plans.ts'
import { adjustmentPageQuery, lineFileQuery, linePageQuery } from './line-queries.ts'
import { statementPageQuery } from './queries.ts'
import type { StatementFilters } from './schema.ts'

/** The tables with many rows in this test. A scan of a small table costs nothing. */
const filled = ['statements', 'statement_lines']

let t: TestApp
let vendorId: string

/** Inserts vendors with many statements and many lines. */
before(async () => {
  t = await testApp()
  vendorId = (await t.vendor()).id
  await t.sql`insert into vendors (name, slug) select 'Small ' || i, 'small-' || i from generate_series(1, 60) as i`
  await t.sql`
    insert into statements (vendor_id, number, currency, period_start, period_end, time_zone, opening_balance, items,
      shipping, adjustments, line_count, status, paid_at, reference)
    select v.id, n, 'USD', at, at + interval '7 days', 'UTC', 0, n, 0, 0, 1, case when n % 100 = 0 then 'CLOSED' else 'PAID' end,
      case when n % 100 > 0 then at end, case when n % 100 > 0 then 'P' end
    from vendors v, generate_series(1, 400) as n cross join lateral (
      select date_trunc('week', timestamptz '2020-01-06Z') + n * interval '7 days') w (at)`
  await t.sql`
    insert into statement_lines (vendor_id, recorded_at, kind, currency, amount, reason)
    select v.id, timestamptz '2026-01-01Z' + make_interval(mins => i), 'ADJUSTMENT', 'USD', 1, 'Line ' || i
    from vendors v, generate_series(1, case when v.id = ${vendorId} then 20000 else 300 end) as i`
  await t.sql`vacuum analyze`.simple()
})
after(() => t.close())

const all: Record<string, StatementFilters> = {
  nothing: {},
  'a period': { period: '2024-02-29' },
  'a status': { status: 'PAID' },
  'a rare status': { status: 'CLOSED' },
  'an amount due': { isDue: true, status: 'CLOSED' }
}
for (const [name, filters] of Object.entries(all)) {
  for (const ofVendor of [false, true]) {
    test(`a page of statements ${ofVendor ? 'of a vendor' : 'of all vendors'} by ${name} needs no sequential scan`, async () => {
      const [row] = await t.sql<{ periodEnd: string; id: string }[]>`
        select period_end, id from statements order by period_end, id offset 12000 limit 1`
      assert.ok(row)
      await assertCheapPages(t, {
        ...{
          filled,
          middle: [row.periodEnd, row.id],
          looking: filters.period !== undefined || (ofVendor && filters.status !== undefined)
        },
        query: (page) =>
          statementPageQuery(t.sql, { page, filters: { ...filters, ...(ofVendor && { vendorId }) } })
      })
    })
  }
}

test('a page of lines reads only its lines, whether first, in the middle or last', async () => {
  const [row] = await t.sql<{ recordedAt: string; id: string }[]>`
    select recorded_at, id from statement_lines where vendor_id = ${vendorId} order by recorded_at offset 10000 limit 1`
  assert.ok(row)
  const middle = [row.recordedAt, row.id]
  for (const currency of ['USD', null]) {
    const range = {
      vendorId,
      number: 1,
      currency,
      periodStart: '2026-01-02T00:00:00.000Z',
      periodEnd: '2026-01-13T00:00:00.000Z'
    }
    await assertCheapPages(t, {
      ...{ filled, middle, looking: false },
      query: (page) => linePageQuery(t.sql, { range, page })
    })
  }
  await assertCheapPages(t, {
    ...{ filled, middle, looking: false },
    query: (page) => adjustmentPageQuery(t.sql, { vendorId, page })
  })
})

test('the files of lines are read statement by statement, in the order of an index', async () => {
  const period = { vendorId, periodStart: '2026-01-02T00:00:00.000Z', periodEnd: '2026-01-13T00:00:00.000Z' }
  for (const range of [
    { ...period, number: 1, currency: 'USD' },
    { ...period, number: null, currency: null }
  ])
    await assertStreamedFile(t, lineFileQuery(t.sql, { range }), { filled, sortsKeys: false })
  for (const filter of [{}, { vendorId }]) {
    const query = lineFileQuery(t.sql, { period: '2026-01-07', ...filter })
    await assertStreamedFile(t, query, { filled, sortsKeys: true })
  }
})
