import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { StagedImage } from '../../products/write/fields.ts'
import { insertImage } from './settle-download.ts'

const image = (id: string, sortOrder: number, isPrimary = false): StagedImage => ({
  id,
  isNew: false,
  variantId: null,
  alt: '',
  sortOrder,
  isPrimary
})

/**
 * Inserts images of one item into a set, in the order of the array. Their ids are their positions in the
 * item.
 */
function insertAll(set: StagedImage[], positions: number[]): StagedImage[] {
  return positions.reduce((before, position) => {
    const later = positions.filter((other) => other > position).map(String)
    return insertImage(before, { id: String(position), later })
  }, set)
}

test('images are in the order of their item whatever order they arrive in, and the first is primary', () => {
  const positions = fc.uniqueArray(fc.nat(19), { minLength: 1 })
  fc.assert(
    fc.property(positions, (arrived) => {
      const set = insertAll([], arrived)
      const expected = arrived.toSorted((a, b) => a - b)
      assert.deepEqual(
        set.map(({ id, sortOrder, isPrimary }) => [id, sortOrder, isPrimary]),
        expected.map((position, index) => [String(position), index, index === 0])
      )
    })
  )
})

test('existing images of a product stay before the new ones, and its primary image stays primary', () => {
  const set = insertAll([image('a', 3), image('b', 7, true)], [1, 0, 2])
  assert.deepEqual(
    set.map(({ id, sortOrder, isPrimary }) => [id, sortOrder, isPrimary]),
    [
      ['a', 3, false],
      ['b', 7, true],
      ['0', 8, false],
      ['1', 9, false],
      ['2', 10, false]
    ]
  )
})

test('an image that the vendor made primary in the meantime stays primary', () => {
  const set = insertImage([image('1', 0), image('2', 1, true)], { id: '0', later: ['1', '2'] })
  assert.deepEqual(
    set.map(({ id, isPrimary }) => [id, isPrimary]),
    [
      ['0', false],
      ['1', false],
      ['2', true]
    ]
  )
})
