import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { periodOf } from '../../ui/periods.ts'
import { grouped, totals } from './periods.ts'

/** Days from 2026-03-01, a Sunday. On the n-th day, n were approved, one was rejected, and one of both by rules. */
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10),
    approved: index + 1,
    rejected: 1,
    byRules: 1
  }))

describe('the period of an address', () => {
  const cases = { '': 30, 'days=7': 7, 'days=400': 400, 'days=8': 30, 'days=x': 30 }
  for (const [query, days] of Object.entries(cases)) {
    test(`"${query}" is ${days} days`, () => assert.equal(periodOf(new URLSearchParams(query)), days))
  }
})

describe('decisions', () => {
  test('are shown day by day in a short period', () => {
    const { isByWeek, groups } = grouped(days(90))
    assert.equal(isByWeek, false)
    assert.equal(groups.length, 90)
    const second = { first: '2026-03-02', last: '2026-03-02', approved: 2, rejected: 1, byRules: 1 }
    assert.deepEqual(groups[1], second)
  })

  test('are added up by weeks in a long period, and the first and the last week can be shorter', () => {
    const { isByWeek, groups } = grouped(days(400))
    assert.equal(isByWeek, true)
    assert.equal(groups.length, 58)
    const sunday = { first: '2026-03-01', last: '2026-03-01', approved: 1, rejected: 1, byRules: 1 }
    const week = { first: '2026-03-02', last: '2026-03-08', approved: 35, rejected: 7, byRules: 7 }
    assert.deepEqual(groups.slice(0, 2), [sunday, week])
    assert.equal(groups.at(-1)?.last, '2027-04-04')
    assert.equal(
      groups.reduce((sum, { approved }) => sum + approved, 0),
      (400 * 401) / 2
    )
  })

  test('of no days are none', () => assert.deepEqual(grouped([]), { isByWeek: false, groups: [] }))

  test('are added up for the whole period', () => {
    const statistics = {
      decidedPerDay: days(3),
      ...{ waiting: [], wait: { medianSeconds: null, p90Seconds: null }, shareByRules: 0 },
      rejections: { byVendor: [], byReason: [] }
    }
    assert.deepEqual(totals(statistics), { decided: 9, approved: 6, rejected: 3, byRules: 3 })
  })
})
