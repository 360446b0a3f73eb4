import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { person, refresh } from '../../../apps/api/test/people.ts'
import { ConnectionLost, Purveyor, type Session, Unauthenticated } from '../src/index.ts'
import { newProduct, testService } from './service.ts'

const service = await testService()
after(() => service.close())
const { url } = service

async function signedIn(onSession?: (session: Session) => void) {
  const who = await person(service.test, { vendorId: service.vendor.id, role: 'OWNER' })
  return Purveyor.signIn({ url, email: who.email, password: who.password, onSession })
}

async function session(): Promise<Session> {
  const { session } = await signedIn()
  assert.ok(session)
  return session
}

/** The session, as it is when its access token is about to expire. */
function expiring(session: Session): Session {
  return { ...session, expiresAt: new Date(Date.now() + 29_000).toISOString() }
}

suite('Sessions', () => {
  test('signing in returns a client with a session', async () => {
    const purveyor = await signedIn()
    assert.equal((await purveyor.profile.get()).id, service.vendor.id)
    assert.ok(Date.parse(purveyor.session?.expiresAt ?? '') > Date.now() + 600_000)
    assert.ok(Date.parse(purveyor.session?.refreshExpiresAt ?? '') > Date.now() + 86_400_000)
  })

  test('a wrong password is Unauthenticated', async () => {
    const { email } = await person(service.test)
    const signIn = Purveyor.signIn({ url, email, password: 'not the password' })
    await assert.rejects(signIn, (error: unknown) => {
      assert.ok(error instanceof Unauthenticated)
      assert.equal(error.code, 'INVALID_CREDENTIALS')
      return true
    })
  })

  test('signing in is not repeated after a lost connection', async () => {
    const who = await person(service.test)
    const { proxy } = await service.behind([{ cutResponseAfter: 0 }])
    await assert.rejects(Purveyor.signIn({ url: proxy.url, ...who }), ConnectionLost)
    assert.equal(proxy.connections, 1)
  })

  test('the session is refreshed before the access token expires', async () => {
    const stored: Session[] = []
    const old = expiring(await session())
    const purveyor = new Purveyor({ url, session: old, onSession: (next) => void stored.push(next) })
    await purveyor.profile.get()
    assert.equal(stored.length, 1)
    assert.deepEqual(purveyor.session, stored[0])
    assert.notEqual(stored[0]?.refreshToken, old.refreshToken)
    await purveyor.profile.get()
    assert.equal(stored.length, 1)
  })

  test('calls at the same time share one refresh, and wait until the session is stored', async () => {
    let refreshes = 0
    let isStored = false
    const onSession = async () => {
      refreshes++
      await new Promise((resolve) => setTimeout(resolve, 20))
      isStored = true
    }
    const purveyor = new Purveyor({ url, session: expiring(await session()), onSession })
    const reads = Array.from({ length: 20 }, async () => {
      await purveyor.profile.get()
      assert.ok(isStored)
    })
    await Promise.all(reads)
    assert.equal(refreshes, 1)
  })

  test('the session is refreshed after a 401, once for all calls', async () => {
    let refreshes = 0
    const old = await session()
    const purveyor = new Purveyor({
      url,
      session: { ...old, accessToken: 'expired' },
      onSession: () => void refreshes++
    })
    const profiles = await Promise.all(Array.from({ length: 10 }, () => purveyor.profile.get()))
    assert.equal(profiles.length, 10)
    assert.equal(refreshes, 1)
  })

  test('an ended session is Unauthenticated', async () => {
    const purveyor = await signedIn()
    const old = purveyor.session as Session
    await purveyor.auth.logout()
    const ended = new Purveyor({ url, session: old })
    await assert.rejects(ended.profile.get(), (error: unknown) => {
      assert.ok(error instanceof Unauthenticated)
      assert.equal(error.path, '/auth/refresh')
      return true
    })
  })

  test('a refresh whose response was lost is repeated, and the session continues', async () => {
    const old = expiring(await session())
    const { proxy } = await service.behind([{ cutResponseAfter: 0 }])
    const purveyor = new Purveyor({ url: proxy.url, session: old })
    await purveyor.profile.get()
    assert.notEqual(purveyor.session?.refreshToken, old.refreshToken)
    assert.equal((await refresh(service.test, purveyor.session?.refreshToken ?? '')).status, 200)
  })

  test('a signal ends a call that waits for a refresh, but not the refresh of the others', async () => {
    const old = expiring(await session())
    const { proxy } = await service.behind([{ delayMs: 300 }])
    const purveyor = new Purveyor({ url: proxy.url, session: old })
    const abort = new AbortController()
    const aborted = assert.rejects(purveyor.profile.get({ signal: abort.signal }), { name: 'AbortError' })
    const other = purveyor.profile.get()
    setTimeout(() => abort.abort(), 50)
    await aborted
    assert.equal((await other).id, service.vendor.id)
  })

  test('a token can come from a function, which is called for each attempt', async () => {
    let calls = 0
    const token = async () => {
      calls++
      return service.vendor.owner
    }
    const { purveyor } = await service.behind([{ cutResponseAfter: 0 }], { token })
    await purveyor.profile.get()
    assert.equal(calls, 2)
  })

  test('after a 401, the function is called with the rejected token, and the request is repeated', async () => {
    const asked: (string | undefined)[] = []
    const token = (rejected?: string) => {
      asked.push(rejected)
      return rejected ? service.vendor.owner : 'expired'
    }
    const purveyor = new Purveyor({ url, token })
    const product = await purveyor.products.create(newProduct('RENEWED'))
    assert.equal(product.sku, 'RENEWED')
    assert.deepEqual(asked, [undefined, 'expired'])
  })

  test('a second 401 is an error, as is an error of the function', async () => {
    let calls = 0
    const useless = new Purveyor({ url, token: () => `expired${calls++}` })
    await assert.rejects(useless.profile.get(), Unauthenticated)
    assert.equal(calls, 2)
    const reason = new Error('The person has closed the page.')
    const failing = new Purveyor({
      url,
      token: (rejected) => (rejected ? Promise.reject(reason) : 'expired')
    })
    await assert.rejects(failing.profile.get(), reason)
  })

  test('the function may take longer than timeoutMs, such as until a person has signed in', async () => {
    const token = async (rejected?: string) => {
      if (!rejected) return 'expired'
      await new Promise((resolve) => setTimeout(resolve, 50))
      return service.vendor.owner
    }
    // The requests themselves may take longer than timeoutMs, too.
    const patient: typeof fetch = (input, init) => fetch(input, { ...init, signal: null })
    const purveyor = new Purveyor({ url, token, timeoutMs: 1, maxRetries: 0, fetch: patient })
    assert.equal((await purveyor.profile.get()).id, service.vendor.id)
  })

  test('a signal ends a call that waits for the function', async () => {
    for (const waitsFor of [undefined, 'expired']) {
      const abort = new AbortController()
      const token = (rejected?: string) => {
        if (rejected !== waitsFor) return 'expired'
        abort.abort()
        return new Promise<string>(() => {})
      }
      const reading = new Purveyor({ url, token }).profile.get({ signal: abort.signal })
      await assert.rejects(reading, { name: 'AbortError' })
    }
  })

  test('outside of browsers, sessions with a cookie are refused', async () => {
    const refused = new Purveyor({ url }).auth.refreshSession({ side: 'vendor' })
    await assert.rejects(refused, { name: 'Forbidden', code: 'ORIGIN_NOT_ALLOWED' })
  })

  test('a stream that is sent once is not sent again after a 401', async () => {
    const purveyor = new Purveyor({ url, session: { ...(await session()), accessToken: 'expired' } })
    const body = new Blob(['{}']).stream()
    const headers = { 'content-type': 'application/json' }
    await assert.rejects(purveyor.request('PATCH', '/vendor/me/profile', { body, headers }), Unauthenticated)
  })
})
