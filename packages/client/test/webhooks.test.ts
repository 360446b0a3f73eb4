import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { newWebhookSecret, signatureHeaders } from '../../../apps/api/src/modules/webhooks/sign.ts'
import { PurveyorError } from '../src/index.ts'
import { type ReceivedWebhook, signWebhook, verifyWebhook, WebhookRefused } from '../src/webhooks.ts'

const id = '01900000-0000-7000-8000-000000000001-r1'
const event = { id, type: 'product.created', details: { sku: 'Stühle 🪑' } }
const body = JSON.stringify(event)
const secret = newWebhookSecret()
const ago = (seconds: number) => new Date(Date.now() - 1000 * seconds)
/** The headers with which the service signs the request. */
const sign = (secrets: string[] = [secret], timestamp = new Date()) =>
  signatureHeaders({ id, timestamp, body, secrets })

async function assertRefused(received: ReceivedWebhook, code: string, message: RegExp): Promise<void> {
  await assert.rejects(verifyWebhook(received), (error: unknown) => {
    assert.ok(error instanceof WebhookRefused)
    assert.equal(error.code, code)
    assert.match(error.message, message)
    return true
  })
}

suite('verifyWebhook', () => {
  test('accepts what the service and the reference implementation sign', async () => {
    const timestamp = new Date()
    const reference = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(timestamp.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign(id, timestamp, body)
    }
    for (const headers of [sign(), reference])
      assert.deepEqual(await verifyWebhook({ secret, headers, body }), event)
  })

  test('accepts headers and bodies in any form', async () => {
    const sent = sign()
    const upper = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toUpperCase(), value]))
    const lists = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, [value]]))
    const bytes = new TextEncoder().encode(body)
    for (const headers of [sent, new Headers(sent), upper, lists])
      for (const form of [
        body,
        bytes,
        Buffer.from(body),
        bytes.slice().buffer,
        new Uint8Array(Buffer.from(`x${body}`)).subarray(1)
      ])
        assert.deepEqual(await verifyWebhook({ secret, headers, body: form }), event)
  })

  test('accepts one of several secrets and one of several signatures', async () => {
    const next = newWebhookSecret()
    const other = newWebhookSecret()
    const rotating = sign([next, secret])
    for (const accepted of [secret, next, [other, secret], [next, secret]])
      assert.deepEqual(await verifyWebhook({ secret: accepted, headers: rotating, body }), event)
    assert.deepEqual(await verifyWebhook({ secret: [next, secret], headers: sign(), body }), event)
    await assertRefused({ secret: [other], headers: rotating, body }, 'WRONG_SIGNATURE', /Check the secret/)
    await assertRefused({ secret, headers: sign([next]), body }, 'WRONG_SIGNATURE', /Check the secret/)
  })

  test('refuses a request of which any part was changed', async () => {
    const headers = sign()
    const changed = Buffer.from(body)
    for (const at of [0, 10, changed.length - 1]) {
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      await assertRefused({ secret, headers, body: changed }, 'WRONG_SIGNATURE', /exactly as it was received/)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
    }
    assert.deepEqual(await verifyWebhook({ secret, headers, body: changed }), event)
    for (const name of ['webhook-id', 'webhook-timestamp']) {
      const other = { ...headers, [name]: `${Number.parseInt(headers[name] ?? '', 10) + 1}` }
      await assertRefused({ secret, headers: other, body }, 'WRONG_SIGNATURE', /No signature/)
    }
    for (const signature of ['v1,', 'v1,!', 'v1', headers['webhook-signature']?.replace('v1,', 'v2,') ?? ''])
      await assertRefused(
        { secret, headers: { ...headers, 'webhook-signature': signature }, body },
        'WRONG_SIGNATURE',
        /No signature/
      )
  })

  test('refuses a request that was signed too long ago, or in the future', async () => {
    await assertRefused(
      { secret, headers: sign([secret], ago(302)), body },
      'OUTDATED',
      /30\d s ago\. Check the clock/
    )
    await assertRefused({ secret, headers: sign([secret], ago(-310)), body }, 'OUTDATED', /in the future/)
    assert.deepEqual(await verifyWebhook({ secret, headers: sign([secret], ago(290)), body }), event)
    const headers = sign([secret], ago(86_400))
    assert.deepEqual(await verifyWebhook({ secret, headers, body, toleranceSeconds: 90_000 }), event)
    await assertRefused({ secret, headers, body, toleranceSeconds: Number.NaN }, 'OUTDATED', /ago/)
  })

  test('names a missing header, and a body that is no JSON', async () => {
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      const { [name]: _, ...others } = sign()
      await assertRefused(
        { secret, headers: others, body },
        'MISSING_HEADER',
        new RegExp(`no header ${name}`)
      )
      await assertRefused({ secret, headers: new Headers(others), body }, 'MISSING_HEADER', new RegExp(name))
    }
    const text = '<xml/>'
    const headers = signatureHeaders({ id, timestamp: new Date(), body: text, secrets: [secret] })
    await assertRefused({ secret, headers, body: text }, 'NOT_JSON', /not JSON/)
  })

  test('says what is wrong with its own settings, without the secret', async () => {
    for (const wrong of [
      '',
      'whsec_',
      'abcdefgh',
      'whsec_not base64',
      'whsec_four four',
      undefined as unknown as string
    ])
      await assert.rejects(verifyWebhook({ secret: wrong, headers: sign(), body }), (error: unknown) => {
        assert.ok(error instanceof PurveyorError && !(error instanceof WebhookRefused))
        assert.match(error.message, /^secret: must be whsec_/)
        assert.ok(!wrong || wrong === 'whsec_' || !error.message.includes(wrong))
        return true
      })
    await assert.rejects(verifyWebhook({ secret: [], headers: sign(), body }), /at least one secret/)
    const parsed = event as unknown as string
    await assert.rejects(
      verifyWebhook({ secret, headers: sign(), body: parsed }),
      /^PurveyorError: body: pass the text/
    )
  })

  test('verifies a request over HTTP', async (t) => {
    const results: Promise<unknown>[] = []
    const server = createServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        results.push(verifyWebhook({ secret, headers: request.headers, body: Buffer.concat(chunks) }))
        response.end()
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await fetch(url, { method: 'POST', headers: sign(), body })
    assert.deepEqual(await results[0], event)
  })
})

test('signWebhook signs as the service does', async () => {
  const timestamp = new Date('2026-03-01T09:30:00.700Z')
  assert.deepEqual(await signWebhook({ secret, id, body, timestamp }), sign([secret], timestamp))
  const headers = await signWebhook({ secret, id, body })
  assert.deepEqual(new Webhook(secret).verify(body, headers), event)
})
