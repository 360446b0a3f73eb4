import assert from 'node:assert/strict'
import { test } from 'node:test'
import { completeAddress, isWebAddress } from './web-address.ts'

const cases: [typed: string, address: string][] = [
  [' example.com ', 'https://example.com'],
  ['www.example.com/care?lang=en#top', 'https://www.example.com/care?lang=en#top'],
  ['bücher.example:8080/a', 'https://bücher.example:8080/a'],
  ['http://example.com', 'http://example.com'],
  ['mailto:help@example.com', 'mailto:help@example.com'],
  ['javascript:alert(1)', 'javascript:alert(1)'],
  ['help@example.com', 'help@example.com'],
  ['example', 'example'],
  ['two words.example', 'two words.example'],
  ['', '']
]
for (const [typed, address] of cases)
  test(`'${typed}' becomes '${address}'`, () => assert.equal(completeAddress(typed), address))

test('only pages and mailboxes are addresses', () => {
  assert.ok(isWebAddress('https://example.com'))
  assert.ok(isWebAddress('mailto:help@example.com'))
  assert.ok(!isWebAddress('javascript:alert(1)'))
  assert.ok(!isWebAddress('example.com'))
})
