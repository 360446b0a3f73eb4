import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, mergeChanges } from './merge-changes.ts'

const base = { name: 'a', phone: '1', rates: [1, 2] }

const cases: [string, typeof base, typeof base, ReturnType<typeof mergeChanges<typeof base>>][] = [
  ['nothing changed', base, base, { values: base, conflicts: [] }],
  [
    'different fields changed',
    { ...base, name: 'mine' },
    { ...base, phone: '2' },
    { values: { ...base, name: 'mine', phone: '2' }, conflicts: [] }
  ],
  [
    'the same field changed differently',
    { ...base, rates: [1] },
    { ...base, rates: [1, 2, 3] },
    { values: { ...base, rates: [1] }, conflicts: ['rates'] }
  ],
  [
    'the same field changed to the same value',
    { ...base, name: 'new' },
    { ...base, name: 'new' },
    { values: { ...base, name: 'new' }, conflicts: [] }
  ]
]

for (const [title, values, current, expected] of cases)
  test(`changes of two people: ${title}`, () => {
    assert.deepEqual(mergeChanges({ values, base, current }), expected)
  })

test('the changes of a form are its fields that differ', () => {
  assert.deepEqual(changesOf({ ...base, name: 'b', rates: [1, 2] }, base), { name: 'b' })
})
