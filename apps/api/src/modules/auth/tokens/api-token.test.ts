import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { assertProblem, type TestApp, testApp, testSecret } from '../../../../test/app.ts'
import { apiToken, assertRefused } from '../../../../test/people.ts'
import { withLocksHeld } from '../../../../test/races.ts'
import { hashSecret } from '../../../lib/secrets.ts'
import { createAuthenticator } from './authenticator.ts'
import { apiTokenPrefix, isApiToken, newApiToken } from './tokens.ts'

let t: TestApp
before(async () => {
  t = await testApp()
})
after(() => t.close())

/** Creates an authenticator with a clock that the test controls, and an API token of a vendor. */
async function setUp() {
  const clock = { time: Date.now() }
  const authenticator = createAuthenticator({ sql: t.sql, secret: [testSecret], now: () => clock.time })
  const { id: vendorId } = await t.vendor()
  const token = await apiToken(t, { vendorId, role: 'EDITOR' })
  const [row] = await t.sql<{ id: string }[]>`
    select id from api_tokens where token_hash = ${hashSecret(token)}`
  return { authenticator, clock, vendorId, token, id: row?.id ?? '' }
}

const lastUse = async (id: string) => {
  const [row] = await t.sql<{ lastUsedAt: string | null }[]>`
    select last_used_at from api_tokens where id = ${id}`
  return row?.lastUsedAt ?? null
}

/**
 * Returns the time of a token's last use as soon as it differs from `before`. It is recorded asynchronously,
 * so this polls.
 */
async function nextUse(id: string, before: string | null): Promise<string | null> {
  for (;;) {
    const use = await lastUse(id)
    if (use !== before) return use
  }
}

test('a token is the prefix and 32 random bytes, and no two tokens are the same', () => {
  const tokens = Array.from({ length: 100 }, newApiToken)
  assert.equal(new Set(tokens).size, 100)
  for (const token of tokens) assert.ok(isApiToken(token) && /^pvt_[A-Za-z0-9_-]{43}$/.test(token))
  for (const other of ['', 'pvt_', tokens[0]?.slice(0, -1), `${tokens[0]}x`, tokens[0]?.toUpperCase()]) {
    assert.ok(!isApiToken(other ?? ''))
  }
})

suite('the authenticator', () => {
  test('returns the principal of an API token', async () => {
    const { authenticator, token, vendorId, id } = await setUp()
    assert.deepEqual(await authenticator.authenticate(token), {
      realm: 'vendor',
      vendorId,
      vendorIsActive: true,
      role: 'EDITOR',
      actor: { type: 'TOKEN', id, name: 'Test token' },
      sessionId: null
    })
  })

  test('caches an API token for 2 seconds, and no longer', async () => {
    const changes: Record<string, (ids: { id: string; vendorId: string }) => Promise<unknown>> = {
      deleted: ({ id }) => t.sql`delete from api_tokens where id = ${id}`,
      expired: ({ id }) => t.sql`update api_tokens set expires_at = now() where id = ${id}`,
      'of an inactive vendor': ({ vendorId }) =>
        t.sql`update vendors set is_active = false where id = ${vendorId}`
    }
    for (const [name, change] of Object.entries(changes)) {
      const { authenticator, clock, token, ...ids } = await setUp()
      const earlier = await authenticator.authenticate(token)
      await change(ids)
      clock.time += 1999
      assert.deepEqual(await authenticator.authenticate(token), earlier, name)
      clock.time += 1
      assert.notDeepEqual(await authenticator.authenticate(token), earlier, name)
    }
  })

  test('removes one token from the cache immediately; others stay cached', async () => {
    const { authenticator, token, id, vendorId } = await setUp()
    const other = await apiToken(t, { vendorId })
    await authenticator.authenticate(token)
    const cached = authenticator.authenticate(other)
    await t.sql`delete from api_tokens where id = ${id}`
    authenticator.forgetApiToken(hashSecret(token))
    assert.equal(await authenticator.authenticate(token), undefined)
    assert.equal(authenticator.authenticate(other), cached)
  })

  test('records the use of a token at most once a minute', async () => {
    const { authenticator, clock, token, id } = await setUp()
    await authenticator.authenticate(token)
    const first = await nextUse(id, null)
    assert.ok(first)
    const authenticateAgain = () => {
      clock.time += 2000
      return authenticator.authenticate(token)
    }
    await authenticateAgain()
    await authenticateAgain()
    assert.equal(await lastUse(id), first)
    const [row] = await t.sql<{ at: string }[]>`
      update api_tokens set last_used_at = now() - interval '60 seconds' where id = ${id}
      returning last_used_at as at`
    await authenticateAgain()
    assert.ok(Date.parse((await nextUse(id, row?.at ?? null)) ?? '') > Date.parse(row?.at ?? ''))
  })

  test('neither waits for recording the use of a token nor fails with it', async () => {
    const { authenticator, clock, token, id } = await setUp()
    const principal = await withLocksHeld(t, {
      hold: (tx) => tx`select from api_tokens where id = ${id} for update`,
      waiting: 1,
      work: () => authenticator.authenticate(token)
    })
    assert.equal(principal?.actor.id, id)
    // From now on every update of this token's last use fails. The constraint is not valid, because the
    // update that waited for the lock may already have been made.
    await t.sql.unsafe(
      `alter table api_tokens
       add constraint unused check (id <> '${id}' or last_used_at is null) not valid`
    )
    clock.time += 2000
    assert.equal((await authenticator.authenticate(token))?.actor.id, id)
  })
})

suite('a forged or misused API token is refused:', () => {
  test('an unknown token, a changed token, a hash, an id, a different spelling', async () => {
    const { token, id, vendorId } = await setUp()
    assert.equal((await t.call('GET /vendor/me/shipping-methods', { as: token })).status, 200)
    const secret = token.slice(apiTokenPrefix.length)
    const hash = hashSecret(token)
    const last = token.endsWith('A') ? 'B' : 'A'
    const forged = [
      newApiToken(),
      `${token.slice(0, -1)}${last}`,
      `${token}=`,
      `${token}.`,
      secret,
      `PVT_${secret}`,
      hash.toString('hex'),
      `pvt_${hash.toString('base64url')}`,
      `pvt_${id}`,
      `pvt_${vendorId}`,
      'pvt_'
    ]
    for (const as of forged) await assertRefused(t, as)
  })

  test('a valid token sent as a refresh token or in the Basic scheme', async () => {
    const { token } = await setUp()
    const refreshed = await t.call('POST /auth/refresh', { body: { refresh_token: token } })
    assertProblem(refreshed, 401, 'INVALID_REFRESH_TOKEN')
    const authorization = `Basic ${Buffer.from(`x:${token}`).toString('base64')}`
    assertProblem(await t.call('GET /auth/me', { headers: { authorization } }), 401, 'BASIC_NOT_ACCEPTED')
  })
})
