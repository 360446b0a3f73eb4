import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { filtersOf, type OrderFilters, queryOf, shipmentQueryOf } from './filters.ts'

describe('the query of order filters', () => {
  const cases: [string, OrderFilters, object][] = [
    ['nothing', {}, {}],
    ['a status', { status: 'CONFIRMED' }, { status: 'CONFIRMED' }],
    ['a search without spaces around it', { search: '  1000-01 ' }, { search: '1000-01' }],
    ['a search without a word', { search: '  ' }, {}],
    [
      'days, both included',
      { from: '2026-03-01', to: '2026-03-31' },
      {
        placedAfter: new Date(new Date(2026, 2, 1).getTime() - 1).toISOString(),
        placedBefore: new Date(2026, 3, 1).toISOString()
      }
    ],
    ['a day that is none', { from: 'yesterday', to: '2026-3-1' }, {}],
    ['late orders, those that are due first', { due: 'late', sort: 'due' }, { late: true, sort: 'dueAt' }],
    [
      'orders that are due today',
      { due: 'today' },
      { late: false, dueBefore: new Date(2026, 2, 2).toISOString() }
    ],
    ['a due time and a sort that are none', { due: 'soon', sort: 'name' }, {}]
  ]
  const now = new Date(2026, 2, 1, 23, 59)
  for (const [name, filters, query] of cases) test(name, () => assert.deepEqual(queryOf(filters, now), query))
})

test('the filters of an address are those that have a value', () => {
  const params = new URLSearchParams('status=SHIPPED&search=&from=2026-03-01&order=1&due=late')
  assert.deepEqual(filtersOf(params), { status: 'SHIPPED', from: '2026-03-01', due: 'late' })
})

test('the query of shipments has the same filters, with the days of shipping', () => {
  const filters = { status: 'DELIVERED', search: ' 1Z ', from: '2026-03-01', to: '2026-03-31', due: 'late' }
  assert.deepEqual(shipmentQueryOf(filters), {
    ...{ status: 'DELIVERED', search: '1Z' },
    shippedAfter: new Date(new Date(2026, 2, 1).getTime() - 1).toISOString(),
    shippedBefore: new Date(2026, 3, 1).toISOString()
  })
  assert.deepEqual(shipmentQueryOf({ search: ' ' }), {})
})
