import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertFaults, assertProblem, type TestApp, testApp } from '../../../../test/app.ts'
import { login, person, refresh, signedIn } from '../../../../test/people.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

const body = (answer: { body: { requestId: string } }) => ({ ...answer.body, requestId: '' })

suite('POST /auth/login', () => {
  test('returns tokens that work, with the field names of the contract, and forbids caching', async () => {
    const ana = await person(t)
    const answer = await login(t, ana)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { access_token, refresh_token, ...rest } = answer.body
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 900, refresh_expires_in: 2_592_000 })
    assert.equal((await t.call('GET /auth/me', { as: access_token })).body.user.id, ana.id)
    assert.equal((await refresh(t, refresh_token)).status, 200)
  })

  test('trims the email address and ignores its case; the password must match exactly', async () => {
    const { email, password } = await person(t)
    assert.equal((await login(t, { email: `  ${email.toUpperCase()} `, password })).status, 200)
    for (const wrong of [` ${password}`, `${password} `, password.toUpperCase(), password.slice(0, -1)]) {
      assertProblem(await login(t, { email, password: wrong }), 401, 'INVALID_CREDENTIALS')
    }
  })

  test('an unknown address, a wrong password and a disabled account get the same response', async () => {
    const [ana, disabled] = [await person(t), await person(t)]
    await t.sql`update users set is_active = false where id = ${disabled.id}`
    const wrong = await login(t, { ...ana, password: 'not her password' })
    assertProblem(wrong, 401, 'INVALID_CREDENTIALS')
    assert.equal(wrong.headers['www-authenticate'], 'Bearer')
    assert.equal(wrong.headers['cache-control'], 'no-store')
    const unknown = await login(t, { email: 'nobody@example.com', password: 'not her password' })
    for (const other of [unknown, await login(t, disabled)]) {
      assert.equal(other.status, 401)
      assert.deepEqual(body(other), body(wrong))
      assert.deepEqual(Object.keys(other.headers), Object.keys(wrong.headers))
    }
  })

  test('reports every error in the body', async () => {
    const longest = `${'a'.repeat(242)}@example.com`
    const valid = { email: longest, password: 'x'.repeat(128) }
    assertProblem(await t.call('POST /auth/login', { body: valid }), 401, 'INVALID_CREDENTIALS')
    const cases: [unknown, Record<string, string>][] = [
      [{}, { '/email': 'REQUIRED', '/password': 'REQUIRED' }],
      [
        { email: null, password: null },
        { '/email': 'REQUIRED', '/password': 'REQUIRED' }
      ],
      [
        { email: `a${longest}`, password: 'x'.repeat(129) },
        { '/email': 'TOO_LONG', '/password': 'TOO_LONG' }
      ],
      [
        { email: 'ana', password: '' },
        { '/email': 'INVALID_FORMAT', '/password': 'TOO_SHORT' }
      ],
      [
        { email: ['a@example.com'], password: 12 },
        { '/email': 'INVALID_TYPE', '/password': 'INVALID_TYPE' }
      ],
      [{ ...valid, remember: true }, { '/remember': 'UNKNOWN_FIELD' }],
      [[], { '': 'INVALID_TYPE' }]
    ]
    for (const [sent, faults] of cases) assertFaults(await t.call('POST /auth/login', { body: sent }), faults)
    assertFaults(await t.call('POST /auth/login'), { '': 'REQUIRED' })
  })

  test('ignores an Idempotency-Key, because its response is secret', async () => {
    const ana = await person(t)
    const call = {
      body: { email: ana.email, password: ana.password },
      headers: { 'idempotency-key': 'once' }
    }
    const first = await t.call('POST /auth/login', call)
    const second = await t.call('POST /auth/login', call)
    assert.notEqual(first.body.refresh_token, second.body.refresh_token)
    assert.equal(second.headers['idempotency-replayed'], undefined)
  })

  test('after ten failures of an account from an address, even the correct password gets 429', async () => {
    const ana = await person(t)
    const from = '192.0.2.10'
    for (let count = 0; count < 10; count++) {
      assertProblem(await login(t, { ...ana, password: 'wrong' }, from), 401, 'INVALID_CREDENTIALS')
    }
    const refused = await login(t, ana, from)
    assertProblem(refused, 429, 'TOO_MANY_ATTEMPTS')
    const seconds = Number(refused.headers['retry-after'])
    assert.ok(seconds > 0 && seconds <= 900)
    assert.equal((await login(t, ana, '192.0.2.11')).status, 200)
  })

  test('an unknown account is refused after as many failures as a known one', async () => {
    const from = '192.0.2.12'
    const unknown = { email: 'nobody@example.com', password: 'wrong' }
    for (let count = 0; count < 10; count++) assert.equal((await login(t, unknown, from)).status, 401)
    assertProblem(await login(t, unknown, from), 429, 'TOO_MANY_ATTEMPTS')
  })

  test('of forty concurrent guesses only ten are checked', async () => {
    const ana = await person(t)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => login(t, { ...ana, password: `guess ${index}` }, '192.0.2.13'))
    )
    assert.equal(answers.filter(({ status }) => status === 401).length, 10)
    assert.equal(answers.filter(({ status }) => status === 429).length, 30)
  })

  test('an address is refused after a hundred failures, and an IPv6 /64 counts as one address', async () => {
    const ana = await person(t)
    for (let count = 0; count < 100; count++) {
      const from = `2001:db8:0:1::${count.toString(16)}`
      const guess = { email: `user${count}@example.com`, password: 'wrong' }
      assert.equal((await login(t, guess, from)).status, 401)
    }
    assertProblem(await login(t, ana, '2001:db8:0:1:ffff::1'), 429, 'TOO_MANY_ATTEMPTS')
    assert.equal((await login(t, ana, '2001:db8:0:2::1')).status, 200)
  })
})

suite('POST /auth/logout', () => {
  test('ends only this session and its tokens, immediately', async () => {
    const ana = await person(t)
    const [here, there] = [await signedIn(t, ana), await signedIn(t, ana)]
    assert.equal((await t.call('GET /auth/me', { as: here.access_token })).status, 200)
    const answer = await t.call('POST /auth/logout', { as: here.access_token })
    assert.deepEqual(answer.body, { ended: true })
    assert.equal(answer.headers['cache-control'], 'no-store')
    assertProblem(await t.call('GET /auth/me', { as: here.access_token }), 401, 'UNAUTHENTICATED')
    assertProblem(await refresh(t, here.refresh_token), 401, 'INVALID_REFRESH_TOKEN')
    assertProblem(await t.call('POST /auth/logout', { as: here.access_token }), 401, 'UNAUTHENTICATED')
    assert.equal((await t.call('GET /auth/me', { as: there.access_token })).status, 200)
    assert.equal((await refresh(t, there.refresh_token)).status, 200)
  })

  test('requires a token', async () => {
    assertProblem(await t.call('POST /auth/logout'), 401, 'UNAUTHENTICATED')
  })
})

suite('GET /auth/me', () => {
  test('returns user, realm, role and vendor', async () => {
    const vendor = await t.vendor()
    const [viewer, operator, nonMember] = [
      await person(t, { vendorId: vendor.id, role: 'VIEWER' }),
      await person(t, { isPlatform: true, role: 'ADMIN' }),
      await person(t)
    ]
    const cases = [
      {
        person: viewer,
        realm: 'vendor',
        role: 'VIEWER',
        vendor: { id: vendor.id, name: `Vendor ${vendor.id}`, slug: `vendor-${vendor.id}` }
      },
      { person: operator, realm: 'platform', role: 'ADMIN', vendor: null },
      { person: nonMember, realm: 'none', role: null, vendor: null }
    ]
    for (const { person, ...rest } of cases) {
      const { access_token } = await signedIn(t, person)
      const answer = await t.call('GET /auth/me', { as: access_token })
      const user = { id: person.id, email: person.email, name: 'Test person' }
      assert.deepEqual(answer.body, { user, token: null, ...rest })
      assert.equal(answer.headers['cache-control'], 'no-store')
    }
  })

  test('requires a token', async () => {
    const answer = await t.call('GET /auth/me')
    assertProblem(answer, 401, 'UNAUTHENTICATED')
    assert.equal(answer.headers['www-authenticate'], 'Bearer')
  })
})
