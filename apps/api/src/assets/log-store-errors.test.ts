import assert from 'node:assert/strict'
import { test } from 'node:test'
import { logStoreErrors } from './log-store-errors.ts'

test('errors of the asset store are logged at most once per second, with their number', (t) => {
  let now = 5000
  t.mock.method(performance, 'now', () => now)
  const logged: unknown[] = []
  const onError = logStoreErrors({ error: (values: unknown) => logged.push(values) })
  const err = new Error('the disk is full')
  for (const time of [5000, 5100, 5999, 6000]) {
    now = time
    onError('put', err)
  }
  assert.deepEqual(logged, [
    { err, operation: 'put', errors: 1 },
    { err, operation: 'put', errors: 3 }
  ])
})
