import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'

let t: TestApp
before(async () => {
  t = await testApp({ corsOrigins: ['https://console.test'] })
})
after(() => t.close())

const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'if-match' }

test('a configured origin may read all responses, including errors, and the headers that it needs', async () => {
  for (const path of ['/storefront/categories', '/vendor/products']) {
    const { headers } = await t.call(`GET ${path}`, { headers: { origin: 'https://console.test' } })
    assert.equal(headers['access-control-allow-origin'], 'https://console.test')
    for (const name of ['ETag', 'Location', 'Retry-After', 'X-Request-Id'])
      assert.ok(headers['access-control-expose-headers']?.split(', ').includes(name), name)
  }
})

test('other origins may not read responses, even if they are similar to a configured one', async () => {
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

test('a preflight request without a token gets the allowed methods', async () => {
  const answer = await t.app.inject({
    method: 'OPTIONS',
    url: '/api/v1/vendor/products',
    headers: { origin: 'https://console.test', ...preflight }
  })
  assert.equal(answer.statusCode, 204)
  assert.match(String(answer.headers['access-control-allow-methods']), /PATCH/)
  assert.equal(answer.headers['access-control-allow-headers'], 'if-match')
})

test('an OPTIONS request that is not a preflight gets the normal response, and the origin may read it', async () => {
  const headers = { origin: 'https://console.test' }
  const known = await t.app.inject({ method: 'OPTIONS', url: '/api/v1/auth/login', headers })
  assert.deepEqual([known.statusCode, known.body], [204, ''])
  assert.equal(known.headers.allow, 'OPTIONS, POST')
  assert.equal(known.headers['access-control-allow-origin'], 'https://console.test')
  assert.equal(known.headers['access-control-allow-methods'], undefined)
  assertProblem(await t.call('OPTIONS /nothing', { headers }), 404, 'NOT_FOUND')
})

test('a preflight gets a 204 on every path and does not count for the rate limit', async () => {
  const limited = await testApp({ corsOrigins: ['https://console.test'], rateLimitMax: 1 })
  try {
    for (const path of ['/vendor/products', '/nothing', '/vendor/products']) {
      const answer = await limited.call(`OPTIONS ${path}`, {
        headers: { origin: 'https://console.test', ...preflight }
      })
      assert.equal(answer.status, 204)
      assert.equal(answer.headers.ratelimit, undefined)
    }
  } finally {
    await limited.close()
  }
})

test('a configured origin may read a 405 and its Allow header', async () => {
  const answer = await t.call('PUT /auth/login', { headers: { origin: 'https://console.test' } })
  assertProblem(answer, 405, 'METHOD_NOT_ALLOWED')
  assert.equal(answer.headers['access-control-allow-origin'], 'https://console.test')
  assert.ok(answer.headers['access-control-expose-headers']?.split(', ').includes('Allow'))
})
