import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret, signatureHeaders } from './sign.ts'

const message = {
  id: '01900000-0000-7000-8000-000000000001-r1',
  timestamp: new Date(),
  body: '{"name":"Stühle 🪑"}'
}
const secretOf = (bytes: number) => `whsec_${randomBytes(bytes).toString('base64')}`

suite('signatures of webhooks', () => {
  test('are those that the reference implementation makes and verifies', () => {
    for (const secret of [newWebhookSecret(), secretOf(24), secretOf(64)]) {
      const headers = signatureHeaders({ ...message, secrets: [secret] })
      const reference = new Webhook(secret)
      assert.equal(headers['webhook-signature'], reference.sign(message.id, message.timestamp, message.body))
      assert.deepEqual(reference.verify(message.body, headers), JSON.parse(message.body))
    }
  })

  test('are made with each secret, so that receivers can use the old or the new one', () => {
    const secrets = [newWebhookSecret(), newWebhookSecret()]
    const headers = signatureHeaders({ ...message, secrets })
    assert.equal(headers['webhook-signature']?.split(' ').length, 2)
    for (const secret of secrets)
      assert.deepEqual(new Webhook(secret).verify(message.body, headers), JSON.parse(message.body))
    assert.throws(
      () => new Webhook(newWebhookSecret()).verify(message.body, headers),
      /No matching signature/
    )
  })

  test('are of the id, the timestamp and the body', () => {
    const secret = newWebhookSecret()
    const headers = signatureHeaders({ ...message, secrets: [secret] })
    const seconds = Number(headers['webhook-timestamp'])
    assert.equal(seconds, Math.floor(message.timestamp.getTime() / 1000))
    const assertInvalid = (changed: Record<string, string>) =>
      assert.throws(
        () => new Webhook(secret).verify(message.body, { ...headers, ...changed }),
        /No matching signature/
      )
    assertInvalid({ 'webhook-id': 'other' })
    assertInvalid({ 'webhook-timestamp': String(seconds + 1) })
    assert.throws(() => new Webhook(secret).verify(`${message.body} `, headers), /No matching signature/)
  })

  test('need secrets of 24 to 64 bytes in Base64, which errors do not contain', () => {
    const invalid = [
      secretOf(23),
      secretOf(65),
      randomBytes(32).toString('base64'),
      `whsec_${randomBytes(32).toString('hex')}!`,
      `WHSEC_${randomBytes(32).toString('base64')}`,
      'whsec_AAAA'
    ]
    for (const secret of invalid)
      assert.throws(
        () => signatureHeaders({ ...message, secrets: [secret] }),
        (error: Error) => /24 to 64 bytes/.test(error.message) && !error.message.includes(secret.slice(6))
      )
    assert.throws(() => signatureHeaders({ ...message, secrets: [] }), /at least one secret/)
  })

  test('a new secret is whsec_ and 32 random bytes in Base64', () => {
    const secrets = Array.from({ length: 100 }, newWebhookSecret)
    for (const secret of secrets) assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(new Set(secrets).size, 100)
  })
})
