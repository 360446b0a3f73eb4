import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newSecret } from '../../../lib/secrets.ts'
import { newSalt, successorOf } from './tokens.ts'

test('a successor has 32 bytes and depends on token, salt and secret', () => {
  const [token, salt] = [newSecret(), newSalt()]
  const successor = successorOf(token, salt, 'secret')
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  assert.match(successor, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(successorOf(token, salt, 'secret'), successor)
  const others = [
    successorOf(newSecret(), salt, 'secret'),
    successorOf(token, newSalt(), 'secret'),
    successorOf(token, salt, 'another secret')
  ]
  assert.equal(new Set([successor, token, ...others]).size, 5)
})
