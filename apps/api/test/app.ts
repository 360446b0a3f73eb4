import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type AppOptions, buildApp } from '../src/app.ts'
import { diskStore } from '../src/assets/disk-store.ts'
import { createImages } from '../src/assets/images.ts'
import type { AssetStore } from '../src/assets/store.ts'
import { connect, type Sql } from '../src/db/connect.ts'
import type { Api } from '../src/deps.ts'
import { createAddressGuard } from '../src/fetching/address-guard.ts'
import { createGuardedPost } from '../src/fetching/guarded-post.ts'
import type { Role } from '../src/http/server/access.ts'
import { createBackgroundPace } from '../src/jobs/background-pace.ts'
import type { Load } from '../src/jobs/load.ts'
import { createSignals } from '../src/jobs/signals.ts'
import { createEncryption } from '../src/lib/encryption.ts'
import { newId } from '../src/lib/ids.ts'
import { loggableError } from '../src/lib/log.ts'
import { createAuthenticator } from '../src/modules/auth/tokens/authenticator.ts'
import { signAccessToken } from '../src/modules/auth/tokens/tokens.ts'
import { createTestDatabase } from './database.ts'
import { checkRecordedEvents } from './declared-events.ts'
import { checkerOf, type ResponseChecker } from './openapi.ts'
import { testSecret } from './test-secret.ts'

export { testSecret }

/** A load that is always 0, as if no request were running. With this load, background work isn't limited. */
export const quiet: Load = { average: () => 0 }

type Call = {
  /** An access token or API token. Without it the call is unauthenticated. */
  as?: string
  body?: unknown
  /** A body that is sent unchanged, for content that JSON.stringify can't produce. */
  raw?: string | Buffer
  headers?: Record<string, string>
  /** The client's IP address. */
  from?: string
}

/** A response. `body` is the parsed JSON of `text`. */
export type TestAnswer = {
  status: number
  headers: Record<string, string>
  text: string
  body: ReturnType<typeof JSON.parse>
}

/** A vendor's id, and the access tokens of four members of the vendor's team, one with each role. */
export type TestVendor = { id: string; owner: string; admin: string; editor: string; viewer: string }

/**
 * The service with its own database. `sql` connects the test to this database; the service has other
 * connections.
 */
export type TestApp = {
  app: Api
  sql: Sql
  /**
   * Calls the service and checks the response against the OpenAPI document. `request` is "METHOD /path",
   * where the path is relative to /api/v1.
   */
  call(request: string, options?: Call): Promise<TestAnswer>
  /** Creates a vendor and returns its id with an access token for each role. */
  vendor(options?: { commissionPercent?: number; leadTime?: number }): Promise<TestVendor>
  /** Creates a platform user with the role and returns an access token of the user. */
  operator(role?: Role): Promise<string>
  /** Creates a user without a membership and returns an access token of the user. */
  nonMember(): Promise<string>
  /** Stops the service, waits for `whileStopped`, and starts another one on the same database. It doesn't listen. */
  restart(whileStopped?: () => Promise<void>): Promise<void>
  /** Stops the service. Fails if an event was recorded that isn't as `eventTypes` declares it. */
  close(): Promise<void>
}

/**
 * Starts the whole service on its own database. Call `close` at the end of the test file. The assets are
 * files in a temporary folder, unless the options contain another store. If `withDemo` is true, the database
 * and the folder contain the demo marketplace.
 */
export async function testApp({
  assets,
  assetOrigin = 'https://assets.test',
  withDemo = false,
  webhookAllow = [],
  proxied = (url) => url,
  ...options
}: Partial<AppOptions> & {
  assets?: AssetStore
  assetOrigin?: string
  withDemo?: boolean
  /** Hosts and networks that webhooks may have besides public ones (`WEBHOOK_ALLOW`). */
  webhookAllow?: readonly string[]
  /** Returns the URL with which the service reaches the database. */
  proxied?: (url: string) => string | Promise<string>
} = {}): Promise<TestApp> {
  const assetFolder = join(tmpdir(), `purveyor-test-${newId()}`)
  // Imported only here, because few tests need the demo.
  const database = withDemo
    ? await (await import('./demo.ts')).createDemoDatabase(assetFolder)
    : await createTestDatabase()
  // Separate connections for the tests, so that their locks and queries don't take connections from the
  // service. Their statements may take long, because machines may be slow.
  const sql = connect(database.url, { max: 5, statementTimeoutMs: 0 })
  const serviceUrl = await proxied(database.url)
  const start = () =>
    startApp(serviceUrl, { assets: assets ?? diskStore(assetFolder), assetOrigin, webhookAllow, ...options })
  let started = await start()
  const { app } = started
  let check: ResponseChecker | undefined
  const checkResponse: ResponseChecker = (...answered) => {
    check ??= checkerOf(app)
    check(...answered)
  }

  async function call(request: string, { as, body, raw, headers, from }: Call = {}): Promise<TestAnswer> {
    const [method = 'GET', path = '/'] = request.split(/ (.*)/)
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const url = path.startsWith('/api/') || !path.startsWith('/') ? path : `/api/v1${path}`
    const response = await started.app.inject({
      method: method as 'GET',
      url,
      ...(payload !== undefined && { payload }),
      ...(from && { remoteAddress: from }),
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(as && { authorization: `Bearer ${as}` }),
        ...headers
      }
    })
    checkResponse(method, url, response)
    const isJson = /[/+]json/.test(String(response.headers['content-type']))
    return {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      text: response.body,
      body: isJson && response.body ? JSON.parse(response.body) : undefined
    }
  }

  async function user(membership: { vendorId?: string; isPlatform?: boolean; role?: Role }): Promise<string> {
    const [id, sessionId] = [newId(), newId()]
    await sql`
      with account as (
        insert into users (id, email, name, password_hash, vendor_id, is_platform, role)
        values (${id}, ${`${id}@example.test`}, ${'Test user'}, ${'unusable'}, ${membership.vendorId ?? null},
          ${membership.isPlatform ?? false}, ${membership.role ?? null})
        returning id)
      insert into sessions (id, user_id, expires_at)
      select ${sessionId}, account.id, now() + interval '1 day' from account`
    return signAccessToken({ secret: testSecret, userId: id, sessionId })
  }

  return {
    get app() {
      return started.app
    },
    sql,
    call,
    async vendor({ commissionPercent = 0, leadTime = 4 } = {}) {
      const id = newId()
      await sql`
        insert into vendors (id, name, slug, commission_percent, lead_time)
        values (${id}, ${`Vendor ${id}`}, ${`vendor-${id}`}, ${String(commissionPercent)}::numeric, ${leadTime})`
      const [owner, admin, editor, viewer] = await Promise.all([
        user({ vendorId: id, role: 'OWNER' }),
        user({ vendorId: id, role: 'ADMIN' }),
        user({ vendorId: id, role: 'EDITOR' }),
        user({ vendorId: id, role: 'VIEWER' })
      ])
      return { id, owner, admin, editor, viewer }
    },
    operator: (role = 'OWNER') => user({ isPlatform: true, role }),
    nonMember: () => user({}),
    async restart(whileStopped) {
      await started.stop()
      await whileStopped?.()
      started = await start()
    },
    async close() {
      try {
        await checkRecordedEvents(sql)
      } finally {
        await started.stop()
        await rm(assetFolder, { recursive: true, force: true })
        await sql.end({ timeout: 5 })
        await database.drop()
      }
    }
  }
}

type StartOptions = Partial<AppOptions> & {
  assets: AssetStore
  assetOrigin: string
  webhookAllow: readonly string[]
}

/** Starts the service on a database that exists. */
async function startApp(
  url: string,
  { assets, assetOrigin, webhookAllow, ...options }: StartOptions
): Promise<{ app: Api; stop(): Promise<void> }> {
  const served = connect(url, { max: 20 })
  const lookupPool = connect(url, { max: 2, shared: true })
  const images = createImages()
  const webhookPost = createGuardedPost({ allow: webhookAllow })
  const deps = {
    sql: served,
    lookupPool,
    secret: [testSecret] as const,
    encryption: createEncryption([testSecret]),
    webhookGuard: createAddressGuard(webhookAllow),
    webhookPost,
    assetOrigin,
    assets,
    images,
    authenticator: createAuthenticator({ sql: lookupPool, secret: [testSecret] }),
    signals: createSignals(served),
    pace: createBackgroundPace(quiet)
  }
  const app = await buildApp({
    deps,
    rateLimitMax: 1_000_000,
    storefrontRateLimitMax: undefined,
    trustProxy: [],
    corsOrigins: [],
    // Print the errors behind a 500 or 503 next to the failing test.
    logger: pino({ level: 'error', serializers: { err: loggableError } }, pino.destination(2)),
    ...options
  })
  await app.ready()
  const stop = async () => {
    await app.close()
    await webhookPost.close()
    await images.close()
    await Promise.all([served, lookupPool].map((pool) => pool.end({ timeout: 5 })))
  }
  return { app, stop }
}

/**
 * Asserts that a response is a problem with this status and code, and that the response contains each of the
 * given faults. `faults` maps the pointer or parameter of each fault to its fault code.
 */
export function assertProblem(
  answer: TestAnswer,
  status: number,
  code: string,
  faults: Record<string, string> = {}
): void {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.body.code, code)
  assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
  assert.equal(answer.body.requestId, answer.headers['x-request-id'])
  const found = Object.fromEntries(
    (answer.body.errors ?? []).map((fault: { pointer?: string; parameter?: string; code: string }) => [
      fault.pointer ?? fault.parameter,
      fault.code
    ])
  )
  for (const [pointer, expected] of Object.entries(faults))
    assert.equal(found[pointer], expected, answer.text)
}

/**
 * Asserts that the response is a 400 with exactly these faults. `faults` maps the pointer or parameter of
 * each fault to its fault code.
 */
export function assertFaults(answer: TestAnswer, faults: Record<string, string>): void {
  assertProblem(answer, 400, 'VALIDATION_FAILED', faults)
  assert.equal(answer.body.errorCount, Object.keys(faults).length, answer.text)
}
