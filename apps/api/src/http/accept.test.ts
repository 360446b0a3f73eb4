import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preferredType } from './accept.ts'

const offered = ['application/json', 'text/csv', 'application/x-ndjson'] as const

const cases: [string | undefined, string][] = [
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/json, text/plain, */*', 'application/json'],
  ['text/csv', 'text/csv'],
  ['Text/CSV; charset=utf-8', 'text/csv'],
  ['text/*', 'text/csv'],
  ['text/csv, */*', 'text/csv'],
  ['*/*, text/csv;q=0.9', 'application/json'],
  ['text/csv;q=0.5, application/x-ndjson; q=0.8', 'application/x-ndjson'],
  ['application/x-ndjson, application/json', 'application/x-ndjson'],
  ['application/*', 'application/json'],
  ['application/*, application/json;q=0', 'application/x-ndjson'],
  ['*/*, application/json;q=0.000', 'text/csv'],
  ['text/csv;q=0', 'application/json'],
  ['text/csv;q=2', 'application/json'],
  ['text/csv;q=', 'application/json'],
  ['text/html, application/xml;q=0.9', 'application/json'],
  [';;,,;q=1,/', 'application/json']
]

for (const [header, expected] of cases) {
  test(`Accept: ${header} prefers ${expected}`, () => assert.equal(preferredType(header, offered), expected))
}
