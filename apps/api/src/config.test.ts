import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { parseEnv } from 'node:util'
import { ConfigError, Environment, loadOrMakeSecret, readConfig } from './config.ts'

const SECRET = 'a-secret-that-has-32-characters!'
const EXAMPLE = await readFile(join(import.meta.dirname, '../../../.env.example'), 'utf8')

function faultsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

suite('the configuration', () => {
  test('an empty environment means the defaults', () => {
    assert.deepEqual(readConfig({}), {
      port: undefined,
      host: '127.0.0.1',
      dataDir: resolve('.purveyor'),
      databaseUrl: undefined,
      publicUrl: undefined,
      assetOrigin: undefined,
      rateLimitMax: 10_000,
      storefrontRateLimitMax: undefined,
      trustProxy: [],
      corsOrigins: [],
      imageFetchAllow: [],
      role: 'all',
      logLevel: 'info',
      durabilityCheck: true,
      nodeEnv: undefined,
      secrets: { jwt: undefined }
    })
  })

  test('an empty variable is an unset one', () => {
    const empty = Object.fromEntries(Object.keys(Environment.properties).map((name) => [name, '']))
    assert.deepEqual(readConfig({ ...empty, PURVEYOR_ROL: '' }), readConfig({}))
  })

  test('every variable is read', () => {
    const config = readConfig({
      PORT: '0',
      HOST: '::',
      DATA_DIR: '/srv/purveyor',
      DATABASE_URL: 'postgresql://user:pass@one:5432,two:5432/purveyor?sslmode=require',
      PUBLIC_URL: 'https://API.market.example:443',
      ASSET_ORIGIN: 'https://assets.market.example',
      JWT_SECRET: SECRET,
      RATE_LIMIT_MAX: '1',
      STOREFRONT_RATE_LIMIT_MAX: '50000',
      TRUST_PROXY: '10.0.0.0/8, ::1 ,',
      CORS_ORIGINS: 'https://a.example,http://LOCALHOST:5173',
      IMAGE_FETCH_ALLOW: 'images.example, 10.0.0.0/8,::1',
      PURVEYOR_ROLE: 'worker',
      LOG_LEVEL: 'silent',
      DURABILITY_CHECK: 'off',
      NODE_ENV: 'production'
    })
    assert.deepEqual(config, {
      port: 0,
      host: '::',
      dataDir: resolve('/srv/purveyor'),
      databaseUrl: 'postgresql://user:pass@one:5432,two:5432/purveyor?sslmode=require',
      publicUrl: 'https://api.market.example',
      assetOrigin: 'https://assets.market.example',
      rateLimitMax: 1,
      storefrontRateLimitMax: 50_000,
      trustProxy: ['10.0.0.0/8', '::1'],
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      imageFetchAllow: ['images.example', '10.0.0.0/8', '::1'],
      role: 'worker',
      logLevel: 'silent',
      durabilityCheck: false,
      nodeEnv: 'production',
      secrets: { jwt: SECRET }
    })
  })

  test('assets come from the public URL unless said otherwise', () => {
    assert.equal(readConfig({ PUBLIC_URL: 'http://localhost:8080' }).assetOrigin, 'http://localhost:8080')
    assert.equal(readConfig({ ASSET_ORIGIN: 'https://cdn.example' }).publicUrl, undefined)
  })

  test('it cannot be changed', () => {
    const config = readConfig({ TRUST_PROXY: '::1' })
    for (const part of [
      config,
      config.secrets,
      config.trustProxy,
      config.corsOrigins,
      config.imageFetchAllow
    ])
      assert.ok(Object.isFrozen(part))
  })

  test('variables that are not for this service are left alone', () => {
    assert.deepEqual(readConfig({ PATH: '/bin', npm_config_x: 'y', PURVEYORS: 'z' }), readConfig({}))
  })
})

suite('a wrong setting', () => {
  const wrong: [string, string, string][] = [
    ['PORT', '80x', 'a whole number from 0 to 65535'],
    ['PORT', '65536', 'a whole number from 0 to 65535'],
    ['PORT', '-1', 'a whole number from 0 to 65535'],
    ['PORT', ' ', 'a whole number from 0 to 65535'],
    ['HOST', 'http://a', 'an IP address or a host name'],
    ['PUBLIC_URL', 'https://a.example/', 'an http or https URL without a path or trailing slash'],
    ['PUBLIC_URL', 'a.example', 'an http or https URL without a path or trailing slash'],
    ['ASSET_ORIGIN', 'https://a.example/assets', 'an http or https URL without a path or trailing slash'],
    ['RATE_LIMIT_MAX', '0', 'a whole number of 1 or more'],
    ['RATE_LIMIT_MAX', '1e3', 'a whole number of 1 or more'],
    ['RATE_LIMIT_MAX', '99999999999999999999', 'a whole number of 1 or more'],
    ['STOREFRONT_RATE_LIMIT_MAX', 'off', 'a whole number of 1 or more'],
    ['TRUST_PROXY', 'true', 'IP addresses or CIDR networks, parted by commas'],
    ['TRUST_PROXY', '10.0.0.0/8,10.1', 'IP addresses or CIDR networks, parted by commas'],
    ['CORS_ORIGINS', '*', 'http or https origins, parted by commas'],
    ['CORS_ORIGINS', 'https://a.example,https://b.example/', 'http or https origins, parted by commas'],
    ['IMAGE_FETCH_ALLOW', 'http://a', 'host names, IP addresses or CIDR networks, parted by commas'],
    ['IMAGE_FETCH_ALLOW', 'a.example,10.1', 'host names, IP addresses or CIDR networks, parted by commas'],
    ['PURVEYOR_ROLE', 'API', 'one of all, api, worker'],
    ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['DURABILITY_CHECK', 'true', 'one of on, off']
  ]
  for (const [name, value, expected] of wrong) {
    test(`${name}=${value} is refused`, () => {
      assert.deepEqual(faultsOf({ [name]: value }), [
        `${name}: ${JSON.stringify(value)} was given, expected ${expected}`
      ])
    })
  }

  test('all faults are told at once, a line each', () => {
    assert.deepEqual(
      faultsOf({ PORT: 'a', LOG_LEVEL: 'b', DATABASE_URL: 'postgres://db', PURVEYOR_ROLL: 'api' }),
      [
        'PORT: "a" was given, expected a whole number from 0 to 65535',
        'LOG_LEVEL: "b" was given, expected one of fatal, error, warn, info, debug, trace, silent',
        'JWT_SECRET: nothing was given, expected at least 32 characters beside DATABASE_URL',
        'PURVEYOR_ROLL: there is no such setting, expected PURVEYOR_ROLE'
      ]
    )
  })

  test('a secret is never shown', () => {
    const short = 'hush-31-characters-are-too-few.'
    assert.deepEqual(faultsOf({ JWT_SECRET: short, DATABASE_URL: 'mysql://me:hush@db' }), [
      'DATABASE_URL: a value of 18 characters was given, expected a URL that begins with postgres:// or postgresql://',
      'JWT_SECRET: a value of 31 characters was given, expected at least 32 characters'
    ])
    assert.deepEqual(faultsOf({ PUBLIC_URL: 'https://me:hush@a.example' }), [
      'PUBLIC_URL: "https://…@a.example" was given, expected an http or https URL without a path or trailing slash'
    ])
  })

  test('a long value is shown in part, on one line', () => {
    assert.deepEqual(faultsOf({ HOST: `a\n${'b'.repeat(1_000)}` }), [
      `HOST: "a\\n${'b'.repeat(98)}…" was given, expected an IP address or a host name`
    ])
  })

  test('a database of its own needs a secret of its own, of 32 characters or more', () => {
    const DATABASE_URL = 'postgres://db/purveyor'
    assert.equal(faultsOf({ DATABASE_URL }).length, 1)
    assert.equal(faultsOf({ DATABASE_URL, JWT_SECRET: SECRET.slice(1) }).length, 1)
    assert.equal(readConfig({ DATABASE_URL, JWT_SECRET: SECRET }).secrets.jwt, SECRET)
  })
})

suite('.env.example', () => {
  test('it names every variable that there is, and no other, with its default', () => {
    const defaults = Object.entries(Environment.properties).map(([name, schema]) => [
      name,
      String(('default' in schema && schema.default) || '')
    ])
    assert.deepEqual({ ...parseEnv(EXAMPLE) }, Object.fromEntries(defaults))
  })

  test('one line of explanation stands above each', () => {
    for (const name of Object.keys(Environment.properties)) {
      assert.match(EXAMPLE, new RegExp(`\\n\\n# [^\\n]+\\.\\n${name}=`), name)
    }
  })

  test('taken as it is, it changes nothing', () => {
    assert.deepEqual(readConfig(parseEnv(EXAMPLE)), readConfig({}))
  })
})

suite('the secret of a data folder', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor-config-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('it is made once, long and readable by its owner alone, and loaded from then on', async () => {
    const dataDir = join(folder, 'new', 'data')
    const secret = await loadOrMakeSecret(dataDir)
    assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
    assert.equal(await loadOrMakeSecret(dataDir), secret)
    assert.deepEqual(await readdir(dataDir), ['jwt-secret'])
    if (process.platform !== 'win32') {
      assert.equal((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777, 0o600)
    }
  })

  test('twenty that start at once have the same one, and leave nothing else behind', async () => {
    const dataDir = join(folder, 'race')
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadOrMakeSecret(dataDir)))
    assert.equal(new Set(secrets).size, 1)
    assert.deepEqual(await readdir(dataDir), ['jwt-secret'])
  })

  test('a file that holds too little is refused by name', async () => {
    const dataDir = join(folder, 'short')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'jwt-secret'), 'short\n')
    await assert.rejects(loadOrMakeSecret(dataDir), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(error.message, /jwt-secret: expected at least 32 characters/)
      assert.doesNotMatch(error.message, /short\n/)
      return true
    })
  })

  test('a folder that is none is refused as such', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await assert.rejects(loadOrMakeSecret(file), {
      name: 'ConfigError',
      message: `DATA_DIR: ${JSON.stringify(file)} cannot be used (ENOTDIR), expected a folder to write to`
    })
  })
})
