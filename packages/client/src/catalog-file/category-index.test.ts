import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CategoryIndex, type CategoryNode } from './category-index.ts'

function node(id: string, name: string, children: CategoryNode[] = [], slug = `slug-of-${id}`): CategoryNode {
  return { id, name, slug, children }
}

const tree = [
  node('1', 'Tools', [
    node('2', 'Hand Tools', [node('3', 'Wrenches, Sockets')]),
    node('4', 'Accessories'),
    node('5', 'Audio/Video')
  ]),
  node('6', 'Garden', [node('7', 'Accessories'), node('8', 'Tools'), node('9', 'Pumps', [], 'pumps')])
]

function find(written: string | string[], mapped: Record<string, string | null> = {}): string[] | string {
  const found = new CategoryIndex(tree, mapped).find(written)
  return found.ok ? found.ids : `${found.reason}: ${found.text}`
}

const cases: [written: string | string[], ids: string[] | string][] = [
  ['3', ['3']],
  ['slug-of-3', ['3']],
  ['pumps', ['9']],
  ['HAND  TOOLS', ['2']],
  ['Tools > Hand Tools', ['2']],
  ['Tools/Hand tools', ['2']],
  ['Tools\\Hand tools', ['2']],
  ['Tools » Hand tools', ['2']],
  ['Hand Tools > Wrenches, Sockets', ['3']],
  ['Wrenches, Sockets', ['3']],
  ['Audio/Video', ['5']],
  ['Tools > Audio/Video', ['5']],
  ['Garden > Accessories', ['7']],
  ['/Tools', ['1']],
  ['Garden/Tools', ['8']],
  ['Hand Tools; Pumps', ['2', '9']],
  ['Hand Tools | Garden > Pumps', ['2', '9']],
  ['2,9', ['2', '9']],
  ['Hand Tools, Pumps', ['2', '9']],
  [['Tools', 'Hand Tools'], ['2']],
  [
    ['Hand Tools', 'Pumps'],
    ['2', '9']
  ],
  ['Accessories', 'ambiguous: Accessories'],
  ['Tools', 'ambiguous: Tools'],
  ['Tools > Pumps', 'missing: Tools > Pumps'],
  ['Hand Tools; Lamps', 'missing: Lamps'],
  ['Lamps, lights', 'missing: Lamps, lights'],
  [['Tools', 'Lamps'], 'missing: Tools > Lamps']
]

describe('categories of a file', () => {
  test('a category is found by its id, slug, name or path', () => {
    for (const [written, expected] of cases) assert.deepEqual(find(written), expected, String(written))
  })

  test('an ambiguous name is reported with the paths that it could mean', () => {
    const found = new CategoryIndex(tree).find('Accessories')
    assert.deepEqual(found.ok ? [] : found.paths, [
      'Garden > Accessories (slug-of-7)',
      'Tools > Accessories (slug-of-4)'
    ])
  })

  test('a map replaces texts of the file', () => {
    assert.deepEqual(find('Lamps', { lamps: 'Garden > Pumps' }), ['9'])
    assert.deepEqual(find('Lamps', { Lamps: null }), [])
    assert.deepEqual(find('Lamps', { Lamps: '' }), 'missing: Lamps')
    assert.deepEqual(find('Lamps', { Lamps: 'Nowhere' }), 'missing: Lamps')
  })
})
