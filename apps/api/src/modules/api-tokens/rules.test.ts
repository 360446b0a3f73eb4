import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expiryFaults } from './rules.ts'

const now = Date.parse('2026-03-01T12:00:00.000Z')

const cases: [expiresAt: unknown, code: string | undefined][] = [
  ['2026-03-01T12:00:00.001Z', undefined],
  ['2026-03-01T12:00:00.000Z', 'NOT_IN_FUTURE'],
  ['2026-03-01T13:00:00.000+01:00', 'NOT_IN_FUTURE'],
  ['2026-03-01T11:30:00.000-01:00', undefined],
  ['9999-12-31T23:59:59.999Z', undefined],
  ['0000-01-01T00:00:00Z', 'NOT_IN_FUTURE'],
  ['2026-12-31T23:59:60Z', 'INVALID_TIMESTAMP'],
  [null, undefined],
  [undefined, undefined],
  [12, undefined]
]

for (const [expiresAt, code] of cases) {
  test(`expiresAt ${expiresAt} ${code ? `is reported as ${code}` : 'is accepted'}`, () => {
    assert.deepEqual(
      expiryFaults({ expiresAt }, now).map((fault) => fault.code),
      code ? [code] : []
    )
  })
}

test("a body that isn't an object is left to the schema", () => {
  for (const body of [null, [], 'x', 1]) assert.deepEqual(expiryFaults(body, now), [])
})
