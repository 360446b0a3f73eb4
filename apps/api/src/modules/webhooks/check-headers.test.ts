import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { checkWebhookHeader } from './check-headers.ts'

suite('headers of webhooks', () => {
  test('can be those that gateways need', () => {
    for (const [name, value] of [
      ['Authorization', 'Bearer abc.def=='],
      ['X-Api-Key', 'a b\tc'],
      ['x-empty', ''],
      ['x-latin', 'Größe']
    ] as const)
      assert.equal(checkWebhookHeader(name, value), undefined, name)
  })

  test('cannot be those that the service sends, and those of the connection', () => {
    for (const name of [
      'Host',
      'connection',
      'Content-Length',
      'content-type',
      'Transfer-Encoding',
      'TE',
      'Upgrade'
    ])
      assert.match(checkWebhookHeader(name, 'a') ?? '', /^must not contain /, name)
    for (const name of [
      'webhook-id',
      'Webhook-Signature',
      'WEBHOOK-x',
      'user-agent',
      'Proxy-Authorization',
      'Expect'
    ])
      assert.match(checkWebhookHeader(name, 'a') ?? '', /^must not contain /, name)
  })

  test('have a name and a value that cannot end the header', () => {
    for (const name of ['', 'a b', 'a:', 'a\r\nb', 'ä', 'host\0'])
      assert.match(checkWebhookHeader(name, 'a') ?? '', /^must have a valid name/, JSON.stringify(name))
    for (const value of [
      'secret\r\nx: y',
      'secret\n',
      'secret\r',
      'secret\0',
      'secret\u0100',
      ' secret',
      'secret '
    ])
      assert.match(checkWebhookHeader('x-key', value) ?? '', /^must have a value for x-key (?!.*secret)/)
  })
})
