import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Event } from '@purveyor/client'
import { audit } from '../../texts/en/audit.ts'
import { changesOf } from './change-values.ts'

const cases: [from: unknown, to: unknown, shown: [string, string]][] = [
  [12.5, 9, ['12.5', '9']],
  [null, 'kg', ['none', 'kg']],
  ['', [], ['none', 'none']],
  [true, false, ['Yes', 'No']],
  [['name', 'brand'], ['name'], ['name, brand', 'name']],
  [{}, { minImages: 2 }, ['none', '{"minImages":2}']],
  [['a'.repeat(200), 'b'], [{ label: 'a'.repeat(200) }], ['2 entries', '1 entry']]
]

for (const [from, to, shown] of cases)
  test(`${JSON.stringify(shown)} is shown for values before and after`, () => {
    const event = { details: { changes: [{ field: 'name', from, to }] } } as Event
    assert.deepEqual(changesOf(event, audit), [{ field: 'name', from: shown[0], to: shown[1] }])
  })

test('a value that was too long to be stored is named so, and events without values have no changes', () => {
  const event = { details: { changes: [{ field: 'name', to: 'New' }] } } as Event
  assert.deepEqual(changesOf(event, audit), [{ field: 'name', from: 'too long to be stored', to: 'New' }])
  assert.deepEqual(changesOf({ details: {} } as Event, audit), [])
})
