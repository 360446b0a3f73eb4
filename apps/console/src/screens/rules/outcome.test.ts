import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outcomeOf } from './outcome.ts'

test('a rule gets what earlier rules leave', () => {
  const none = { approved: 0, rejected: 0, queued: 0, samples: 0, differences: 0 }
  const preview = {
    ...{
      since: '2026-01-01T00:00:00.000Z',
      evaluated: 100,
      approved: 30,
      rejected: 5,
      queued: 65,
      samples: 3
    },
    byRule: [
      { ...none, index: 0, name: 'A', approved: 20, queued: 3, samples: 3 },
      { ...none, index: 1, name: 'Off' },
      { ...none, index: 2, name: 'B', approved: 10, rejected: 5, queued: 2, differences: 1 }
    ],
    differences: { count: 1, items: [] }
  }
  const shared = { evaluated: 100 }
  assert.deepEqual(outcomeOf(preview, 0), {
    ...{ ...none, ...shared, earlier: 0, approved: 20, queued: 3, samples: 3, unmatched: 77 }
  })
  assert.deepEqual(outcomeOf(preview, 2), {
    ...{
      ...none,
      ...shared,
      earlier: 23,
      approved: 10,
      rejected: 5,
      queued: 2,
      unmatched: 60,
      differences: 1
    }
  })
})
