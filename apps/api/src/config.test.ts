import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { parseEnv } from 'node:util'
import { ConfigError, Environment, loadOrCreateSecret, readConfig, readDatabaseConfig } from './config.ts'
import { automaticProcesses } from './lib/process-count.ts'

const SECRET = 'a-secret-that-has-32-characters!'
const EXAMPLE = await readFile(join(import.meta.dirname, '../../../.env.example'), 'utf8')

/** Returns the lines of the error for this environment, or an empty list if it's valid. */
function errorsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env)
  } catch (error) {
    assert.ok(error instanceof ConfigError)
    return error.message.split('\n')
  }
  return []
}

suite('the configuration', () => {
  test('an empty environment gives the defaults', () => {
    assert.deepEqual(readConfig({}), {
      port: undefined,
      host: '127.0.0.1',
      dataDir: resolve('.purveyor'),
      databaseUrl: undefined,
      publicUrl: undefined,
      assetOrigin: undefined,
      assetBucket: undefined,
      withConsole: true,
      metricsPort: undefined,
      drainMs: 0,
      commit: undefined,
      rateLimitMax: 10_000,
      storefrontRateLimitMax: undefined,
      quoteRateLimitMax: 10_000,
      trustProxy: [],
      corsOrigins: [],
      imageFetchAllow: [],
      webhookAllow: [],
      webhookProxy: undefined,
      mailFrom: undefined,
      role: 'all',
      processes: 1,
      logLevel: 'info',
      migrateAtStart: true,
      durabilityCheck: true,
      nodeEnv: undefined,
      secrets: { jwt: undefined, encryption: undefined, s3: undefined, smtp: undefined }
    })
  })

  test('an empty variable counts as not set', () => {
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
      ASSET_STORE: 's3://my-bucket/some/prefix',
      S3_ENDPOINT: 'http://s3.market.example:9000/',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
      JWT_SECRET: SECRET,
      SECRETS_KEY: `${SECRET}1 ${SECRET}2`,
      CONSOLE: 'off',
      METRICS_PORT: '9464',
      DRAIN_SECONDS: '5',
      PURVEYOR_COMMIT: '3b82e68',
      RATE_LIMIT_MAX: '1',
      STOREFRONT_RATE_LIMIT_MAX: '50000',
      QUOTE_RATE_LIMIT_MAX: '20000',
      TRUST_PROXY: '10.0.0.0/8, ::1 ,',
      CORS_ORIGINS: 'https://a.example,http://LOCALHOST:5173',
      IMAGE_FETCH_ALLOW: 'images.example, 10.0.0.0/8,::1',
      WEBHOOK_ALLOW: 'erp.example,fd00::/8',
      WEBHOOK_PROXY: 'http://Proxy.example:3128/',
      SMTP_URL: 'smtps://user:pass%40word@mail.market.example:465',
      MAIL_FROM: 'Harbor Market <mail@market.example>',
      PURVEYOR_ROLE: 'worker',
      PURVEYOR_PROCESSES: '32',
      LOG_LEVEL: 'silent',
      MIGRATE_AT_START: 'off',
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
      assetBucket: {
        endpoint: 'http://s3.market.example:9000',
        region: 'eu-central-1',
        bucket: 'my-bucket',
        prefix: 'some/prefix/'
      },
      withConsole: false,
      metricsPort: 9464,
      drainMs: 5000,
      commit: '3b82e68',
      rateLimitMax: 1,
      storefrontRateLimitMax: 50_000,
      quoteRateLimitMax: 20_000,
      trustProxy: ['10.0.0.0/8', '::1'],
      corsOrigins: ['https://a.example', 'http://localhost:5173'],
      imageFetchAllow: ['images.example', '10.0.0.0/8', '::1'],
      webhookAllow: ['erp.example', 'fd00::/8'],
      webhookProxy: 'http://proxy.example:3128',
      mailFrom: 'Harbor Market <mail@market.example>',
      role: 'worker',
      processes: 32,
      logLevel: 'silent',
      migrateAtStart: false,
      durabilityCheck: false,
      nodeEnv: 'production',
      secrets: {
        jwt: SECRET,
        encryption: `${SECRET}1 ${SECRET}2`,
        s3: { accessKeyId: 'key', secretAccessKey: 'secret' },
        smtp: 'smtps://user:pass%40word@mail.market.example:465'
      }
    })
  })

  test('npm start uses a part of the cores, unless a number of processes is set', () => {
    const automatic = readConfig({ PURVEYOR_PROCESSES: 'auto' }).processes
    assert.equal(automatic, automaticProcesses())
    assert.equal(readConfig({ npm_lifecycle_event: 'start' }).processes, automatic)
    assert.equal(readConfig({ npm_lifecycle_event: 'start', PURVEYOR_PROCESSES: '' }).processes, automatic)
    assert.equal(readConfig({ npm_lifecycle_event: 'start', PURVEYOR_PROCESSES: '3' }).processes, 3)
    assert.equal(readConfig({ npm_lifecycle_event: 'test' }).processes, 1)
  })

  test('a worker never serves the console', () => {
    assert.equal(readConfig({ CONSOLE: 'on', PURVEYOR_ROLE: 'worker' }).withConsole, false)
    assert.equal(readConfig({ CONSOLE: 'on', PURVEYOR_ROLE: 'api' }).withConsole, true)
  })

  test('the asset origin defaults to the public URL', () => {
    assert.equal(readConfig({ PUBLIC_URL: 'http://localhost:8080' }).assetOrigin, 'http://localhost:8080')
    assert.equal(readConfig({ ASSET_ORIGIN: 'https://cdn.example' }).publicUrl, undefined)
  })

  test('the configuration is immutable', () => {
    const config = readConfig({ TRUST_PROXY: '::1' })
    for (const part of [
      config,
      config.secrets,
      config.trustProxy,
      config.corsOrigins,
      config.imageFetchAllow,
      config.webhookAllow
    ])
      assert.ok(Object.isFrozen(part))
  })

  test('variables of other programs are ignored', () => {
    assert.deepEqual(readConfig({ PATH: '/bin', npm_config_x: 'y', PURVEYORS: 'z' }), readConfig({}))
  })
})

suite('a wrong setting', () => {
  const port = 'a whole number from 0 to 65535, such as 3000'
  const processes = 'a whole number from 1 to 32, such as 4, or auto for half of the cores'
  const host = 'an IP address or a host name, such as 127.0.0.1'
  const origin = 'an http or https URL without a path or trailing slash'
  const publicUrl = `${origin}, such as https://api.market.example`
  const assetOrigin = `${origin}, such as https://assets.market.example`
  const count = 'a whole number of 1 or more, such as 10000'
  const proxies = 'IP addresses or CIDR networks separated by commas, such as 10.0.0.0/8,::1'
  const origins = 'http or https origins separated by commas, such as https://console.market.example'
  const hosts =
    'host names, IP addresses or CIDR networks separated by commas, such as images.market.example,10.0.0.0/8'
  const receivers = hosts.replace('images', 'erp')
  const httpProxy = 'an http URL without a path, such as http://proxy.market.example:3128'
  const secret =
    '32 or more characters without spaces, such as the output of "openssl rand -base64 48", or two such values ' +
    'separated by a space'

  const wrong: [string, string, string][] = [
    ['PORT', '80x', port],
    ['PORT', '65536', port],
    ['PORT', '-1', port],
    ['PORT', ' ', port],
    ['HOST', 'http://a', host],
    ['PUBLIC_URL', 'https://a.example/', publicUrl],
    ['PUBLIC_URL', 'a.example', publicUrl],
    ['ASSET_ORIGIN', 'https://a.example/assets', assetOrigin],
    ['RATE_LIMIT_MAX', '0', count],
    ['RATE_LIMIT_MAX', '1e3', count],
    ['RATE_LIMIT_MAX', '99999999999999999999', count],
    ['STOREFRONT_RATE_LIMIT_MAX', 'off', count],
    ['QUOTE_RATE_LIMIT_MAX', '0', count],
    ['TRUST_PROXY', 'true', proxies],
    ['TRUST_PROXY', '10.0.0.0/8,10.1', proxies],
    ['TRUST_PROXY', '0.0.0.0/0', proxies],
    ['TRUST_PROXY', '10.0.0.0/8,::/0', proxies],
    ['CORS_ORIGINS', '*', origins],
    ['CORS_ORIGINS', 'https://a.example,https://b.example/', origins],
    ['IMAGE_FETCH_ALLOW', 'http://a', hosts],
    ['IMAGE_FETCH_ALLOW', 'a.example,10.1', hosts],
    ['WEBHOOK_ALLOW', 'https://erp.example', receivers],
    ['WEBHOOK_ALLOW', '127.1', receivers],
    ['WEBHOOK_PROXY', 'proxy.example:3128', httpProxy],
    ['WEBHOOK_PROXY', 'https://proxy.example', httpProxy],
    ['WEBHOOK_PROXY', 'http://proxy.example/path', httpProxy],
    ['WEBHOOK_PROXY', 'http://proxy.example?a', httpProxy],
    ['PURVEYOR_ROLE', 'API', 'one of all, api, worker'],
    ['PURVEYOR_PROCESSES', '0', processes],
    ['PURVEYOR_PROCESSES', '33', processes],
    ['PURVEYOR_PROCESSES', '-1', processes],
    ['PURVEYOR_PROCESSES', '1.5', processes],
    ['PURVEYOR_PROCESSES', '2.0', processes],
    ['PURVEYOR_PROCESSES', 'all', processes],
    ['PURVEYOR_PROCESSES', 'AUTO', processes],
    ['LOG_LEVEL', 'verbose', 'one of fatal, error, warn, info, debug, trace, silent'],
    ['MIGRATE_AT_START', 'no', 'one of on, off'],
    ['DURABILITY_CHECK', 'true', 'one of on, off'],
    ['DRAIN_SECONDS', '301', 'a whole number from 0 to 300, such as 5'],
    ['DRAIN_SECONDS', '5s', 'a whole number from 0 to 300, such as 5'],
    ['PURVEYOR_COMMIT', 'main', 'the hash of a Git commit, such as 3b82e68']
  ]
  for (const [name, value, expected] of wrong) {
    test(`${name}=${value} is refused`, () => {
      assert.deepEqual(errorsOf({ [name]: value }), [
        `${name} must be ${expected}. The value is ${JSON.stringify(value)}.`
      ])
    })
  }

  test('the variables of a command line are ignored', () => {
    const settings = {
      PURVEYOR_TOKEN: 'pvt_1',
      PURVEYOR_URL: 'http://127.0.0.1:3001',
      PURVEYOR_PROFILE: 'shop'
    }
    assert.deepEqual(readConfig(settings), readConfig({}))
  })

  test('unknown variables with the prefix of a setting are refused', () => {
    assert.deepEqual(errorsOf({ S3_REGOIN: 'eu-central-1', S3_BUCKET: 'b', OTHER_S3_BUCKET: 'b' }), [
      'S3_REGOIN is not a known setting. The known settings with this prefix are: ' +
        'S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.',
      'S3_BUCKET is not a known setting. The known settings with this prefix are: ' +
        'S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.'
    ])
  })

  test('the variables that Kubernetes sets for a Service with the name of a prefix are ignored', () => {
    const links = {
      S3_SERVICE_HOST: '10.0.0.11',
      S3_SERVICE_PORT: '9000',
      S3_SERVICE_PORT_HTTP: '9000',
      S3_PORT: 'tcp://10.0.0.11:9000',
      S3_PORT_9000_TCP: 'tcp://10.0.0.11:9000',
      S3_PORT_9000_TCP_PROTO: 'tcp',
      S3_PORT_9000_TCP_PORT: '9000',
      S3_PORT_9000_TCP_ADDR: '10.0.0.11',
      PURVEYOR_API_SERVICE_HOST: '10.0.0.12'
    }
    assert.deepEqual(readConfig(links), readConfig({}))
    assert.match(String(errorsOf({ PURVEYOR_PORT: '3000' })), /^PURVEYOR_PORT is not a known setting/)
  })

  test('all wrong settings are reported together, one per line', () => {
    assert.deepEqual(
      errorsOf({ PORT: 'a', LOG_LEVEL: 'b', DATABASE_URL: 'postgres://db', PURVEYOR_ROLL: 'api' }),
      [
        `PORT must be ${port}. The value is "a".`,
        'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent. The value is "b".',
        `JWT_SECRET must be set if DATABASE_URL is set. It must be ${secret}.`,
        'PURVEYOR_ROLL is not a known setting. The known settings with this prefix are: ' +
          'PURVEYOR_ROLE, PURVEYOR_PROCESSES, PURVEYOR_COMMIT.'
      ]
    )
  })

  test('the ports of requests and metrics must differ, unless any free port is selected', () => {
    assert.deepEqual(errorsOf({ PORT: '3000', METRICS_PORT: '3000' }), [
      'METRICS_PORT must be another port than PORT. Both are "3000".'
    ])
    assert.deepEqual(errorsOf({ PORT: '0', METRICS_PORT: '0' }), [])
  })

  test('a secret is never shown', () => {
    const short = 'hush-31-characters-are-too-few.'
    assert.deepEqual(errorsOf({ JWT_SECRET: short, DATABASE_URL: 'mysql://me:hush@db' }), [
      'DATABASE_URL must be a PostgreSQL URL, such as postgres://user:password@host:5432/purveyor, or with ' +
        'several hosts postgres://user:password@a:5432,b:5432/purveyor?target_session_attrs=read-write. ' +
        'The value has 18 characters.',
      `JWT_SECRET must be ${secret}. The value has 31 characters.`
    ])
    const actuals: [string, string][] = [
      [`${SECRET} ${short}`, 'has parts of 32 and 31 characters'],
      [`${SECRET} ${SECRET}0 ${SECRET}1`, 'consists of 3 parts separated by spaces']
    ]
    for (const [value, actual] of actuals) {
      assert.deepEqual(errorsOf({ JWT_SECRET: value }), [
        `JWT_SECRET must be ${secret}. The value ${actual}.`
      ])
    }
    assert.deepEqual(errorsOf({ SECRETS_KEY: short }), [
      `SECRETS_KEY must be ${secret}. The value has 31 characters.`
    ])
    assert.deepEqual(errorsOf({ WEBHOOK_PROXY: 'http://me:hush@a.example' }), [
      `WEBHOOK_PROXY must be ${httpProxy}. The value is "http://…@a.example".`
    ])
    assert.deepEqual(errorsOf({ PUBLIC_URL: 'https://me:hush@a.example' }), [
      `PUBLIC_URL must be ${publicUrl}. The value is "https://…@a.example".`
    ])
  })

  test('a long value is cut and shown on one line', () => {
    assert.deepEqual(errorsOf({ HOST: `a\n${'b'.repeat(1_000)}` }), [
      `HOST must be ${host}. The value is "a\\n${'b'.repeat(98)}…".`
    ])
  })

  test('sessions that only read are refused', () => {
    const url = 'postgres://one,two/purveyor?target_session_attrs='
    for (const attrs of ['read-write', 'primary'])
      assert.ok(readConfig({ DATABASE_URL: url + attrs, JWT_SECRET: SECRET }))
    for (const attrs of ['any', 'standby', ''])
      assert.deepEqual(errorsOf({ DATABASE_URL: url + attrs, JWT_SECRET: SECRET }), [
        'target_session_attrs in DATABASE_URL must be read-write, because the service writes. ' +
          `The value is "${attrs}".`
      ])
  })

  test('an unknown sslmode is refused', () => {
    const url = 'postgres://db/purveyor?sslmode='
    for (const mode of ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'])
      assert.deepEqual(errorsOf({ DATABASE_URL: url + mode, JWT_SECRET: SECRET }), [])
    for (const mode of ['banana', 'REQUIRE', ''])
      assert.deepEqual(errorsOf({ DATABASE_URL: url + mode, JWT_SECRET: SECRET }), [
        'sslmode in DATABASE_URL must be one of disable, allow, prefer, require, verify-ca, verify-full. ' +
          `The value is "${mode}".`
      ])
    assert.throws(() => readDatabaseConfig({ DATABASE_URL: `${url}banana` }), /^ConfigError: sslmode in/)
  })

  test('a secret of at least 32 characters is required if DATABASE_URL is set', () => {
    const DATABASE_URL = 'postgres://db/purveyor'
    assert.equal(errorsOf({ DATABASE_URL }).length, 1)
    assert.equal(errorsOf({ DATABASE_URL, JWT_SECRET: SECRET.slice(1) }).length, 1)
    for (const value of [SECRET, `${SECRET} ${SECRET}`])
      assert.equal(readConfig({ DATABASE_URL, JWT_SECRET: value }).secrets.jwt, value)
  })
})

suite('.env.example', () => {
  test('it lists exactly the variables that exist, with their defaults', () => {
    const defaults = Object.entries(Environment.properties).map(([name, schema]) => [
      name,
      String(('default' in schema && schema.default) || '')
    ])
    assert.deepEqual({ ...parseEnv(EXAMPLE) }, Object.fromEntries(defaults))
  })

  test('a comment of one line explains each variable', () => {
    for (const name of Object.keys(Environment.properties)) {
      assert.match(EXAMPLE, new RegExp(`\\n\\n# [^\\n]+\\.\\n${name}=`), name)
    }
  })

  test('the unmodified file gives the default configuration', () => {
    assert.deepEqual(readConfig(parseEnv(EXAMPLE)), readConfig({}))
  })
})

suite('docs/operations/secure.md', () => {
  test('the line with two secrets means the same to Node and to a shell', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/operations/secure.md'), 'utf8')
    const [, line = ''] = /^```text\n(JWT_SECRET=.*)\n```$/m.exec(page) ?? []
    const [old, next] = ['o+/='.repeat(16), 'n+/='.repeat(16)]
    const settings = line.replace('OLD', old).replace('NEW', next)
    assert.equal(parseEnv(settings).JWT_SECRET, `${old} ${next}`)
    assert.ok(readConfig(parseEnv(settings)))
    const shell = (command: string) => execFileSync('sh', ['-c', command], { encoding: 'utf8' })
    assert.equal(shell(`${settings}\nprintf %s "$JWT_SECRET"`), `${old} ${next}`)
    assert.equal(shell(`${settings} printenv JWT_SECRET`), `${old} ${next}\n`)
  })
})

suite('docs/operations/configure.md', () => {
  test('the tables list exactly the variables that exist, with their defaults and roles', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/operations/configure.md'), 'utf8')
    const row = /^\| `([A-Z0-9_]+)` \| (?:`([^`]+)`)? ?\| (\w*) ?\| \S.*\. \|$|^\| `([A-Z0-9_]+)` /gm
    const rows = [...page.matchAll(row)].map(([, name = '', value = '', role = '']) => ({
      name,
      value,
      role
    }))
    const defaults = Object.entries(Environment.properties).map(([name, schema]) => [
      name,
      String(('default' in schema && schema.default) || '')
    ])
    assert.deepEqual(
      Object.fromEntries(rows.map(({ name, value }) => [name, value])),
      Object.fromEntries(defaults)
    )
    assert.equal(rows.length, defaults.length)
    for (const { name, role } of rows)
      assert.ok(name === 'PURVEYOR_ROLE' || ['api', 'worker', 'both'].includes(role), name)
  })
})

suite('the secret of a data folder', () => {
  let folder = ''
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'purveyor-config-'))
  })
  after(() => rm(folder, { recursive: true }))

  test('it is created once and then loaded, is long, and only its owner can read it', async () => {
    const dataDir = join(folder, 'new', 'data')
    const secret = await loadOrCreateSecret(dataDir)
    assert.match(secret, /^[A-Za-z0-9_-]{43}$/)
    assert.equal(await loadOrCreateSecret(dataDir), secret)
    assert.deepEqual(await readdir(dataDir), ['jwt-secret'])
    if (process.platform !== 'win32') {
      assert.equal((await stat(join(dataDir, 'jwt-secret'))).mode & 0o777, 0o600)
    }
  })

  test('twenty concurrent starts get the same secret and leave no other files', async () => {
    const dataDir = join(folder, 'race')
    const secrets = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecret(dataDir)))
    assert.equal(new Set(secrets).size, 1)
    assert.deepEqual(await readdir(dataDir), ['jwt-secret'])
  })

  test('a secret that is too short is refused with the path of its file', async () => {
    const dataDir = join(folder, 'short')
    await mkdir(dataDir)
    await writeFile(join(dataDir, 'jwt-secret'), 'short\n')
    await assert.rejects(loadOrCreateSecret(dataDir), (error) => {
      assert.ok(error instanceof ConfigError)
      assert.match(
        error.message,
        /^The secret in .*jwt-secret must be 32 or more characters without spaces, .*\. Correct it/
      )
      assert.doesNotMatch(error.message, /short\n/)
      return true
    })
  })

  test('a data folder that is a file is refused', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await assert.rejects(loadOrCreateSecret(file), {
      name: 'ConfigError',
      message: `DATA_DIR must be a folder that the service can write to. ${JSON.stringify(file)} can't be used (ENOTDIR).`
    })
  })
})
