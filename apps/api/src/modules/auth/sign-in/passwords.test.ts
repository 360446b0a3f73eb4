import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseOptions } from '@node-rs/argon2'
import { dummyHash, hashPassword, passwordProblem, verifyPassword } from './passwords.ts'

suite('passwords', () => {
  test('hashes of a password are argon2id texts, and no two are the same', async () => {
    const [first, second] = await Promise.all([hashPassword('twelve chars'), hashPassword('twelve chars')])
    assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    assert.notEqual(first, second)
    assert.equal(await verifyPassword(first, 'twelve chars'), true)
    assert.equal(await verifyPassword(second, 'twelve chars'), true)
  })

  test('an unknown account costs the same as a known one, and never matches', async () => {
    assert.deepEqual(parseOptions(dummyHash), parseOptions(await hashPassword('any password at all')))
    assert.equal(await verifyPassword(undefined, 'any password at all'), false)
  })

  test('passwords are not truncated, trimmed, case-folded or normalised', async () => {
    const long = 'x'.repeat(127)
    const stored = await hashPassword(`${long}y`)
    assert.equal(await verifyPassword(stored, `${long}z`), false)
    const composed = await hashPassword('cafétière \u00e9 Ab')
    for (const other of [
      'cafétière e\u0301 Ab',
      ' cafétière \u00e9 Ab',
      'cafétière \u00e9 Ab ',
      'cafétière \u00e9 ab'
    ]) {
      assert.equal(await verifyPassword(composed, other), false, JSON.stringify(other))
    }
    assert.equal(await verifyPassword(composed, 'cafétière \u00e9 Ab'), true)
  })

  test('concurrent verifications all return the correct result', async () => {
    const stored = await hashPassword('the right one')
    const tries = Array.from({ length: 12 }, (_, index) => index % 3 === 0)
    const results = await Promise.all(
      tries.map((isRight) => verifyPassword(stored, isRight ? 'the right one' : 'the wrong one'))
    )
    assert.deepEqual(results, tries)
  })

  test('a password has 12 to 128 code points and no NUL or unpaired surrogates', () => {
    const cases: [string, RegExp | undefined][] = [
      ['x'.repeat(11), /at least 12/],
      ['x'.repeat(12), undefined],
      ['x'.repeat(128), undefined],
      ['x'.repeat(129), /at most 128/],
      ['😀'.repeat(11), /at least 12/],
      ['😀'.repeat(128), undefined],
      ['            ', undefined],
      [`${'x'.repeat(12)}\0`, /NUL/],
      [`${'x'.repeat(12)}\ud800`, /unpaired surrogate/]
    ]
    for (const [password, fault] of cases) {
      if (fault) assert.match(passwordProblem(password) ?? '', fault)
      else assert.equal(passwordProblem(password), undefined)
    }
  })
})
