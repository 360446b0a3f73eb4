import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { indexAt, inOrder, moved, shiftOf } from './reorder.ts'

describe('the order of rules', () => {
  for (const [from, to, result] of [
    [0, 2, 'bca'],
    [2, 0, 'cab'],
    [1, 1, 'abc'],
    [0, 1, 'bac'],
    [7, 0, 'abc']
  ] as const) {
    test(`moving from ${from} to ${to} gives ${result}`, () => {
      assert.equal(moved(['a', 'b', 'c'], from, to).join(''), result)
    })
  }

  test('follows the ids; new elements come last', () => {
    const list = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
    const ordered = inOrder(list, ['d', 'gone', 'b'])
    assert.equal(ordered.map(({ id }) => id).join(''), 'dbac')
  })
})

describe('a row that is dragged', () => {
  const rows = [0, 100, 200, 400].map((top, index) => ({ top, height: index === 2 ? 200 : 100 }))
  for (const [from, distance, to] of [
    [0, 0, 0],
    [0, 49, 0],
    [0, 51, 1],
    [0, 149, 1],
    [0, 201, 2],
    [0, 900, 3],
    [3, -99, 3],
    [3, -101, 2],
    [3, -900, 0],
    [2, -149, 1],
    [2, -151, 0]
  ] as const) {
    test(`from ${from} by ${distance} is at ${to}`, () => assert.equal(indexAt(rows, from, distance), to))
  }

  test('moves the rows between aside', () => {
    const shifts = (from: number, to: number) => [0, 1, 2, 3].map((n) => shiftOf(n, { from, to, size: 10 }))
    assert.deepEqual(shifts(0, 2), [0, -10, -10, 0])
    assert.deepEqual(shifts(3, 1), [0, 10, 10, 0])
    assert.deepEqual(shifts(1, 1), [0, 0, 0, 0])
  })
})
