import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changesOf, type Merged, mergeChanges } from './merge-changes.ts'

const base = { name: 'a', phone: '1', rates: [1, 2] }

const cases: [string, typeof base, typeof base, Omit<Merged<typeof base>, 'base'>][] = [
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
    const { values: merged, conflicts } = mergeChanges({ values, base, current })
    assert.deepEqual({ values: merged, conflicts }, expected)
  })

test('a conflict keeps its base until it ends with the values of either side', () => {
  const versions = {
    values: { ...base, name: 'mine' },
    base,
    current: { ...base, name: 'theirs', phone: '2' }
  }
  assert.deepEqual(mergeChanges(versions).base, { ...base, phone: '2' })
  assert.deepEqual(mergeChanges(versions, 'mine'), {
    values: { ...versions.current, name: 'mine' },
    base: versions.current,
    conflicts: []
  })
  assert.deepEqual(mergeChanges(versions, 'current'), {
    values: versions.current,
    base: versions.current,
    conflicts: []
  })
})

test('the changes of a form are its fields that differ', () => {
  assert.deepEqual(changesOf({ ...base, name: 'b', rates: [1, 2] }, base), { name: 'b' })
})
