import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Static, type TSchema, type TSchemaOptions, Type } from 'typebox'
import { parseDatabaseUrl, sslModes, unknownSslMode, unusableSessions } from './db/driver/database-url.ts'
import { isHost, isHostOrNetwork, isNetwork, isOrigin } from './lib/addresses.ts'
import { automaticProcesses, maxProcesses } from './lib/process-count.ts'
import { newSecret, splitSecret } from './lib/secrets.ts'

const MIN_SECRET_LENGTH = 32
/** The maximum length of a value that is shown in a message. Longer values are cut. */
const MAX_SHOWN_LENGTH = 100

// A part of the prefix can't consist of dots, because URLs with such a part name another object.
const bucketForm =
  /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>(?!\.+(?:\/|$))[\w.-]+(?:\/(?!\.+(?:\/|$))[\w.-]+)*))?\/?$/

const origin = 'an http or https URL without a path or trailing slash'
const count = 'a whole number of 1 or more, such as 10000'
const hosts = 'host names, IP addresses or CIDR networks separated by commas, such as'
const secretForm =
  `${MIN_SECRET_LENGTH} or more characters without spaces, such as the output of "openssl rand -base64 48", or two ` +
  'such values separated by a space'

/** The checks of the settings. TypeBox could check the values too, but its module for it takes a tenth of a second to load. */
const checks = new Map<TSchema, (text: string) => boolean>()

/**
 * The environment variables. A `description` completes the sentence "PORT must be …". A `default` is used if
 * the variable isn't set. The value of a `writeOnly` variable is never shown in messages.
 */
export const Environment = Type.Object({
  PORT: setting('a whole number from 0 to 65535, such as 3000', isPort),
  HOST: setting('an IP address or a host name, such as 127.0.0.1', isHost, { default: '127.0.0.1' }),
  DATA_DIR: setting('the path of a folder, such as .purveyor', () => true, { default: '.purveyor' }),
  DATABASE_URL: setting(
    'a PostgreSQL URL, such as postgres://user:password@host:5432/purveyor, or with several hosts ' +
      'postgres://user:password@a:5432,b:5432/purveyor?target_session_attrs=read-write',
    isDatabaseUrl,
    {
      writeOnly: true
    }
  ),
  PUBLIC_URL: setting(`${origin}, such as https://api.market.example`, isOrigin),
  ASSET_ORIGIN: setting(`${origin}, such as https://assets.market.example`, isOrigin),
  ASSET_STORE: setting(
    'a bucket of an S3-compatible store, such as s3://bucket or s3://bucket/prefix',
    isBucket
  ),
  S3_ENDPOINT: setting('an http or https URL, such as https://s3.eu-central-1.amazonaws.com', isHttpUrl),
  S3_REGION: setting('the region of the bucket, such as eu-central-1', () => true, { default: 'us-east-1' }),
  S3_ACCESS_KEY_ID: setting('the id of an access key', () => true),
  S3_SECRET_ACCESS_KEY: setting('the secret of the access key', () => true, { writeOnly: true }),
  JWT_SECRET: setting(secretForm, isSecret, { writeOnly: true }),
  SECRETS_KEY: setting(secretForm, isSecret, { writeOnly: true }),
  RATE_LIMIT_MAX: setting(count, isCount, { default: '10000' }),
  STOREFRONT_RATE_LIMIT_MAX: setting(count, isCount),
  QUOTE_RATE_LIMIT_MAX: setting(count, isCount, { default: '10000' }),
  TRUST_PROXY: setting('IP addresses or CIDR networks separated by commas, such as 10.0.0.0/8,::1', (text) =>
    entries(text).every(isProxy)
  ),
  CORS_ORIGINS: setting(
    'http or https origins separated by commas, such as https://console.market.example',
    (text) => entries(text).every(isOrigin)
  ),
  IMAGE_FETCH_ALLOW: setting(`${hosts} images.market.example,10.0.0.0/8`, isHostList),
  WEBHOOK_ALLOW: setting(`${hosts} erp.market.example,10.0.0.0/8`, isHostList),
  WEBHOOK_PROXY: setting('an http URL without a path, such as http://proxy.market.example:3128', isProxyUrl),
  SMTP_URL: setting('an smtp or smtps URL, such as smtps://user:password@mail.market.example', isSmtpUrl, {
    writeOnly: true
  }),
  MAIL_FROM: setting(
    'an address with or without a name, such as Harbor Market <mail@market.example>',
    isSender
  ),
  PURVEYOR_ROLE: choice(['all', 'api', 'worker'], { default: 'all' }),
  PURVEYOR_PROCESSES: setting(
    `a whole number from 1 to ${maxProcesses}, such as 4, or auto for half of the cores`,
    isProcessCount
  ),
  CONSOLE: choice(['on', 'off'], { default: 'on' }),
  METRICS_PORT: setting('a whole number from 0 to 65535, such as 9464', isPort),
  DRAIN_SECONDS: setting('a whole number from 0 to 300, such as 5', isDrainTime, { default: '0' }),
  PURVEYOR_COMMIT: setting('the hash of a Git commit, such as 3b82e68', isCommit),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  MIGRATE_AT_START: choice(['on', 'off'], { default: 'on' }),
  DURABILITY_CHECK: choice(['on', 'off'], { default: 'on' }),
  NODE_ENV: setting('any text', () => true)
})

/** The prefixes of settings. Other variables with such a prefix are refused, because they are probably misspelt. */
const prefixes = ['PURVEYOR_', 'S3_']

/** Variables that command lines for the service use. The service ignores them. */
const clientSettings = new Set(['PURVEYOR_TOKEN', 'PURVEYOR_URL', 'PURVEYOR_PROFILE'])

/** Variables, with the beginning of their values, that Kubernetes sets in each container for each Service. */
const serviceLink =
  /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT_\d+_(?:TCP|UDP|SCTP)(?:_\w+)?)=|_PORT=\w+:\/\//

type Environment = Static<typeof Environment>
type WithDefault =
  | 'HOST'
  | 'DATA_DIR'
  | 'S3_REGION'
  | 'RATE_LIMIT_MAX'
  | 'PURVEYOR_ROLE'
  | 'PURVEYOR_PROCESSES'
  | 'CONSOLE'
  | 'DRAIN_SECONDS'
  | 'LOG_LEVEL'
  | 'MIGRATE_AT_START'
  | 'DURABILITY_CHECK'
type Settings = Environment & Required<Pick<Environment, WithDefault>>

/** The configuration of the service, read from the environment by `readConfig`. */
export type Config = Readonly<{
  /** The port to listen on. 0 means any free port; if undefined, `choosePort` chooses one. */
  port: number | undefined
  host: string
  /** The absolute path of the data folder. */
  dataDir: string
  /**
   * The URL of the database. It may contain a password, so never log it. If undefined, the embedded database
   * is used.
   */
  databaseUrl: string | undefined
  /**
   * The URL at which clients reach the service, without a trailing slash. If undefined, it's derived from the
   * address that the service listens on.
   */
  publicUrl: string | undefined
  /** The origin of asset URLs, without a trailing slash. Defaults to the public URL. */
  assetOrigin: string | undefined
  /** The bucket that stores the assets, or undefined if they are stored in the data folder. */
  assetBucket: AssetBucket | undefined
  /** The port that serves metrics, 0 for any free port, or undefined if metrics aren't served. */
  metricsPort: number | undefined
  /** How long a stopping process still accepts requests while `/readyz` returns 503, in milliseconds. */
  drainMs: number
  /** The commit of the deployed source, or undefined if it isn't set. */
  commit: string | undefined
  /** The number of requests that a client address may make in 10 minutes (contract 8). */
  rateLimitMax: number
  /**
   * The number of storefront reads that a client address may make in 10 minutes, or undefined for no limit.
   */
  storefrontRateLimitMax: number | undefined
  quoteRateLimitMax: number
  /** Addresses and networks of the proxies whose `X-Forwarded-For` header is trusted. */
  trustProxy: string[]
  corsOrigins: string[]
  /**
   * Hosts and networks from which images may be fetched on any port, even if their addresses aren't public.
   */
  imageFetchAllow: string[]
  /** Hosts and networks to which webhooks may post on any port and with http, even if their addresses aren't public. */
  webhookAllow: string[]
  /** The URL of the HTTP proxy through which webhooks are posted, or undefined if they are posted directly. */
  webhookProxy: string | undefined
  /** The sender of mails, an address with or without a name. Undefined if no mails are sent. */
  mailFrom: string | undefined
  role: Settings['PURVEYOR_ROLE']
  /** The number of processes of the node. With more than 1, another process starts and replaces them. */
  processes: number
  /** True if the process serves the console, and builds it if necessary. Workers don't. */
  withConsole: boolean
  logLevel: Settings['LOG_LEVEL']
  /** True if the process applies the migrations of its release when it starts. */
  migrateAtStart: boolean
  durabilityCheck: boolean
  nodeEnv: string | undefined
  /**
   * Secrets must never be logged. `jwt` has one value, or two that are separated by spaces (`splitSecret`). If
   * `databaseUrl` is undefined, `jwt` may be undefined too. `loadOrCreateSecret` then returns the secret to use.
   * `encryption` has the form of `jwt`. If it is undefined, the secret of `jwt` is used to encrypt, too. `smtp` is the URL of
   * the mail server, which may contain a password, or undefined if no mails are sent.
   */
  secrets: Readonly<{
    jwt: string | undefined
    encryption: string | undefined
    s3: S3Key | undefined
    smtp: string | undefined
  }>
}>

/** A bucket of an S3-compatible store. */
export type AssetBucket = Readonly<{
  /** The URL of the store, without the bucket and without a trailing slash. */
  endpoint: string
  region: string
  bucket: string
  /** The text before the storage paths in the keys, such as `assets/`. May be empty. */
  prefix: string
}>

/** The key with which requests to the bucket are signed. */
export type S3Key = Readonly<{ accessKeyId: string; secretAccessKey: string }>

/**
 * The error for wrong settings. Its message has one line for each wrong setting. The line says what the
 * setting must be.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
  }
}

/**
 * Reads the environment. An empty variable counts as not set. `npm start` uses several processes by default. Throws a
 * ConfigError that lists all wrong settings.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const faults = [...valueFaults(variables), ...dependentFaults(variables), ...nameFaults(variables)]
  if (faults.length > 0) throw new ConfigError(faults)
  const isNpmStart = env.npm_lifecycle_event === 'start'
  const defaults = { PURVEYOR_PROCESSES: isNpmStart ? 'auto' : '1' }
  return toConfig(withDefaults({ ...defaults, ...variables }))
}

/**
 * Reads only the settings of the database, for commands that need no others. Throws a ConfigError that lists
 * the wrong ones.
 */
export function readDatabaseConfig(env: NodeJS.ProcessEnv): Pick<Config, 'databaseUrl' | 'dataDir'> {
  const { DATABASE_URL, DATA_DIR } = env
  const variables = Object.fromEntries(
    Object.entries({ DATABASE_URL, DATA_DIR }).filter(([, value]) => value)
  )
  const faults = [...valueFaults(variables), ...urlFaults(variables.DATABASE_URL)]
  if (faults.length > 0) throw new ConfigError(faults)
  const settings = withDefaults(variables)
  return { databaseUrl: settings.DATABASE_URL, dataDir: resolve(settings.DATA_DIR) }
}

/** Returns the folder of the asset store. All nodes that use the same database must use the same folder. */
export function assetFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'assets')
}

/**
 * Returns the secret in the file `jwt-secret` of the data folder. Creates the file if it doesn't exist; only
 * its owner can read it. Processes that start at the same time get the same secret. Throws a ConfigError if
 * the folder can't be used, or if the file doesn't contain one or two values that are long enough.
 */
export async function loadOrCreateSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  try {
    const secret = (await readIfExists(path)) ?? (await createSecret(dataDir, path))
    if (isSecret(secret)) return secret
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code) throw error
    throw new ConfigError([
      `DATA_DIR must be a folder that the service can write to. ${formatValue(dataDir)} can't be used (${code}).`
    ])
  }
  throw new ConfigError([
    `The secret in ${path} must be ${secretForm}. ` +
      'Correct it, or delete the file and the service creates a new secret.'
  ])
}

async function createSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${newSecret(9)}`
  try {
    await writeFile(draft, newSecret(), { mode: 0o600, flag: 'wx', flush: true })
    // `link` is atomic, and it fails if another process has created the file first.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}

function toConfig(settings: Settings): Config {
  const publicUrl = settings.PUBLIC_URL && new URL(settings.PUBLIC_URL).origin
  const storefrontLimit = settings.STOREFRONT_RATE_LIMIT_MAX
  return Object.freeze({
    port: settings.PORT === undefined ? undefined : Number(settings.PORT),
    host: settings.HOST,
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    publicUrl,
    assetOrigin: settings.ASSET_ORIGIN ? new URL(settings.ASSET_ORIGIN).origin : publicUrl,
    assetBucket: settings.ASSET_STORE === undefined ? undefined : toBucket(settings),
    metricsPort: settings.METRICS_PORT === undefined ? undefined : Number(settings.METRICS_PORT),
    drainMs: Number(settings.DRAIN_SECONDS) * 1000,
    commit: settings.PURVEYOR_COMMIT,
    rateLimitMax: Number(settings.RATE_LIMIT_MAX),
    storefrontRateLimitMax: storefrontLimit === undefined ? undefined : Number(storefrontLimit),
    quoteRateLimitMax: Number(settings.QUOTE_RATE_LIMIT_MAX),
    trustProxy: frozen(entries(settings.TRUST_PROXY)),
    corsOrigins: frozen(entries(settings.CORS_ORIGINS).map((text) => new URL(text).origin)),
    imageFetchAllow: frozen(entries(settings.IMAGE_FETCH_ALLOW)),
    webhookAllow: frozen(entries(settings.WEBHOOK_ALLOW)),
    webhookProxy: settings.WEBHOOK_PROXY && new URL(settings.WEBHOOK_PROXY).origin,
    mailFrom: settings.MAIL_FROM,
    role: settings.PURVEYOR_ROLE,
    processes:
      settings.PURVEYOR_PROCESSES === 'auto' ? automaticProcesses() : Number(settings.PURVEYOR_PROCESSES),
    withConsole: settings.CONSOLE === 'on' && settings.PURVEYOR_ROLE !== 'worker',
    logLevel: settings.LOG_LEVEL,
    migrateAtStart: settings.MIGRATE_AT_START === 'on',
    durabilityCheck: settings.DURABILITY_CHECK === 'on',
    nodeEnv: settings.NODE_ENV,
    secrets: Object.freeze({
      jwt: settings.JWT_SECRET,
      encryption: settings.SECRETS_KEY,
      s3: toS3Key(settings),
      smtp: settings.SMTP_URL
    })
  })
}

function toBucket({ ASSET_STORE, S3_ENDPOINT, S3_REGION }: Settings): AssetBucket {
  const { bucket = '', prefix = '' } = bucketForm.exec(ASSET_STORE ?? '')?.groups ?? {}
  return Object.freeze({
    endpoint: (S3_ENDPOINT ?? `https://s3.${S3_REGION}.amazonaws.com`).replace(/\/+$/, ''),
    region: S3_REGION,
    bucket,
    prefix: prefix === '' ? '' : `${prefix}/`
  })
}

function toS3Key(settings: Settings): S3Key | undefined {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings
  if (accessKeyId === undefined || secretAccessKey === undefined) return undefined
  return Object.freeze({ accessKeyId, secretAccessKey })
}

/** Returns the settings with the defaults of those that aren't set. */
function withDefaults(variables: NodeJS.ProcessEnv): Settings {
  const defaults = Object.entries(Environment.properties).flatMap(([name, schema]) => {
    const { default: value }: TSchemaOptions = { ...schema }
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(defaults), ...variables } as Settings
}

function valueFaults(variables: NodeJS.ProcessEnv): string[] {
  return Object.entries(Environment.properties).flatMap(([name, schema]) => {
    const value = variables[name]
    if (value === undefined || checks.get(schema)?.(value)) return []
    const { description, writeOnly }: TSchemaOptions = { ...schema }
    const actual = writeOnly ? describeSecret(value) : `is ${formatValue(value)}`
    return [`${name} must be ${description}. The value ${actual}.`]
  })
}

function dependentFaults(variables: NodeJS.ProcessEnv): string[] {
  const faults: string[] = []
  if (variables.DATABASE_URL && !variables.JWT_SECRET)
    faults.push(`JWT_SECRET must be set if DATABASE_URL is set. It must be ${secretForm}.`)
  faults.push(...urlFaults(variables.DATABASE_URL))
  if (variables.ASSET_STORE)
    for (const name of ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
      if (!variables[name]) faults.push(`${name} must be set if ASSET_STORE is set.`)
  if (variables.SMTP_URL && !variables.MAIL_FROM) faults.push('MAIL_FROM must be set if SMTP_URL is set.')
  if (
    variables.METRICS_PORT &&
    Number(variables.METRICS_PORT) !== 0 &&
    variables.METRICS_PORT === variables.PORT
  )
    faults.push(`METRICS_PORT must be another port than PORT. Both are ${formatValue(variables.PORT)}.`)
  return faults
}

/** Returns what is wrong with the parameters of a database URL. */
function urlFaults(url = ''): string[] {
  const faults: string[] = []
  const sessions = unusableSessions(url)
  if (sessions !== undefined)
    faults.push(
      'target_session_attrs in DATABASE_URL must be read-write, because the service writes. ' +
        `The value is ${formatValue(sessions)}.`
    )
  const mode = unknownSslMode(url)
  if (mode !== undefined)
    faults.push(
      `sslmode in DATABASE_URL must be one of ${sslModes.join(', ')}. The value is ${formatValue(mode)}.`
    )
  return faults
}

function nameFaults(variables: NodeJS.ProcessEnv): string[] {
  return prefixes.flatMap((prefix) => {
    const settingNames = Object.keys(Environment.properties).filter((name) => name.startsWith(prefix))
    return Object.keys(variables)
      .filter((name) => name.startsWith(prefix) && !settingNames.includes(name) && !clientSettings.has(name))
      .filter((name) => !serviceLink.test(`${name}=${variables[name]}`))
      .map(
        (name) =>
          `${name} is not a known setting. The known settings with this prefix are: ${settingNames.join(', ')}.`
      )
  })
}

function setting(description: string, check: (text: string) => boolean, options: TSchemaOptions = {}) {
  const schema = Type.Optional(Type.String({ description, ...options }))
  checks.set(schema, check)
  return schema
}

function choice<const T extends string[]>(values: readonly [...T], options: TSchemaOptions) {
  const schema = Type.Optional(
    Type.Enum<T>(values, { description: `one of ${values.join(', ')}`, ...options })
  )
  checks.set(schema, (text) => values.includes(text))
  return schema
}

function entries(list: string | undefined): string[] {
  return (list ?? '').split(',').flatMap((entry) => entry.trim() || [])
}

// The result is frozen, but its type is mutable, as libraries require.
function frozen(list: string[]): string[] {
  Object.freeze(list)
  return list
}

function isCount(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
}

function isProcessCount(text: string): boolean {
  return text === 'auto' || (/^[1-9]\d?$/.test(text) && Number(text) <= maxProcesses)
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535
}

function isDrainTime(text: string): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) <= 300
}

function isCommit(text: string): boolean {
  return /^[0-9a-f]{7,64}$/.test(text)
}

function isBucket(text: string): boolean {
  return bucketForm.test(text)
}

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.username === '' && url.password === '' && url.search === '' && url.hash === ''
}

function isHostList(text: string): boolean {
  return entries(text).every(isHostOrNetwork)
}

/** True for the URL of a mail server: a host, and possibly a port, a user and a password. */
function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol)) return false
  const isBare = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  return isBare && url.hostname !== '' && (url.username === '') === (url.password === '')
}

/** True for `name@host` and for `Name <name@host>`. */
function isSender(text: string): boolean {
  const address = /^[^<>@",;:\p{Cc}]+<(?<address>[^<>]+)>$/u.exec(text)?.groups?.address ?? text
  return /^[^\s<>@",;:]+@[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(address)
}

/** True for an http URL that has only a host and a port. */
function isProxyUrl(text: string): boolean {
  return isHttpUrl(text) && URL.parse(text)?.protocol === 'http:' && URL.parse(text)?.pathname === '/'
}

function isDatabaseUrl(text: string): boolean {
  return parseDatabaseUrl(text) !== undefined
}

function isSecret(text: string): boolean {
  const values = splitSecret(text)
  return values.length <= 2 && values.every((value) => value.length >= MIN_SECRET_LENGTH)
}

/** True for an address or a network. All addresses can't be trusted, because then any client could choose its own. */
function isProxy(text: string): boolean {
  return isNetwork(text) && !/\/0+$/.test(text)
}

/** Describes a secret value without showing it: `has 31 characters`, or `consists of 8 parts`. */
function describeSecret(text: string): string {
  const lengths = splitSecret(text).map((value) => value.length)
  if (lengths.length > 2) return `consists of ${lengths.length} parts separated by spaces`
  return lengths.length === 2
    ? `has parts of ${lengths.join(' and ')} characters`
    : `has ${lengths[0]} characters`
}

/**
 * Formats a value for a message: puts it on one line, removes the user and password of a URL, and cuts a long
 * value.
 */
function formatValue(value: string): string {
  const safe = value.replace(/\/\/[^/]*@/g, '//…@')
  return JSON.stringify(safe.length > MAX_SHOWN_LENGTH ? `${safe.slice(0, MAX_SHOWN_LENGTH)}…` : safe)
}
