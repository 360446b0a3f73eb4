import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createExpiringCache } from './expiring-cache.ts'

suite('an expiring cache', () => {
  test('returns a value from the time it was set until it expires', () => {
    const cache = createExpiringCache<string>(10)
    cache.set('a', 'first', { since: 1000, until: 3000 })
    for (const [time, value] of [
      [999, undefined],
      [1000, 'first'],
      [2999, 'first'],
      [3000, undefined]
    ] as const) {
      assert.equal(cache.get('a', time), value, String(time))
    }
    assert.equal(cache.get('b', 1000), undefined)
  })

  test('setting a value again replaces its times', () => {
    const cache = createExpiringCache<string>(10)
    cache.set('a', 'first', { since: 0, until: 10 })
    cache.set('a', 'second', { since: 5, until: 15 })
    assert.equal(cache.get('a', 12), 'second')
  })

  test('drops the oldest value when it is full; a value that is set again counts as new', () => {
    const cache = createExpiringCache<number>(3)
    for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) {
      cache.set(key, index, { since: index, until: 100 })
    }
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => cache.get(key, 50)),
      [3, undefined, 2, 4]
    )
  })

  test('removes only the values that match', () => {
    const cache = createExpiringCache<string>(10)
    cache.set('a', 'mine', { since: 0, until: 100 })
    cache.set('b', 'yours', { since: 0, until: 100 })
    cache.remove((value) => value === 'mine')
    assert.equal(cache.get('a', 1), undefined)
    assert.equal(cache.get('b', 1), 'yours')
  })
})
