import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Access, Role, RouteAccess } from '../src/http/server/access.ts'
import { newId } from '../src/lib/ids.ts'
import { assertProblem, type TestApp, type TestVendor, testApp } from './app.ts'
import { form } from './form.ts'
import { apiToken } from './people.ts'
import { resources } from './resources.ts'

let t: TestApp
let vendor: TestVendor
let routes: RouteAccess[]
type Identity = {
  name: string
  token: string | undefined
  realm: 'vendor' | 'platform' | 'none' | 'unauthenticated'
  role?: Role
  isApiToken?: true
}
let identities: Identity[]

before(async () => {
  t = await testApp()
  vendor = await t.vendor()
  routes = t.app.routeTable.filter(({ method }) => method !== 'HEAD')
  const roles: Role[] = ['OWNER', 'ADMIN', 'EDITOR', 'VIEWER']
  identities = [
    { name: 'unauthenticated client', token: undefined, realm: 'unauthenticated' },
    { name: 'no membership', token: await t.nonMember(), realm: 'none' },
    ...roles.map((role) => ({
      name: `vendor ${role}`,
      token: vendor[role.toLowerCase() as 'owner'],
      realm: 'vendor' as const,
      role
    })),
    ...(await Promise.all(
      roles.map(async (role) => ({
        name: `platform ${role}`,
        token: await t.operator(role),
        realm: 'platform' as const,
        role
      }))
    )),
    ...(await Promise.all(
      roles.flatMap((role) => [
        apiTokenIdentity('vendor', { role, vendorId: vendor.id }),
        apiTokenIdentity('platform', { role })
      ])
    ))
  ]
})
after(() => t.close())

async function apiTokenIdentity(
  realm: 'vendor' | 'platform',
  owner: { role: Role; vendorId?: string }
): Promise<Identity> {
  const token = await apiToken(t, owner)
  return { name: `API token of the ${realm} ${owner.role}`, token, realm, role: owner.role, isApiToken: true }
}

function expected(access: Access, { realm, role, isApiToken }: Identity): 401 | 403 | 'passes' {
  if (access.realm === 'public') return 'passes'
  if (realm === 'unauthenticated') return 401
  if (access.peopleOnly && isApiToken) return 403
  if (access.realm === 'signed-in') return 'passes'
  return realm === access.realm && role && access.roles.includes(role) ? 'passes' : 403
}

/** Replaces the parameters of a path with ids that don't exist. */
function unknownPath(url: string): string {
  return url.replaceAll(/:[A-Za-z_]+/g, newId())
}

test('every route checks its access for every identity before it checks the body or ids', async () => {
  for (const { method, url, access } of routes) {
    for (const identity of identities) {
      // Don't end the session of an identity that is still needed for other routes.
      if (url.endsWith('/auth/logout') && identity.token) continue
      const answer = await t.call(`${method} ${unknownPath(url)}`, {
        ...(identity.token && { as: identity.token }),
        ...(method !== 'GET' && { body: { unknownField: true } })
      })
      const wanted = expected(access, identity)
      const label = `${method} ${url} as ${identity.name}`
      if (wanted === 'passes')
        assert.ok(
          ![401, 403].includes(answer.status) || access.realm === 'public',
          `${label}: ${answer.text}`
        )
      else assertProblem(answer, wanted, answer.body.code)
      assert.notEqual(answer.status, 500, label)
    }
  }
})

test("API tokens can't write members, API tokens or passwords, end sessions, or use mail settings", () => {
  const peopleOnly = routes.filter(({ access }) => access.realm !== 'public' && access.peopleOnly)
  assert.deepEqual(peopleOnly.map(({ method, url }) => `${method} ${url.replace('/api/v1', '')}`).sort(), [
    'DELETE /platform/api-tokens/:id',
    'DELETE /platform/members/:id',
    'DELETE /vendor/me/api-tokens/:id',
    'DELETE /vendor/me/members/:id',
    'GET /auth/me/mail-settings',
    'PATCH /platform/members/:id',
    'PATCH /vendor/me/members/:id',
    'POST /auth/logout',
    'POST /auth/password',
    'POST /platform/api-tokens',
    'POST /platform/members',
    'POST /platform/members/:id/reset',
    'POST /platform/users/:id/reset',
    'POST /platform/vendors/:id/members',
    'POST /vendor/me/api-tokens',
    'POST /vendor/me/members',
    'POST /vendor/me/members/:id/reset',
    'PUT /auth/me/mail-settings'
  ])
})

test('method override headers and unusual paths do not bypass access control', async () => {
  const path = '/api/v1/vendor/me/shipping-methods'
  for (const header of ['x-http-method-override', 'x-method-override']) {
    const headers = { [header]: 'GET' }
    assertProblem(
      await t.call(`POST ${path}`, { as: vendor.viewer, body: {}, headers }),
      403,
      'INSUFFICIENT_ROLE'
    )
  }
  for (const unusual of [
    '/api//v1/vendor/products',
    '/api/v1/vendor%2fproducts',
    '/API/V1/VENDOR/PRODUCTS'
  ]) {
    assertProblem(await t.call(`GET ${unusual}`), 404, 'NOT_FOUND')
  }
})

test("another vendor's resource gets the same 404 as an unknown one, and is not changed", async () => {
  const other = await t.vendor()
  // The categories belong to the operator.
  const isOwn = ({ url, access }: (typeof routes)[number]) =>
    access.realm === 'vendor' && url.includes(':') && !url.startsWith('/api/v1/vendor/categories/')
  const withId = routes.filter(isOwn)
  for (const { method, url } of withId) {
    const resource = resources[`${method} ${url}`]
    assert.ok(resource, `${method} ${url} has no entry in test/resources.ts`)
    const { path, body, parts, read } = await resource(t, vendor)
    const content = parts ? await form(parts) : body !== undefined ? { body } : {}
    const before = (await t.call(`GET ${read}`, { as: vendor.owner })).text
    const foreign = await t.call(`${method} ${path}`, {
      as: other.owner,
      ...content
    })
    const missing = await t.call(`${method} ${unknownPath(url)}`, {
      as: other.owner,
      ...content
    })
    assertProblem(foreign, 404, 'NOT_FOUND')
    assert.deepEqual(
      { ...foreign.body, requestId: '' },
      { ...missing.body, requestId: '' },
      `${method} ${url}`
    )
    assert.equal(
      (await t.call(`GET ${read}`, { as: vendor.owner })).text,
      before,
      `${method} ${url} changed something`
    )
    const { status, text } = await t.call(`${method} ${path}`, { as: vendor.owner, ...content })
    assert.notEqual(status, 404, `${method} ${url}: the entry does not work for its owner: ${text}`)
  }
})
