import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '../../lib/ids.ts'
import { patchFaults } from './product-patch.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const faultsOf = (entry: object) =>
  patchFaults({ variantStock: [{ variantId: newId(), ...entry }] }, now).map(
    (found) => `${'pointer' in found && found.pointer.slice('/variantStock/0/'.length)} ${found.code}`
  )

const cases: [string, object, string[]][] = [
  ['a quantity', { quantity: 1 }, []],
  ['a quantity with expected and asOf', { quantity: 1, expected: 1, asOf: '2026-03-01T12:05:00Z' }, []],
  ['a change with asOf', { change: -1, asOf: '2026-03-01T12:00:00Z' }, []],
  ['neither quantity nor change', { expected: 1 }, ['quantity REQUIRED']],
  ['quantity and change', { quantity: 1, change: 1 }, ['change NOT_ALLOWED']],
  ['change and expected', { change: 1, expected: 1 }, ['expected NOT_ALLOWED']],
  [
    'all fields',
    { quantity: 1, change: 1, expected: 1, asOf: '2026-03-01T12:05:00.001Z' },
    ['asOf TOO_LARGE', 'change NOT_ALLOWED', 'expected NOT_ALLOWED']
  ],
  ['a leap second', { quantity: 1, asOf: '2016-12-31T23:59:60Z' }, ['asOf INVALID_TIMESTAMP']]
]
for (const [title, entry, expected] of cases) {
  test(`an entry of variantStock with ${title} has the faults: ${expected.join(', ') || 'none'}`, () => {
    assert.deepEqual(faultsOf(entry), expected)
  })
}
