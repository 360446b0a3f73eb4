import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertProblem, type TestApp, testApp } from '../../../test/app.ts'
import { callSession, cookieIn, startSession } from '../../../test/cookie-sessions.ts'
import { person, type TestPerson } from '../../../test/people.ts'

const publicUrl = 'https://market.example'
const routes = [
  'POST /auth/session',
  'POST /auth/session/refresh?side=vendor',
  'DELETE /auth/session?side=vendor'
]

let local: TestApp
let published: TestApp
let proxied: TestApp
before(async () => {
  local = await testApp({ corsOrigins: ['https://console.test', 'http://localhost:5173'] })
  published = await testApp({ publicUrl })
  proxied = await testApp({ trustProxy: ['127.0.0.1'] })
})
after(() => Promise.all([local, published, proxied].map((one) => one.close())))

async function operator(t: TestApp): Promise<TestPerson> {
  return person(t, { isPlatform: true, role: 'OWNER' })
}

/** Returns the status of a refresh without a cookie: 401 if the origin is allowed, otherwise 403. */
async function statusOf(t: TestApp, headers: Record<string, string>): Promise<number> {
  const answer = await t.call('POST /auth/session/refresh?side=vendor', { headers })
  if (answer.status === 403) assertProblem(answer, 403, 'ORIGIN_NOT_ALLOWED')
  return answer.status
}

suite('Without PUBLIC_URL', () => {
  test('pages of the host to which the request was sent may use sessions', async () => {
    const allowed = [
      ['http://localhost', 'localhost:80'],
      ['http://localhost', 'LOCALHOST'],
      ['http://localhost:3000', 'localhost:3000'],
      ['http://[::1]:3000', '[::1]:3000'],
      ['https://api.example', 'api.example'],
      ['https://api.example', 'api.example:443']
    ] as const
    for (const [origin, host] of allowed) assert.equal(await statusOf(local, { origin, host }), 401, origin)
  })

  test('other pages, and requests without an origin, get a 403 before anything else', async () => {
    const who = await operator(local)
    const started = await startSession(local, who)
    const cookie = cookieIn(started)
    const origins = [
      ...['https://evil.test', 'http://localhost:5173', 'https://console.test', 'http://sub.localhost'],
      ...['null', '', 'http://', 'localhost', 'http://localhost/', 'http://localhost@evil.test'],
      ...[
        'http://localhost, http://localhost',
        'file://localhost',
        'http://localhost:80',
        'http://localhost.'
      ]
    ]
    for (const origin of origins) {
      for (const route of routes) {
        const call = { cookie, body: { email: who.email, password: who.password }, origin }
        const answer = await callSession(local, route, call)
        assertProblem(answer, 403, 'ORIGIN_NOT_ALLOWED')
        assert.equal(answer.headers['set-cookie'], undefined)
      }
    }
    for (const route of routes)
      assertProblem(await local.call(route, { headers: { cookie } }), 403, 'ORIGIN_NOT_ALLOWED')
    const as = started.body.access_token
    assert.equal((await local.call('GET /auth/me', { as })).status, 200)
  })

  test('CORS never allows other pages to send cookies', async () => {
    const headers = {
      origin: 'https://console.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type'
    }
    const preflight = await local.call('OPTIONS /auth/session', { headers })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-credentials'], undefined)
    const refused = await callSession(local, routes[1] ?? '', { origin: 'https://console.test' })
    assertProblem(refused, 403, 'ORIGIN_NOT_ALLOWED')
    assert.equal(refused.headers['access-control-allow-credentials'], undefined)
  })

  test('a request that the browser declares as one of another site is refused', async () => {
    const origin = 'http://localhost'
    assert.equal(await statusOf(local, { origin, 'sec-fetch-site': 'same-origin' }), 401)
    for (const site of ['same-site', 'cross-site', 'none', ''])
      assert.equal(await statusOf(local, { origin, 'sec-fetch-site': site }), 403, site)
  })

  test('a malformed Host matches no origin', async () => {
    for (const host of [':80', 'local host', 'localhost:port', '/'])
      assert.equal(await statusOf(local, { origin: 'http://localhost', host }), 403, host)
  })

  test('the cookie is Secure only if the request came by HTTPS', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'market.example' }
    const who = await operator(proxied)
    const secure = await startSession(proxied, who, { headers, origin: publicUrl })
    assert.match(String(secure.headers['set-cookie']), /; Secure$/)
    assert.match(String((await startSession(proxied, who)).headers['set-cookie']), /; SameSite=Strict$/)
    // Without a trusted proxy, the headers have no effect.
    const untrusted = await startSession(local, await operator(local), { headers })
    assert.match(String(untrusted.headers['set-cookie']), /; SameSite=Strict$/)
  })

  test('a page that was loaded without TLS may not use the sessions of a host with TLS', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'market.example' }
    assert.equal(await statusOf(proxied, { ...headers, origin: 'https://market.example' }), 401)
    assert.equal(await statusOf(proxied, { ...headers, origin: 'http://market.example' }), 403)
  })
})

suite('With PUBLIC_URL', () => {
  test('its pages may use sessions, even if a proxy replaces the host, and the cookie is Secure', async () => {
    const who = await operator(published)
    const headers = { host: '10.0.0.7:3000' }
    const started = await startSession(published, who, { headers, origin: publicUrl })
    assert.match(String(started.headers['set-cookie']), /; Secure$/)
    const cookie = cookieIn(started)
    for (const route of routes.slice(1)) {
      const answer = await callSession(published, route, { headers, origin: publicUrl, cookie })
      assert.match(String(answer.headers['set-cookie']), /; Secure$/)
    }
  })

  test('pages of the host to which the request was sent may use sessions too', async () => {
    assert.equal(await statusOf(published, { origin: 'http://10.0.0.7:3000', host: '10.0.0.7:3000' }), 401)
    assert.equal(await statusOf(published, { origin: 'http://10.0.0.8:3000', host: '10.0.0.7:3000' }), 403)
  })

  test('its host without TLS is another origin', async () => {
    assert.equal(await statusOf(published, { origin: 'http://market.example', host: 'market.example' }), 403)
    assert.equal(await statusOf(published, { origin: 'https://market.example:8443', host: 'a.test' }), 403)
  })
})
