import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOlderRelease, release } from './release.ts'

test('the release has a version', () => assert.match(release.version, /^\d+\.\d+\.\d+/))

const cases: [string, string, boolean][] = [
  ['0.2.0', '0.3.0', true],
  ['0.9.0', '0.10.0', true],
  ['0.3.0', '0.3.0', false],
  ['1.0.0', '0.9.9', false],
  ['0.3.0', '0.3.1', true],
  ['0.3.0-next', '0.3.0', false]
]
for (const [a, b, expected] of cases)
  test(`${a} is ${expected ? '' : 'not '}older than ${b}`, () => assert.equal(isOlderRelease(a, b), expected))
