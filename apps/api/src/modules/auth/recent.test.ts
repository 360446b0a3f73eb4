import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createRecent } from './recent.ts'

suite('recent values', () => {
  test('a value is there from the time it was set until it is over', () => {
    const recent = createRecent<string>(10)
    recent.set('a', 'first', { since: 1000, until: 3000 })
    for (const [time, value] of [
      [999, undefined],
      [1000, 'first'],
      [2999, 'first'],
      [3000, undefined]
    ] as const) {
      assert.equal(recent.get('a', time), value, String(time))
    }
    assert.equal(recent.get('b', 1000), undefined)
  })

  test('a value set again has the new times', () => {
    const recent = createRecent<string>(10)
    recent.set('a', 'first', { since: 0, until: 10 })
    recent.set('a', 'second', { since: 5, until: 15 })
    assert.equal(recent.get('a', 12), 'second')
  })

  test('past its size the oldest value goes, and one set again counts as new', () => {
    const recent = createRecent<number>(3)
    for (const [index, key] of ['a', 'b', 'c', 'a', 'd'].entries()) {
      recent.set(key, index, { since: index, until: 100 })
    }
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => recent.get(key, 50)),
      [3, undefined, 2, 4]
    )
  })

  test('only the values that are over are forgotten', () => {
    const recent = createRecent<string>(10)
    recent.set('a', 'mine', { since: 0, until: 100 })
    recent.set('b', 'yours', { since: 0, until: 100 })
    recent.forget((value) => value === 'mine')
    assert.equal(recent.get('a', 1), undefined)
    assert.equal(recent.get('b', 1), 'yours')
  })
})
