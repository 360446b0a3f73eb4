import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../test/app.ts'

let t: TestApp
before(async () => {
  t = await testApp({ corsOrigins: ['https://console.test'] })
})
after(() => t.close())

const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' }

test('a named origin may read the answers, errors too, and the headers that it needs', async () => {
  for (const path of ['/storefront/categories', '/vendor/products']) {
    const { headers } = await t.call(`GET ${path}`, { headers: { origin: 'https://console.test' } })
    assert.equal(headers['access-control-allow-origin'], 'https://console.test')
    for (const name of ['ETag', 'Location', 'Retry-After', 'X-Request-Id'])
      assert.ok(headers['access-control-expose-headers']?.split(', ').includes(name), name)
  }
})

test('another origin may not, and neither may one that is written alike', async () => {
  for (const origin of [
    'https://evil.test',
    'null',
    'http://console.test',
    'https://console.test.evil.test'
  ]) {
    const { headers } = await t.call('GET /storefront/categories', { headers: { origin } })
    assert.equal(headers['access-control-allow-origin'], undefined)
    assert.match(headers.vary ?? '', /origin/i)
  }
})

test('a browser that asks first is told the methods, without a token', async () => {
  const answer = await t.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/vendor/products',
    headers: { origin: 'https://console.test', ...preflight }
  })
  assert.equal(answer.statusCode, 204)
  assert.match(String(answer.headers['access-control-allow-methods']), /PATCH/)
  assert.equal(answer.headers['access-control-allow-headers'], 'if-match')
})

test('OPTIONS without a question is no error', async () => {
  const answer = await t.app.inject({ method: 'OPTIONS', url: '/api/v1/vendor/products' })
  assert.equal(answer.statusCode, 204)
  assert.equal(answer.body, '')
})
