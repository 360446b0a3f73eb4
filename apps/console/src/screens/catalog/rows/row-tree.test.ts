import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VariantRow } from '../../../ui/products/product-row.ts'
import { RowTree } from './row-tree.ts'

const variants = (...ids: string[]) => ids.map((id) => ({ id }) as VariantRow)

test('variants are below their products', () => {
  const tree = new RowTree([
    { index: 4, id: 'e', variants: variants('e1') },
    { index: 1, id: 'b', variants: variants('b1', 'b2') }
  ])
  const rows = Array.from({ length: 9 }, (_, row) => tree.find(row))
  assert.deepEqual(
    rows.map(({ index, variant }) => variant?.id ?? index),
    [0, 1, 'b1', 'b2', 2, 3, 4, 'e1', 5]
  )
  assert.equal(tree.added, 3)
  assert.deepEqual(
    [0, 1, 2, 4, 5].map((index) => tree.rowOf(index)),
    [0, 1, 4, 6, 8]
  )
})
