import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlatformCategoryNode } from '@purveyor/client'
import { matching, newPositions, parentIds, typedRow, visibleRows } from './tree-rows.ts'

function node(name: string, ...children: PlatformCategoryNode[]): PlatformCategoryNode {
  const times = { createdAt: '', updatedAt: '' }
  return {
    id: name,
    name,
    slug: name.toLowerCase(),
    imageUrl: null,
    parentId: null,
    position: 0,
    ...times,
    children
  }
}

const tree = [node('Tools', node('Saws', node('Jigsaws')), node('Drills')), node('Safety')]
const names = (nodes: readonly { node: PlatformCategoryNode }[]) => nodes.map((row) => row.node.name)

test('categories below closed ones are not shown', () => {
  assert.deepEqual(names(visibleRows(tree, new Set())), ['Tools', 'Safety'])
  const rows = visibleRows(tree, new Set(['Tools']))
  assert.deepEqual(names(rows), ['Tools', 'Saws', 'Drills', 'Safety'])
  assert.deepEqual(
    rows.map(({ level, index, siblings, isOpen, parentId }) => [level, index, siblings, isOpen, parentId]),
    [
      [1, 0, 2, true, null],
      [2, 0, 2, false, 'Tools'],
      [2, 1, 2, false, 'Tools'],
      [1, 1, 2, false, null]
    ]
  )
  assert.deepEqual(parentIds(tree), ['Tools', 'Saws'])
})

test('a search keeps the categories above a match', () => {
  const found = matching(tree, ' JIG')
  assert.deepEqual(names(visibleRows(found, new Set(parentIds(found)))), ['Tools', 'Saws', 'Jigsaws'])
  assert.equal(matching(tree, '').length, 2)
  assert.deepEqual(matching(tree, 'x'), [])
})

test('typing goes to the next name that begins so, and begins again at the top', () => {
  const rows = visibleRows(tree, new Set(['Tools']))
  assert.equal(typedRow(rows, 0, 's')?.node.name, 'Saws')
  assert.equal(typedRow(rows, 1, 's')?.node.name, 'Safety')
  assert.equal(typedRow(rows, 1, 'sa')?.node.name, 'Saws')
  assert.equal(typedRow(rows, 3, 't')?.node.name, 'Tools')
  assert.equal(typedRow(rows, 0, 'x'), undefined)
})

test('a moved sibling gets a position, and so do those that had none', () => {
  const siblings = ['a', 'b', 'c'].map((id) => ({ id, position: 0 }))
  assert.deepEqual(newPositions(siblings, 2, 1), [
    { id: 'c', position: 1 },
    { id: 'b', position: 2 }
  ])
  const placed = siblings.map((one, position) => ({ ...one, position }))
  assert.deepEqual(newPositions(placed, 0, 1), [
    { id: 'b', position: 0 },
    { id: 'a', position: 1 }
  ])
  assert.deepEqual(newPositions(placed, 0, -1), [])
  assert.deepEqual(newPositions(placed, 2, 3), [])
})
