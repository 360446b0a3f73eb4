import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Static, type TSchemaOptions, Type } from 'typebox'
import { Value } from 'typebox/value'
import { isHost, isHostOrNetwork, isNetwork, isOrigin } from './lib/addresses.ts'
import { newSecret } from './lib/secrets.ts'

const SHORTEST_SECRET = 32
const LONGEST_SHOWN = 100

const origin = 'an http or https URL without a path or trailing slash'
const count = 'a whole number of 1 or more'

/**
 * The variables of the environment. A `description` says what a value must be, `default` what an unset variable
 * means; what is `writeOnly` is never shown.
 */
export const Environment = Type.Object({
  PORT: setting('a whole number from 0 to 65535', (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535),
  HOST: setting('an IP address or a host name', isHost, { default: '127.0.0.1' }),
  DATA_DIR: setting('a folder', () => true, { default: '.purveyor' }),
  DATABASE_URL: setting('a URL that begins with postgres:// or postgresql://', isDatabaseUrl, {
    writeOnly: true
  }),
  PUBLIC_URL: setting(origin, isOrigin),
  ASSET_ORIGIN: setting(origin, isOrigin),
  JWT_SECRET: setting(`at least ${SHORTEST_SECRET} characters`, isLong, { writeOnly: true }),
  RATE_LIMIT_MAX: setting(count, isCount, { default: '10000' }),
  STOREFRONT_RATE_LIMIT_MAX: setting(count, isCount),
  TRUST_PROXY: setting('IP addresses or CIDR networks, parted by commas', (text) =>
    entries(text).every(isNetwork)
  ),
  CORS_ORIGINS: setting('http or https origins, parted by commas', (text) => entries(text).every(isOrigin)),
  IMAGE_FETCH_ALLOW: setting('host names, IP addresses or CIDR networks, parted by commas', (text) =>
    entries(text).every(isHostOrNetwork)
  ),
  PURVEYOR_ROLE: choice(['all', 'api', 'worker'], { default: 'all' }),
  LOG_LEVEL: choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
  DURABILITY_CHECK: choice(['on', 'off'], { default: 'on' }),
  NODE_ENV: setting('any text', () => true)
})

type Environment = Static<typeof Environment>
type WithDefault = 'HOST' | 'DATA_DIR' | 'RATE_LIMIT_MAX' | 'PURVEYOR_ROLE' | 'LOG_LEVEL' | 'DURABILITY_CHECK'
type Settings = Environment & Required<Pick<Environment, WithDefault>>

/** The settings as the service uses them. */
export type Config = Readonly<{
  /** 0 takes any free port. Undefined: the caller chooses. */
  port: number | undefined
  host: string
  /** An absolute path. */
  dataDir: string
  /** May hold a password: not for logs or errors. Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** No trailing slash. Undefined: derived from the address that is listened on. */
  publicUrl: string | undefined
  /** No trailing slash; the public URL unless set. */
  assetOrigin: string | undefined
  /** Requests that a client address may make in 10 minutes (contract 8). */
  rateLimitMax: number
  /** The same for storefront reads. Undefined: no limit. */
  storefrontRateLimitMax: number | undefined
  /** Proxies, as addresses and networks, whose word on the client's address counts. */
  trustProxy: string[]
  corsOrigins: string[]
  /** Hosts and networks that images may be fetched from, on any port, although they are not public. */
  imageFetchAllow: string[]
  role: Settings['PURVEYOR_ROLE']
  logLevel: Settings['LOG_LEVEL']
  durabilityCheck: boolean
  nodeEnv: string | undefined
  /** `jwt` is undefined only without a database URL: then `loadOrMakeSecret` has one. Not for logs or errors. */
  secrets: Readonly<{ jwt: string | undefined }>
}>

/** Wrong settings. The message has a line for each fault: the variable, what was given and what is expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
  }
}

/** Reads the environment; an empty variable is an unset one. Throws a ConfigError with all faults at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const faults = [...valueFaults(given), ...missingFaults(given), ...nameFaults(given)]
  if (faults.length > 0) throw new ConfigError(faults)
  return toConfig(Value.Default(Environment, given) as Settings)
}

/** The folder of the asset store: the same for all nodes of a database. */
export function assetFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'assets')
}

/**
 * The secret that a data folder keeps, in `jwt-secret`, which only its owner can read; made when there is none.
 * Processes that start at once end up with the same one. Throws a ConfigError where the folder cannot be used or
 * the file holds too little.
 */
export async function loadOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'jwt-secret')
  try {
    const secret = (await readIfThere(path)) ?? (await makeSecret(dataDir, path))
    if (isLong(secret)) return secret
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!code) throw error
    throw new ConfigError([
      `DATA_DIR: ${shown(dataDir)} cannot be used (${code}), expected a folder to write to`
    ])
  }
  throw new ConfigError([
    `${path}: expected at least ${SHORTEST_SECRET} characters; without this file one is made`
  ])
}

async function makeSecret(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${newSecret(9)}`
  try {
    await writeFile(draft, newSecret(), { mode: 0o600, flag: 'wx', flush: true })
    // A link appears whole or not at all, and never in the place of another's.
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return (await readFile(path, 'utf8')).trim()
}

async function readIfThere(path: string): Promise<string | undefined> {
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
    rateLimitMax: Number(settings.RATE_LIMIT_MAX),
    storefrontRateLimitMax: storefrontLimit === undefined ? undefined : Number(storefrontLimit),
    trustProxy: frozen(entries(settings.TRUST_PROXY)),
    corsOrigins: frozen(entries(settings.CORS_ORIGINS).map((text) => new URL(text).origin)),
    imageFetchAllow: frozen(entries(settings.IMAGE_FETCH_ALLOW)),
    role: settings.PURVEYOR_ROLE,
    logLevel: settings.LOG_LEVEL,
    durabilityCheck: settings.DURABILITY_CHECK === 'on',
    nodeEnv: settings.NODE_ENV,
    secrets: Object.freeze({ jwt: settings.JWT_SECRET })
  })
}

function valueFaults(given: NodeJS.ProcessEnv): string[] {
  return Object.entries(Environment.properties).flatMap(([name, schema]) => {
    const value = given[name]
    if (value === undefined || Value.Errors(schema, value).length === 0) return []
    const { description, writeOnly }: TSchemaOptions = { ...schema }
    const what = writeOnly ? `a value of ${value.length} characters` : shown(value)
    return [`${name}: ${what} was given, expected ${description}`]
  })
}

function missingFaults(given: NodeJS.ProcessEnv): string[] {
  if (!given.DATABASE_URL || given.JWT_SECRET) return []
  return [
    `JWT_SECRET: nothing was given, expected at least ${SHORTEST_SECRET} characters beside DATABASE_URL`
  ]
}

function nameFaults(given: NodeJS.ProcessEnv): string[] {
  const known = Object.keys(Environment.properties).filter((name) => name.startsWith('PURVEYOR_'))
  return Object.keys(given)
    .filter((name) => name.startsWith('PURVEYOR_') && !known.includes(name))
    .map((name) => `${name}: there is no such setting, expected ${known.join(', ')}`)
}

function setting(description: string, check: (text: string) => boolean, options: TSchemaOptions = {}) {
  return Type.Optional(Type.Refine(Type.String({ description, ...options }), check))
}

function choice<const T extends string[]>(values: readonly [...T], options: TSchemaOptions) {
  return Type.Optional(Type.Enum<T>(values, { description: `one of ${values.join(', ')}`, ...options }))
}

function entries(list: string | undefined): string[] {
  return (list ?? '').split(',').flatMap((entry) => entry.trim() || [])
}

// Frozen, and yet of the type that libraries ask for.
function frozen(list: string[]): string[] {
  Object.freeze(list)
  return list
}

function isCount(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number.isSafeInteger(Number(text))
}

function isDatabaseUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\/\S+$/.test(text)
}

function isLong(secret: string): boolean {
  return secret.length >= SHORTEST_SECRET
}

/** A value for a message: on one line, not too long, without a URL's user and password. */
function shown(value: string): string {
  const safe = value.replace(/\/\/[^/]*@/g, '//…@')
  return JSON.stringify(safe.length > LONGEST_SHOWN ? `${safe.slice(0, LONGEST_SHOWN)}…` : safe)
}
