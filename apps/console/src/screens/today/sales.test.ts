import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupedSales, totalSales } from './sales.ts'

/** Days from 2026-03-01, a Sunday. On each day, there are 2 orders of 3 pieces for 0.10. */
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...{ date: new Date(Date.UTC(2026, 2, 1 + index)).toISOString().slice(0, 10), orders: 2, units: 3 },
    sales: '0.10'
  }))

describe('sales', () => {
  test('are shown day by day in a short period', () => {
    const { isByWeek, groups } = groupedSales(days(90))
    assert.deepEqual([isByWeek, groups.length], [false, 90])
    const second = { first: '2026-03-02', last: '2026-03-02', orders: 2, units: 3, sales: '0.10' }
    assert.deepEqual(groups[1], second)
  })

  test('are added up by weeks in a long period', () => {
    const { isByWeek, groups } = groupedSales(days(400))
    assert.deepEqual([isByWeek, groups.length], [true, 58])
    const week = { first: '2026-03-02', last: '2026-03-08', orders: 14, units: 21, sales: '0.70' }
    assert.deepEqual(groups[1], week)
  })

  test('are added up for the whole period', () => {
    const total = { first: '2026-03-01', last: '2027-04-04', orders: 800, units: 1200, sales: '40.00' }
    assert.deepEqual(totalSales(days(400)), total)
  })
})
