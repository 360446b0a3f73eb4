import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { createEncryption, EncryptionError } from './encryption.ts'

const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(32)) as [string, string, string]
const purpose = 'webhook-secrets:1'

suite('an encrypted value', () => {
  test('is decrypted to the same JSON value', () => {
    const { encrypt, decrypt } = createEncryption([first])
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, purpose) => {
        // JSON has no -0.
        const expected = JSON.parse(JSON.stringify(value))
        assert.deepEqual(decrypt(purpose, encrypt(purpose, value)), expected)
      })
    )
  })

  test('differs each time, and does not contain the text', () => {
    const { encrypt } = createEncryption([first])
    const texts = new Set(
      Array.from({ length: 100 }, () => encrypt(purpose, 'a secret text').toString('hex'))
    )
    assert.equal(texts.size, 100)
    assert.ok(!encrypt(purpose, 'a secret text').includes('secret'))
  })

  test('has the length of the text and 33 bytes, and begins with the version and the id of the key', () => {
    const { encrypt } = createEncryption([first])
    const [one, other] = [encrypt(purpose, 'ab'), encrypt(purpose, 'cd')]
    assert.equal(one.length, 33 + '"ab"'.length)
    assert.equal(one[0], 1)
    assert.deepEqual(one.subarray(0, 5), other.subarray(0, 5))
    assert.notDeepEqual(createEncryption([second]).encrypt(purpose, 'ab').subarray(1, 5), one.subarray(1, 5))
  })

  test('is decrypted with any value of the secret, and encrypted with the first', () => {
    const old = createEncryption([first]).encrypt(purpose, 'x')
    const both = createEncryption([second, first])
    assert.equal(both.decrypt(purpose, old), 'x')
    assert.equal(createEncryption([second]).decrypt(purpose, both.encrypt(purpose, 'y')), 'y')
  })

  test('is outdated if another value than the first has encrypted it', () => {
    const old = createEncryption([first]).encrypt(purpose, 'x')
    assert.equal(createEncryption([first, second]).isOutdated(old), false)
    assert.equal(createEncryption([second, first]).isOutdated(old), true)
    assert.equal(createEncryption([third]).isOutdated(old), true)
    assert.equal(createEncryption([first]).isOutdated(Buffer.alloc(0)), true)
  })

  test('of another secret is refused with a message that names the setting', () => {
    const old = createEncryption([first]).encrypt(purpose, 'x')
    assert.throws(() => createEncryption([second, third]).decrypt(purpose, old), {
      name: 'EncryptionError',
      message: /^The webhook-secrets:1 can't be decrypted: SECRETS_KEY has another value/
    })
  })

  test('can only be decrypted for its purpose', () => {
    const { encrypt, decrypt } = createEncryption([first])
    const bytes = encrypt(purpose, 'x')
    assert.throws(() => decrypt('webhook-secrets:2', bytes), /they were changed, or belong to another row\.$/)
  })

  test('that was changed in any bit, cut or extended is refused', () => {
    const { encrypt, decrypt } = createEncryption([first])
    const bytes = encrypt(purpose, 'x')
    const changed = Array.from({ length: bytes.length * 8 }, (_, bit) => {
      const copy = Buffer.from(bytes)
      copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      return copy
    })
    const cut = Array.from({ length: bytes.length }, (_, length) => bytes.subarray(0, length))
    for (const copy of [...changed, ...cut, Buffer.concat([bytes, Buffer.alloc(1)])])
      assert.throws(() => decrypt(purpose, copy), EncryptionError)
  })
})
