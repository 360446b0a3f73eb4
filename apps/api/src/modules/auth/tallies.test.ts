import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { createTallies } from './tallies.ts'

function setUp() {
  const clock = { time: 100 }
  const tallies = createTallies({ windowMs: 1000, max: 3, size: 4, now: () => clock.time })
  const fail = (key: string) => {
    tallies.start(key)
    tallies.end(key, true)
  }
  return { clock, tallies, fail }
}

suite('tallies', () => {
  test('failures leave the window one by one', () => {
    const { clock, tallies, fail } = setUp()
    for (const time of [100, 300, 500]) {
      clock.time = time
      fail('a')
    }
    assert.equal(tallies.failures('a'), 3)
    assert.equal(tallies.blockedFor('a'), 600)
    clock.time = 1100
    assert.equal(tallies.blockedFor('a'), 0)
    assert.equal(tallies.failures('a'), 2)
    clock.time = 1500
    assert.equal(tallies.failures('a'), 0)
  })

  test('pending attempts count towards the limit, but do not block', () => {
    const { tallies, fail } = setUp()
    fail('a')
    tallies.start('a')
    assert.equal(tallies.isFull('a'), false)
    tallies.start('a')
    assert.equal(tallies.isFull('a'), true)
    assert.equal(tallies.blockedFor('a'), 0)
    tallies.end('a', false)
    assert.equal(tallies.isFull('a'), false)
    assert.equal(tallies.failures('a'), 1)
  })

  test('the least recently changed key is dropped when there are too many', () => {
    const { tallies, fail } = setUp()
    for (const key of ['a', 'b', 'c', 'd', 'a', 'e']) fail(key)
    assert.deepEqual(
      ['a', 'b', 'c', 'd', 'e'].map((key) => tallies.failures(key)),
      [2, 0, 1, 1, 1]
    )
  })

  test('an attempt can end after its key was dropped', () => {
    const { tallies, fail } = setUp()
    tallies.start('a')
    for (const key of ['b', 'c', 'd', 'e']) fail(key)
    tallies.end('a', true)
    assert.equal(tallies.failures('a'), 1)
    assert.equal(tallies.isFull('a'), false)
  })

  test('clearing the failures of a key does not change its pending attempts', () => {
    const { tallies, fail } = setUp()
    fail('a')
    fail('a')
    tallies.start('a')
    tallies.clearFailures('a')
    assert.equal(tallies.failures('a'), 0)
    tallies.start('a')
    tallies.start('a')
    assert.equal(tallies.isFull('a'), true)
  })
})
