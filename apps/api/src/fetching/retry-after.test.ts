import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRetryAfter } from './retry-after.ts'

const now = Date.parse('2026-11-27T12:00:00Z')
const hour = 60 * 60 * 1000

for (const [value, ms] of [
  [undefined, null],
  ['', null],
  ['0', 0],
  ['120', 120_000],
  ['3600', hour],
  ['3601', hour],
  ['9'.repeat(400), hour],
  ['-1', null],
  ['1.5', null],
  ['1e3', null],
  ['soon', null],
  ['2026', 2_026_000],
  ['Fri, 27 Nov 2026 12:00:30 GMT', 30_000],
  ['Fri, 27 Nov 2026 11:00:00 GMT', 0],
  ['Sat, 28 Nov 2026 12:00:00 GMT', hour],
  ['Friday, 27-Nov-26 12:00:30 GMT', 30_000],
  ['Fri Nov 27 12:00:30 2026', 30_000],
  ['Fri, 99 Nov 2026 12:00:30 GMT', null],
  [['5', '6'], 5000]
] as const)
  test(`Retry-After: ${String(value).slice(0, 40)} is ${ms} ms`, () => {
    assert.equal(readRetryAfter(value as string, now), ms)
  })
