import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addApplication } from './add-application.ts'

test('entries that stay in the queue are counted once', () => {
  const first = { evaluated: 100, approved: 60, rejected: 10, queued: 30, samples: 5, isComplete: false }
  const second = { evaluated: 50, approved: 5, rejected: 0, queued: 45, samples: 8, isComplete: true }
  assert.equal(addApplication(undefined, first), first)
  assert.deepEqual(addApplication(first, second), {
    ...{ evaluated: 120, approved: 65, rejected: 10, queued: 45, samples: 8, isComplete: true }
  })
})
