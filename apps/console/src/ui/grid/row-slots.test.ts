import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RowSlot, slotsFor } from './row-slots.ts'

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
const slots = (rows: RowSlot[]) => rows.map(({ slot }) => slot)
const shown = (...indexes: number[]) => slotsFor([], indexes, undefined)

test('rows that stay keep their slots', () => {
  const next = slotsFor(shown(0, 1, 2, 3), [1, 2, 3, 4], undefined)
  assert.deepEqual(
    next.filter(({ index }) => index < 4),
    [
      { index: 1, slot: 1 },
      { index: 2, slot: 2 },
      { index: 3, slot: 3 }
    ]
  )
})

test('other rows take the slots of rows that are no longer shown', () => {
  assert.deepEqual(slots(slotsFor(shown(0, 1, 2, 3), [2, 3, 4, 5], undefined)), [2, 3, 0, 1])
  assert.deepEqual(slots(slotsFor(shown(0, 1, 2), [60, 61, 62, 63], undefined)), [0, 1, 2, 3])
  assert.deepEqual(slots(slotsFor(shown(60, 61, 62), [0, 1, 2], undefined)), [0, 1, 2])
})

test('no slot moves up past a row that stays', () => {
  assert.deepEqual(slots(slotsFor(shown(4, 5, 6, 7), [2, 3, 4, 5], undefined)), [4, 5, 0, 1])
  // The row with the keyboard's position stays below the others.
  assert.deepEqual(slots(slotsFor(shown(60, 61, 62, 99), [0, 1, 2, 99], 99)), [0, 1, 2, 3])
})

test('the slot of the row that has the focus is not used for another row', () => {
  assert.deepEqual(slots(slotsFor(shown(0, 50, 51), [1, 50, 51], 0)), [3, 1, 2])
  assert.deepEqual(slots(slotsFor(shown(0, 1, 2), [3, 4, 5], 1)), [0, 2, 3])
})

test('each slot is used once, in any order of views', () => {
  let rows: RowSlot[] = []
  for (const first of [0, 20, 20, 21, 500, 499, 3, 0, 90_000, 40]) {
    const focused = rows[Math.floor(rows.length / 2)]?.index
    const indexes = from(first, first + 30)
    rows = slotsFor(rows, indexes, focused)
    assert.deepEqual(
      rows.map(({ index }) => index),
      indexes
    )
    assert.equal(new Set(slots(rows)).size, rows.length)
  }
})
