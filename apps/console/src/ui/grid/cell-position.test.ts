import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { movedBy, rangeOf, tabbed } from './cell-position.ts'

const size = { rows: 100, columns: 4, page: 20 }
const at = (row: number, column: number) => ({ row, column })

describe('keys in a grid', () => {
  const cases: [key: string, isControl: boolean, from: [number, number], to: [number, number] | undefined][] =
    [
      ['ArrowDown', false, [5, 1], [6, 1]],
      ['ArrowDown', true, [5, 1], [99, 1]],
      ['ArrowDown', false, [99, 1], [99, 1]],
      ['ArrowUp', false, [0, 1], [0, 1]],
      ['ArrowLeft', true, [5, 3], [5, 0]],
      ['PageDown', false, [90, 2], [99, 2]],
      ['PageUp', false, [30, 2], [10, 2]],
      ['Home', false, [30, 2], [30, 0]],
      ['Home', true, [30, 2], [0, 0]],
      ['End', false, [30, 2], [30, 3]],
      ['End', true, [30, 2], [99, 3]],
      ['a', false, [30, 2], undefined]
    ]
  for (const [key, isControl, [row, column], to] of cases) {
    test(`${isControl ? 'Control ' : ''}${key} from ${row}, ${column}`, () => {
      assert.deepEqual(movedBy({ key, isControl }, at(row, column), size), to && at(...to))
    })
  }

  test('Tab goes on in the next row', () => {
    assert.deepEqual(tabbed(at(1, 0), 1, [1, 3], 100), at(1, 1))
    assert.deepEqual(tabbed(at(1, 3), 1, [1, 3], 100), at(2, 1))
    assert.deepEqual(tabbed(at(1, 1), -1, [1, 3], 100), at(0, 3))
    assert.deepEqual(tabbed(at(0, 1), -1, [1, 3], 100), at(0, 1))
    assert.deepEqual(tabbed(at(99, 3), 1, [1, 3], 100), at(99, 3))
  })

  test('a range has its corners in order', () => {
    assert.deepEqual(rangeOf({ focus: at(2, 3), anchor: at(5, 1) }), { top: 2, bottom: 5, left: 1, right: 3 })
  })
})
