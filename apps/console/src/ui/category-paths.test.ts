import assert from 'node:assert/strict'
import { test } from 'node:test'
import { categoryPaths } from './category-paths.ts'

test('each category has the names above it, in the order of the tree', () => {
  const leaf = (id: string, name: string) => ({ id, name, children: [] })
  const paths = categoryPaths([
    { id: 'a', name: 'Tools', children: [{ id: 'b', name: 'Saws', children: [leaf('c', 'Jigsaws')] }] },
    leaf('d', 'Paint')
  ])
  assert.deepEqual(
    [...paths],
    [
      ['a', ['Tools']],
      ['b', ['Tools', 'Saws']],
      ['c', ['Tools', 'Saws', 'Jigsaws']],
      ['d', ['Paint']]
    ]
  )
})
