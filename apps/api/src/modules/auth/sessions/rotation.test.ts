import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type TestApp, testApp } from '../../../../test/app.ts'
import { assertRefused, person, refresh, signedIn } from '../../../../test/people.ts'
import type { SigningSecret } from '../../../lib/secrets.ts'
import { createAuthenticator } from '../tokens/authenticator.ts'

const oldValue = 'the-old-value-of-the-secret-for-tests'
const newValue = 'the-new-value-of-the-secret-for-tests'

let t: TestApp
const nodes: TestApp[] = []
before(async () => {
  t = await testApp()
})
after(async () => {
  for (const node of nodes) await node.close()
  await t.close()
})

/** Starts a node with this secret on the database of `t`. */
async function node(...secret: SigningSecret): Promise<TestApp> {
  const authenticator = createAuthenticator({ sql: t.app.deps.lookupPool, secret })
  const started = await testApp({ deps: { ...t.app.deps, secret, authenticator } })
  nodes.push(started)
  return started
}

describe('while the secret is rotated', () => {
  let first: TestApp
  let second: TestApp
  let onlyOld: TestApp
  before(async () => {
    first = await node(oldValue, newValue)
    second = await node(newValue, oldValue)
    onlyOld = await node(oldValue)
  })

  test('a node signs with its first value, and accepts access tokens of both', async () => {
    const ana = await person(t)
    for (const signer of [first, second, onlyOld]) {
      const { access_token } = await signedIn(signer, ana)
      for (const reader of [first, second])
        assert.equal((await reader.call('GET /auth/me', { as: access_token })).status, 200)
      if (signer === second) await assertRefused(onlyOld, access_token)
      else assert.equal((await onlyOld.call('GET /auth/me', { as: access_token })).status, 200)
    }
  })

  test('a refresh token that is sent again to the other node gets the same successor', async () => {
    const ana = await person(t)
    for (const [one, other] of [
      [first, second],
      [second, first]
    ] as const) {
      const { refresh_token } = await signedIn(one, ana)
      const { body } = await refresh(one, refresh_token)
      const again = await refresh(other, refresh_token)
      assert.equal(again.body.refresh_token, body.refresh_token)
      assert.equal((await refresh(one, body.refresh_token)).status, 200)
    }
  })

  test('a cursor of one node is valid on the other', async () => {
    for (let n = 0; n < 3; n++) await t.vendor()
    const { access_token } = await signedIn(first, await person(t, { isPlatform: true, role: 'OWNER' }))
    for (const [one, other] of [
      [first, second],
      [second, first]
    ] as const) {
      const { body } = await one.call('GET /platform/vendors?first=1', { as: access_token })
      const next = `GET /platform/vendors?first=1&after=${body.pageInfo.endCursor}`
      const page = await other.call(next, { as: access_token })
      assert.equal(page.status, 200)
      assert.notEqual(page.body.vendors[0].id, body.vendors[0].id)
    }
  })
})
