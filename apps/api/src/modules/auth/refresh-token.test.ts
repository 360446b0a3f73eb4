import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newRefreshToken, newSalt, successorOf } from './refresh-token.ts'

test('a successor has 32 bytes and follows from token, salt and secret, each of which it takes', () => {
  const [token, salt] = [newRefreshToken(), newSalt()]
  const successor = successorOf(token, salt, 'secret')
  assert.match(token, /^[A-Za-z0-9_-]{43}$/)
  assert.match(successor, /^[A-Za-z0-9_-]{43}$/)
  assert.equal(successorOf(token, salt, 'secret'), successor)
  const others = [
    successorOf(newRefreshToken(), salt, 'secret'),
    successorOf(token, newSalt(), 'secret'),
    successorOf(token, salt, 'another secret')
  ]
  assert.equal(new Set([successor, token, ...others]).size, 5)
})
