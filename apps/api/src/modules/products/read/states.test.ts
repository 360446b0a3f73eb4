import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statesOf } from './filter-queries.ts'

const format = (filters: Parameters<typeof statesOf>[0]) =>
  statesOf(filters).map(({ status, revised }) => (revised ? `${status}+` : status))

const cases: [Parameters<typeof statesOf>[0], string[]][] = [
  [{ status: 'HIDDEN' }, ['HIDDEN+', 'HIDDEN']],
  [{ hasPendingRevision: true }, ['PENDING_APPROVAL+', 'PUBLISHED+', 'HIDDEN+', 'DRAFT+']],
  [{ hasPendingRevision: false }, ['PENDING_APPROVAL', 'PUBLISHED', 'HIDDEN', 'DRAFT']],
  [{ needsModeration: true }, ['PENDING_APPROVAL+', 'PENDING_APPROVAL', 'PUBLISHED+', 'HIDDEN+', 'DRAFT+']],
  [{ needsModeration: false }, ['PUBLISHED', 'HIDDEN', 'DRAFT']],
  [{ status: 'PUBLISHED', hasPendingRevision: true }, ['PUBLISHED+']],
  [{ status: 'PUBLISHED', needsModeration: false }, ['PUBLISHED']],
  [{ status: 'PENDING_APPROVAL', needsModeration: false }, []],
  [{ hasPendingRevision: true, needsModeration: false }, []],
  [{ hasPendingRevision: false, needsModeration: true }, ['PENDING_APPROVAL']]
]

for (const [filters, states] of cases) {
  test(`${JSON.stringify(filters)} matches ${states.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(format(filters), states)
  })
}

test('without filters, all states match', () => assert.equal(statesOf({}).length, 8))
