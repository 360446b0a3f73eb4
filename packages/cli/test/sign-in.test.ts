import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, type TestVendor, testApp } from '../../../apps/api/test/app.ts'
import { freePort } from '../../../apps/api/test/free-port.ts'
import { apiToken, person, type TestPerson } from '../../../apps/api/test/people.ts'
import { configFolder } from '../src/config/folders.ts'
import { type Profile, type ProfileStore, profileStore } from '../src/config/profiles.ts'
import { type TestCli, testCli } from './cli.ts'

let t: TestApp
let vendor: TestVendor
let owner: TestPerson
let url: string
let cli: TestCli
let store: ProfileStore

before(async () => {
  t = await testApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`
  vendor = await t.vendor()
  owner = await person(t, { vendorId: vendor.id, role: 'OWNER' })
})
after(() => t.close())

beforeEach(async (context) => {
  cli = await testCli()
  store = profileStore(configFolder({ env: {}, platform: 'linux', homeFolder: cli.home }))
  if ('after' in context) context.after(() => cli.remove())
})

const signIn = (more: string[] = []) =>
  cli.run(['login', '--url', url, '--email', owner.email, '--password-stdin', ...more], {
    stdin: `${owner.password}\n`
  })

async function change(name: string, with_: (profile: Profile) => Profile): Promise<void> {
  await store.change(name, (profile) => profile && with_(profile))
}

test('login stores a session, which other commands use', async () => {
  const { code, stdout, stderr } = await signIn()
  assert.equal(code, 0, stderr)
  assert.match(stdout, new RegExp(`^Signed in to ${url}\n`))
  assert.match(stdout, /Team +Vendor .* \(vendor\)\n +Role +OWNER\n +Profile +default/)
  assert.doesNotMatch(stdout + stderr, new RegExp(owner.password))
  const shown = await cli.run(['whoami', '--json'])
  const me = JSON.parse(shown.stdout)
  assert.deepEqual(
    [me.user.email, me.role, me.vendor.id, me.url, me.profile, me.signedInWith],
    [owner.email, 'OWNER', vendor.id, url, 'default', 'session']
  )
})

test('login with an API token stores the token under a name', async () => {
  const token = await apiToken(t, { vendorId: vendor.id, role: 'EDITOR' })
  const args = ['login', '--url', url, '--token-stdin', '--profile', 'sync']
  assert.equal((await cli.run(args, { stdin: `${token}\n` })).code, 0)
  const { stdout } = await cli.run(['whoami', '--profile', 'sync'])
  assert.match(stdout, /API token +Test token\n/)
  assert.equal((await cli.run(['whoami'])).code, 4)
  assert.equal((await cli.run(['whoami'], { env: { PURVEYOR_PROFILE: 'sync' } })).code, 0)
})

test('PURVEYOR_TOKEN and PURVEYOR_URL need no profile', async () => {
  const token = await apiToken(t, { vendorId: vendor.id })
  const { code, stdout } = await cli.run(['whoami'], { env: { PURVEYOR_TOKEN: token, PURVEYOR_URL: url } })
  assert.match(stdout, /Signed in with +API token of PURVEYOR_TOKEN\n$/)
  assert.equal(code, 0)
})

test('PURVEYOR_TOKEN takes precedence over --profile, which a note says', async () => {
  const token = await apiToken(t, { vendorId: vendor.id })
  const env = { PURVEYOR_TOKEN: token, PURVEYOR_URL: url }
  const { code, stderr } = await cli.run(['whoami', '--profile', 'other'], { env })
  assert.equal(stderr, 'PURVEYOR_TOKEN is set, so the profile `other` is not used.\n')
  assert.equal(code, 0)
})

test('after too many attempts, the error says when to try again', async () => {
  const args = ['login', '--url', url, '--email', 'nobody@example.com', '--password-stdin']
  const attempt = () => cli.run(args, { stdin: 'wrong' })
  for (let attempts = 0; attempts < 10; attempts++) await attempt()
  const { code, stderr } = await attempt()
  assert.match(stderr, /Run the command again in 1\d min/)
  assert.equal(code, 5)
})

test('a wrong password is refused, and nothing is stored', async () => {
  const args = ['login', '--url', url, '--email', owner.email, '--password-stdin']
  const { code, stderr } = await cli.run(args, { stdin: 'wrong' })
  assert.match(stderr, /^Error: .*password/)
  assert.equal(code, 4)
  assert.deepEqual(await store.list(), {})
})

test('without a terminal, login says which options it needs', async () => {
  const nothing = await cli.run(['login'])
  assert.match(nothing.stderr, /Use `--email EMAIL --password-stdin`, or `--token-stdin`/)
  const email = await cli.run(['login', '--email', owner.email])
  assert.match(email.stderr, /Use `--password-stdin`/)
  const empty = await cli.run(['login', '--email', owner.email, '--password-stdin'])
  assert.match(empty.stderr, /stdin is empty/)
  const both = await cli.run(['login', '--email', owner.email, '--token-stdin'], { stdin: 'x' })
  assert.match(both.stderr, /`--token-stdin` signs in with an API token, without `--email`/)
  assert.deepEqual([nothing.code, email.code, empty.code, both.code], [2, 2, 2, 2])
})

test('an expired session is refreshed once by several processes at the same time', async () => {
  await signIn()
  const expired = new Date(0).toISOString()
  await change('default', (profile) => {
    assert.ok(profile.session)
    return { ...profile, session: { ...profile.session, accessToken: 'expired', expiresAt: expired } }
  })
  const first = (await store.find('default'))?.session?.refreshToken
  const refreshes = countRefreshes()
  const results = await Promise.all(Array.from({ length: 6 }, () => cli.run(['whoami'])))
  assert.deepEqual(
    results.map(({ code }) => code),
    [0, 0, 0, 0, 0, 0]
  )
  assert.equal(refreshes(), 1)
  assert.notEqual((await store.find('default'))?.session?.refreshToken, first)
})

/** Counts the refreshes that the service accepts from now on. */
function countRefreshes(): () => number {
  let count = 0
  t.app.server.on('request', ({ url: path }) => {
    if (path === '/api/v1/auth/refresh') count++
  })
  return () => count
}

test('a session that has ended says how to sign in again', async () => {
  await signIn(['--profile', 'harbor'])
  await change('harbor', (profile) => {
    assert.ok(profile.session)
    const session = { ...profile.session, expiresAt: new Date(0).toISOString(), refreshToken: 'unknown' }
    return { ...profile, session }
  })
  const { code, stderr } = await cli.run(['whoami', '--profile', 'harbor'])
  assert.match(stderr, /Your session has ended\.\nRun `purveyor login --profile harbor` to sign in again\./)
  assert.equal(code, 4)
})

test('logout ends the session in the service and deletes it from the profile', async () => {
  await signIn()
  const token = (await store.find('default'))?.session?.accessToken ?? ''
  const { code, stdout } = await cli.run(['logout'])
  assert.equal(stdout, 'Signed out of the profile `default`.\n')
  assert.equal(code, 0)
  assert.equal((await t.call('GET /auth/me', { as: token })).status, 401)
  const profile = await store.find('default')
  assert.deepEqual([profile?.url, profile?.session], [url, undefined])
  assert.match((await cli.run(['whoami'])).stderr, /You are not signed in\.\nRun `purveyor login`/)
  assert.match((await cli.run(['logout'])).stdout, /is not signed in/)
})

test('logout deletes the session even if the service can not be reached', async () => {
  await signIn()
  const closed = `http://127.0.0.1:${await freePort()}`
  await change('default', (profile) => ({ ...profile, url: closed }))
  const { code, stderr } = await cli.run(['logout'])
  assert.match(
    stderr,
    /^http:\/\/127\.0\.0\.1:\d+ can't be reached, so the session remains valid there until 20/
  )
  assert.equal(code, 0)
  assert.equal((await store.find('default'))?.session, undefined)
})

test('an unreachable service has the exit code 5', async () => {
  const env = { PURVEYOR_TOKEN: 'x', PURVEYOR_URL: `http://127.0.0.1:${await freePort()}` }
  const { code, stderr } = await cli.run(['whoami'], { env })
  assert.match(stderr, /The service can't be reached: the connection was refused\./)
  assert.equal(code, 5)
})

test('the file of the profiles is where login says', async () => {
  const { stderr } = await signIn()
  assert.equal(stderr, `Stored in ${join(cli.home, '.config/purveyor/config.json')}\n`)
})
