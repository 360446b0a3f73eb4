import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { hashSecret, newSecret, sameText } from './secrets.ts'

suite('secrets', () => {
  test('a new secret has the given number of bytes, 32 by default', () => {
    assert.match(newSecret(), /^[A-Za-z0-9_-]{43}$/)
    assert.equal(Buffer.from(newSecret(16), 'base64url').length, 16)
  })

  test('no two secrets are the same', () => {
    assert.equal(new Set(Array.from({ length: 1_000 }, () => newSecret())).size, 1_000)
  })

  test('a hash is the SHA-256 of the text in UTF-8', () => {
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    assert.equal(hashSecret('abc').toString('hex'), known)
    assert.deepEqual(hashSecret('é'), hashSecret(Buffer.from([0xc3, 0xa9]).toString()))
  })

  test('sameText is true only for equal texts, whatever their lengths', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (first, second) => {
        assert.ok(sameText(first, first))
        assert.equal(sameText(first, second), first === second)
      })
    )
  })
})
