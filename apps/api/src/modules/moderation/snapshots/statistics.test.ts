import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { insertSnapshots, reason, type Snapshot, snapshot } from '../../../../test/snapshots.ts'
import { newId } from '../../../lib/ids.ts'
import type { ModerationStatistics } from './statistics-schema.ts'

const path = '/platform/moderation/statistics'
const dayMs = 86_400_000
const ruleId = newId()

let t: TestApp
let operator: string
before(async () => {
  t = await testApp()
  operator = await t.operator('VIEWER')
})
beforeEach(() => t.sql`truncate moderation_snapshots`)
after(() => t.close())

async function read(query = ''): Promise<ModerationStatistics> {
  const { status, body, text } = await t.call(`GET ${path}${query}`, { as: operator })
  assert.equal(status, 200, text)
  return body
}

/** Returns the start of the day in UTC that is `days` days before the day of the database's clock. */
async function dayBefore(days: number): Promise<number> {
  const [row] = await t.sql<{ day: string }[]>`select iso_text(date_trunc('day', now(), 'UTC')) as day`
  return Date.parse(row?.day ?? '') - days * dayMs
}

const isRejected = ({ decision }: Snapshot) => decision === 'REJECTED' || decision === 'HIDDEN'
const isByRule = (one: Snapshot) => one.ruleId !== null

/** Returns the interpolated value at this share of the sorted values, or null if there are none. */
function percentile(values: number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const position = share * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (low === undefined || high === undefined) return null
  return low + (high - low) * (position - Math.floor(position))
}

function countBy<K>(values: K[]): Map<K, number> {
  return new Map([...Map.groupBy(values, (value) => value)].map(([key, all]) => [key, all.length]))
}

/** Counts the statistics of decisions without SQL. `since` is the start of the first day in ms. */
function counted(all: Snapshot[], { since, days }: { since: number; days: number }) {
  const recent = all.filter(({ decidedAt }) => Date.parse(decidedAt) >= since)
  const waits = recent
    .filter((one) => !isByRule(one))
    .map(({ submittedAt, decidedAt }) => (Date.parse(decidedAt) - Date.parse(submittedAt)) / 1000)
  const codes = recent
    .filter(isRejected)
    .flatMap(({ reasons }) => [...new Set(reasons.map(({ code }) => code))])
  return {
    decidedPerDay: Array.from({ length: days }, (_, index) => {
      const date = new Date(since + index * dayMs).toISOString().slice(0, 10)
      const ofDay = recent.filter(({ decidedAt }) => decidedAt.startsWith(date))
      const rejected = ofDay.filter(isRejected).length
      return { date, approved: ofDay.length - rejected, rejected, byRules: ofDay.filter(isByRule).length }
    }),
    wait: [percentile(waits, 0.5), percentile(waits, 0.9)],
    byVendor: [...Map.groupBy(recent, ({ vendorId }) => vendorId)].map(([vendorId, ofVendor]) => ({
      vendorId,
      decided: ofVendor.length,
      rejected: ofVendor.filter(isRejected).length
    })),
    byReason: [...countBy(codes)].map(([code, count]) => ({ code, count })),
    shareByRules: Math.round((recent.filter(isByRule).length * 10_000) / recent.length) / 10_000
  }
}

const pick = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T

/** Returns a decision on a random entry in the last days. Some are exactly at the start of a day. */
function randomSnapshot(vendorIds: string[], today: number): Snapshot {
  const isStart = Math.random() < 0.2
  const time = today - Math.floor(Math.random() * 14) * dayMs
  const decidedAt = isStart ? time : Math.min(time + Math.floor(Math.random() * dayMs), Date.now())
  const kind = pick(['PRODUCT', 'REVISION', 'CHANGE'] as const)
  const decision =
    kind === 'CHANGE' ? pick(['ACCEPTED', 'HIDDEN'] as const) : pick(['APPROVED', 'REJECTED'] as const)
  const rejected = decision === 'REJECTED' || decision === 'HIDDEN'
  const codes = Array.from({ length: Math.floor(Math.random() * 4) }, () => pick(['A', 'B', 'C', 'D', null]))
  return snapshot({
    ...{
      vendorId: pick(vendorIds),
      kind,
      decision,
      reasons: rejected ? codes.map((code) => reason(code)) : []
    },
    ...(kind !== 'CHANGE' && Math.random() < 0.4 && { ruleId, ruleName: 'A rule' }),
    submittedAt: new Date(decidedAt - Math.floor(Math.random() * 1e8)).toISOString(),
    decidedAt: new Date(decidedAt).toISOString()
  })
}

describe('statistics of decisions', () => {
  test('equal a straightforward count over random decisions, for any number of days', async () => {
    const today = await dayBefore(0)
    const vendorIds = Array.from({ length: 12 }, newId)
    const all = Array.from({ length: 800 }, () => randomSnapshot(vendorIds, today))
    await insertSnapshots(t.sql, all)
    const sorted = <T>(values: T[]) => values.map((value) => JSON.stringify(value)).sort()
    for (const days of [1, 2, 7, 13, 400]) {
      const { wait, rejections, decidedPerDay, shareByRules } = await read(`?days=${days}`)
      const expected = counted(all, { since: await dayBefore(days - 1), days })
      assert.deepEqual(decidedPerDay, expected.decidedPerDay)
      assert.equal(shareByRules, expected.shareByRules)
      for (const [index, value] of [wait.medianSeconds, wait.p90Seconds].entries())
        assert.ok(
          Math.abs(Number(value) - Number(expected.wait[index])) <= 0.501,
          `${value}, ${expected.wait}`
        )
      assert.deepEqual(sorted(rejections.byVendor), sorted(expected.byVendor))
      assert.deepEqual(sorted(rejections.byReason), sorted(expected.byReason))
      const counts = rejections.byVendor.map(({ rejected }) => rejected)
      assert.deepEqual(
        counts,
        counts.toSorted((a, b) => b - a)
      )
    }
  })

  test('cover 30 days unless the request says otherwise, with today last', async () => {
    const { decidedPerDay } = await read()
    assert.equal(decidedPerDay.length, 30)
    assert.equal(decidedPerDay[0]?.date, new Date(await dayBefore(29)).toISOString().slice(0, 10))
    assert.equal(decidedPerDay.at(-1)?.date, new Date(await dayBefore(0)).toISOString().slice(0, 10))
  })

  test('without decisions, all counts are 0 and the waiting times are null', async () => {
    const { decidedPerDay, wait, rejections, shareByRules } = await read('?days=2')
    for (const day of decidedPerDay)
      assert.deepEqual({ ...day, date: '' }, { date: '', approved: 0, rejected: 0, byRules: 0 })
    assert.deepEqual(wait, { medianSeconds: null, p90Seconds: null })
    assert.deepEqual(rejections, { byVendor: [], byReason: [] })
    assert.equal(shareByRules, 0)
  })

  test('the waiting times are those of people only', async () => {
    const decidedAt = new Date().toISOString()
    const after = (seconds: number) => ({
      submittedAt: new Date(Date.parse(decidedAt) - seconds * 1000).toISOString(),
      decidedAt
    })
    await insertSnapshots(t.sql, [
      ...[10, 20, 30].map((seconds) => snapshot(after(seconds))),
      ...[1000, 2000].map((seconds) => snapshot({ ...after(seconds), ruleId, ruleName: 'A rule' }))
    ])
    assert.deepEqual((await read()).wait, { medianSeconds: 20, p90Seconds: 28 })
  })

  test('list at most 100 vendors and 100 codes, those with the most rejections first', async () => {
    const rejected = { decision: 'REJECTED' } as const
    const codes = Array.from({ length: 101 }, (_, index) => `CODE_${1000 + index}`)
    const most = newId()
    await insertSnapshots(t.sql, [
      ...codes.map((code) => snapshot({ ...rejected, reasons: [reason(code)] })),
      snapshot({ ...rejected, vendorId: most, reasons: [reason('CODE_1100'), reason('CODE_1100')] }),
      snapshot({ ...rejected, vendorId: most, reasons: [] }),
      snapshot({ vendorId: most })
    ])
    const { byVendor, byReason } = (await read()).rejections
    assert.equal(byVendor.length, 100)
    assert.deepEqual(byVendor[0], { vendorId: most, decided: 3, rejected: 2 })
    assert.deepEqual(
      byReason,
      ['CODE_1100', ...codes].slice(0, 100).map((code, index) => ({ code, count: index === 0 ? 2 : 1 }))
    )
  })
})

describe('statistics of what waits', () => {
  test('count each kind, and name the time of its oldest entry', async () => {
    const none = await read()
    assert.deepEqual(
      none.waiting,
      ['PRODUCT', 'REVISION', 'CHANGE'].map((kind) => ({ kind, count: 0, oldestAt: null }))
    )
    const vendor = await t.vendor()
    await t.sql`
      insert into products (id, vendor_id, name, sku, slug, status, submitted_at, pending_revision,
        pending_revision_submitted_at)
      select uuidv7(), ${vendor.id}, 'Bolt', 'S-' || i, 's-' || i,
        case when i <= 3 then 'PENDING_APPROVAL' else 'PUBLISHED' end,
        '2026-03-10'::timestamptz - make_interval(days => i), case when i in (5, 6) then '{"name":"Nut"}'::jsonb end,
        case when i in (5, 6) then '2026-03-10'::timestamptz - make_interval(days => i) end
      from generate_series(1, 8) as i`
    await t.sql`
      insert into watched_changes (product_id, vendor_id, accepted, current, shown, version, is_waiting, submitted_at)
      select id, vendor_id, '{}', '{}', '[{}]', 1, sku = 'S-7', '2026-03-09' from products where sku in ('S-7', 'S-8')`
    assert.deepEqual((await read()).waiting, [
      { kind: 'PRODUCT', count: 3, oldestAt: '2026-03-07T00:00:00.000Z' },
      { kind: 'REVISION', count: 2, oldestAt: '2026-03-04T00:00:00.000Z' },
      { kind: 'CHANGE', count: 1, oldestAt: '2026-03-09T00:00:00.000Z' }
    ])
  })

  test('estimate numbers from 1,000 on', async () => {
    const vendor = await t.vendor()
    await t.sql`
      insert into products (id, vendor_id, name, sku, slug, status, submitted_at)
      select uuidv7(), ${vendor.id}, 'Bolt', 'W-' || i, 'w-' || i, 'PENDING_APPROVAL', now()
      from generate_series(1, 3000) as i`
    await t.sql`analyze products`.simple()
    const [{ count } = { count: 0 }] = (await read()).waiting
    assert.ok(count >= 2500 && count <= 3500, `${count}`)
  })
})

test('days is from 1 to 400', async () => {
  for (const days of [1, 400]) assert.equal((await read(`?days=${days}`)).decidedPerDay.length, days)
  const refused = { 0: 'TOO_SMALL', 401: 'TOO_LARGE', x: 'INVALID_TYPE', 1.5: 'INVALID_TYPE' }
  for (const [days, code] of Object.entries(refused))
    assertFaults(await t.call(`GET ${path}?days=${days}`, { as: operator }), { days: code })
})

test('only operators can read the statistics', async () => {
  const vendor = await t.vendor()
  assertProblem(await t.call(`GET ${path}`), 401, 'UNAUTHENTICATED')
  assertProblem(await t.call(`GET ${path}`, { as: vendor.owner }), 403, 'NOT_PLATFORM_USER')
})
