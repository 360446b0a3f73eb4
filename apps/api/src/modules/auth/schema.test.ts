import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmail } from './schema.ts'

test('an email address has a local part, a domain with a dot and at most 254 characters', () => {
  const longest = `${'a'.repeat(242)}@example.com`
  for (const email of ['ana@example.com', 'Ana.Lima+tools@mail.example.com', "o'neil@example.com", longest]) {
    assert.equal(isEmail(email), true, email)
  }
  for (const email of [
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'a b@example.com',
    'ana@@example.com',
    `a${longest}`
  ]) {
    assert.equal(isEmail(email), false, email)
  }
})
