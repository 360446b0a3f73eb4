import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findConnection, normalizeUrl } from '../src/config/connection.ts'
import { configFolder, stateFolder } from '../src/config/folders.ts'
import { type ProfileStore, profileStore } from '../src/config/profiles.ts'
import { type TestCli, testCli } from './cli.ts'

let cli: TestCli
let folder: string
let store: ProfileStore
before(async () => {
  cli = await testCli()
  folder = join(cli.home, 'config', 'purveyor')
  store = profileStore(folder)
})
after(() => cli.remove())

const url = 'http://127.0.0.1:3000'

test('profiles are in a file that only its owner can read, in such a folder', async () => {
  await store.change('default', () => ({ url, token: 'secret' }))
  assert.equal((await stat(store.file)).mode & 0o777, 0o600)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.deepEqual(await store.find('default'), { url, token: 'secret' })
  assert.deepEqual(await readdir(folder), ['config.json'])
})

test('changes at the same time are all stored', async () => {
  const stores = Array.from({ length: 20 }, () => profileStore(folder))
  await Promise.all(stores.map((one, n) => one.change(`p${n}`, () => ({ url, token: String(n) }))))
  const profiles = await store.list()
  for (const [n] of stores.entries()) assert.equal(profiles[`p${n}`]?.token, String(n))
})

test('the lock of a process that was killed does not block others', async () => {
  const lock = join(folder, 'config.lock')
  await mkdir(lock)
  const old = new Date(Date.now() - 60_000)
  await utimes(lock, old, old)
  await store.change('after', () => ({ url }))
  assert.deepEqual(await store.find('after'), { url })
})

test('other settings in the file are preserved', async () => {
  const stored = JSON.parse(await readFile(store.file, 'utf8'))
  await writeFile(store.file, JSON.stringify({ ...stored, editor: 'vi' }))
  await store.change('p1', () => undefined)
  const changed = JSON.parse(await readFile(store.file, 'utf8'))
  assert.equal(changed.editor, 'vi')
  assert.equal('p1' in changed.profiles, false)
})

test('a damaged file is reported with its path, and not overwritten', async () => {
  await writeFile(store.file, '{ "profiles": ')
  const { code, stderr } = await cli.run(['whoami'], { env: { XDG_CONFIG_HOME: join(cli.home, 'config') } })
  assert.equal(code, 2)
  assert.match(stderr, /config\.json isn't a valid configuration\.\nCorrect the file or delete it/)
  assert.equal(await readFile(store.file, 'utf8'), '{ "profiles": ')
  await rm(store.file)
})

test('a file with damaged profiles is reported like one that is not JSON', async () => {
  for (const profile of [{ url: 5, token: 'x' }, { token: 'x' }, { url, token: 1 }, { url, session: {} }]) {
    const env = { XDG_CONFIG_HOME: join(cli.home, 'damaged') }
    await mkdir(join(env.XDG_CONFIG_HOME, 'purveyor'), { recursive: true })
    const file = join(env.XDG_CONFIG_HOME, 'purveyor', 'config.json')
    await writeFile(file, JSON.stringify({ profiles: { default: profile } }))
    const { code, stderr } = await cli.run(['whoami'], { env })
    assert.equal(code, 2)
    assert.match(stderr, /config\.json isn't a valid configuration\.\nCorrect the file or delete it/)
  }
})

test('a token with a line break is refused and not shown', async () => {
  const { code, stderr } = await cli.run(['whoami'], { env: { PURVEYOR_TOKEN: 'abc\nsecret' } })
  assert.equal(code, 4)
  assert.match(stderr, /PURVEYOR_TOKEN is not an API token/)
  assert.doesNotMatch(stderr, /secret/)
})

test('names such as __proto__ are names of profiles like others', async () => {
  assert.equal(await store.find('__proto__'), undefined)
  assert.equal(await store.find('toString'), undefined)
  await store.change('__proto__', () => ({ url, token: 't' }))
  assert.equal((await store.find('__proto__'))?.token, 't')
})

test('the folders are those of the operating system', () => {
  const of = (platform: NodeJS.Platform, env = {}) => ({ platform, env, homeFolder: '/home/ana' })
  assert.equal(configFolder(of('linux')), '/home/ana/.config/purveyor')
  assert.equal(configFolder(of('linux', { XDG_CONFIG_HOME: '/x' })), '/x/purveyor')
  assert.equal(configFolder(of('darwin')), '/home/ana/Library/Application Support/purveyor')
  assert.equal(configFolder(of('win32', { APPDATA: '/roaming' })), '/roaming/purveyor')
  assert.equal(stateFolder(of('linux')), '/home/ana/.local/state/purveyor')
  assert.equal(stateFolder(of('linux', { XDG_STATE_HOME: '/s' })), '/s/purveyor')
})

test('addresses are accepted with and without /api/v1', () => {
  for (const text of [url, `${url}/`, `${url}/api/v1`, `${url}/api/v1/`, '127.0.0.1:3000'])
    assert.equal(normalizeUrl(text), url)
  assert.equal(normalizeUrl('https://shop.test/vendors/api/v1'), 'https://shop.test/vendors')
  assert.equal(normalizeUrl('api.example.com'), 'https://api.example.com')
  for (const text of ['', 'http://', 'ftp://x', 'http://user:secret@x', 'http://x?y'])
    assert.throws(() => normalizeUrl(text), /is not the address of a service/, text)
})

test('PURVEYOR_TOKEN takes precedence over profiles', async () => {
  await store.change('default', () => ({ url: 'https://api.example.com', token: 'of the profile' }))
  const find = (env: Record<string, string>, address?: string) =>
    findConnection({ env, url: address, profile: 'default', store })
  const fromEnvironment = await find({ PURVEYOR_TOKEN: 'secret' }, 'https://other.example.com/api/v1')
  assert.equal(fromEnvironment.how, 'environment')
  assert.equal(fromEnvironment.url, 'https://other.example.com')
  assert.doesNotMatch(fromEnvironment.account, /secret/)
  assert.equal((await find({ PURVEYOR_TOKEN: 'secret' })).url, url)
  assert.equal((await find({})).how, 'token')
})

test('the token of a profile is not sent to another service', async () => {
  const find = findConnection({ env: {}, url: 'https://evil.example.com', profile: 'default', store })
  await assert.rejects(
    find,
    /is signed in to https:\/\/api\.example\.com, not to https:\/\/evil\.example\.com/
  )
})
