import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countsByCategory } from './count-attributes.ts'

test('categories have the attributes of those above them, each once', () => {
  const paths = new Map([
    ['tools', ['Tools']],
    ['drills', ['Tools', 'Drills']],
    ['bits', ['Tools', 'Drills', 'Bits']],
    ['saws', ['Tools', 'Saws']],
    ['paint', ['Paint']]
  ])
  const attributes = [
    { id: 'voltage', categoryIds: ['tools', 'bits'] },
    { id: 'chuck', categoryIds: ['drills'] }
  ]
  assert.deepEqual(
    [...countsByCategory(attributes, paths)],
    [
      ['tools', { own: 1, all: 1 }],
      ['drills', { own: 1, all: 2 }],
      ['bits', { own: 1, all: 2 }],
      ['saws', { own: 0, all: 1 }],
      ['paint', { own: 0, all: 0 }]
    ]
  )
})
