import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { compareClock, databaseNow } from './clock.ts'

after(() => compareClock(Date.now()))

test('the time follows the database if the clocks differ by more than 2 seconds', () => {
  const differs = (ms: number) => Math.abs(databaseNow() - Date.now() - ms) < 100
  assert.equal(compareClock(Date.now() + 1500), undefined)
  assert.ok(differs(0))
  assert.ok((compareClock(Date.now() + 600_000) ?? 0) > 599_000)
  assert.ok(differs(600_000))
  assert.equal(compareClock(Date.now() + 600_900), undefined)
  assert.ok(differs(600_000))
  assert.ok((compareClock(Date.now() - 600_000) ?? 0) < -599_000)
  assert.ok(differs(-600_000))
  assert.equal(compareClock(Date.now()), 0)
  assert.ok(differs(0))
})
