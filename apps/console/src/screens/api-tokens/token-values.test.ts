import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyToken, newTokenOf, type TokenValues } from './token-values.ts'

const now = Date.parse('2026-03-01T10:00:00.000Z')
const values: TokenValues = { ...emptyToken, name: 'Sync' }

const cases: [string, Partial<TokenValues>, string | undefined][] = [
  ['never', { expiry: 'never' }, undefined],
  ['after 30 days', { expiry: '30' }, '2026-03-31T10:00:00.000Z'],
  ['at the end of a day', { expiry: 'date', day: '2026-12-31' }, new Date(2027, 0, 1).toISOString()]
]

for (const [title, changed, expiresAt] of cases)
  test(`a token expires ${title}`, () => {
    assert.equal(newTokenOf({ ...values, ...changed }, now).expiresAt, expiresAt)
  })
