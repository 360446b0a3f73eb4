import { join } from 'node:path'
import { connect, type Sql } from '../apps/api/src/db/connect.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { signAccessToken } from '../apps/api/src/modules/auth/tokens/tokens.ts'
import type { Filled } from './fill.ts'
import { insertOperators, insertOwners, type NewSession } from './fill-queries.ts'
import { openTarget, type Target } from './http.ts'
import type { Options } from './options.ts'
import { type Defer, serviceName } from './service-process.ts'

/** The addresses and ids that the client process needs. */
export type SetupParameters = Filled & {
  databaseUrl: string
  serviceUrl: string
  floorUrl: string
  servicePid: number
  floorPid: number
  /** The server of PostgreSQL, which has started all its other processes. */
  databasePid: number
  secret: string
  /** The folder of all files of the run. It is removed at the end. */
  folder: string
}

/** The environment of the scenarios. */
export type BenchSetup = Filled & {
  options: Options
  /** The service with its default configuration. */
  service: Target
  /** The floor server. */
  floor: Target
  /**
   * A direct connection to the database, with the service's settings except that statements have no time
   * limit.
   */
  sql: Sql
  /** The service's asset origin, which its statements take as a parameter. */
  assetOrigin: string
  servicePid: number
  floorPid: number
  databasePid: number
  databaseUrl: string
  secret: string
  folder: string
  /** Registers a function that is called when the scenario ends. */
  defer: Defer
  /** Creates owners of the vendor who take turns. The default is 500. */
  signIn(vendorId: string, users?: number): Promise<Headers>
  /** Creates 500 operators who take turns. */
  signInOperator(): Promise<Headers>
}

/** Returns the headers of an authenticated request of the next user. Call it for each request. */
export type Headers = () => Record<string, string>

/**
 * The service remembers for two seconds whom a token belongs to. With this many users, it has to find out about as
 * often as with real clients.
 */
const users = 500
/** A new token is signed after this time. The lifetime of a token is 15 minutes. */
const maxTokenAgeMs = 10 * 60_000

/** Creates owners of the vendor in a database, and signs in to the service with this secret. */
export async function signInTo(
  sql: Sql,
  { secret, vendorId, count = 1 }: { secret: string; vendorId: string; count?: number }
): Promise<Headers> {
  const sessions = newSessions(count)
  await insertOwners(sql, { vendorId, sessions })
  return headersOf(secret, sessions)
}

/** Creates operators in a database, and signs in to the service with this secret. */
export async function signInOperatorTo(sql: Sql, secret: string): Promise<Headers> {
  const sessions = newSessions(users)
  await insertOperators(sql, sessions)
  return headersOf(secret, sessions)
}

function newSessions(count: number): NewSession[] {
  return Array.from({ length: count }, () => ({ userId: newId(), sessionId: newId() }))
}

function headersOf(secret: string, sessions: NewSession[]): Headers {
  const cached: { headers: Record<string, string>; signedAt: number }[] = []
  let calls = 0
  return () => {
    const index = calls++ % sessions.length
    const now = performance.now()
    const known = cached[index]
    if (known && now - known.signedAt < maxTokenAgeMs) return known.headers
    const { userId = '', sessionId = '' } = sessions[index] ?? {}
    const headers = { authorization: `Bearer ${signAccessToken({ secret, userId, sessionId })}` }
    cached[index] = { headers, signedAt: now }
    return headers
  }
}

/** Returns the folder of the service's assets. */
export function assetFolder(folder: string): string {
  return join(folder, serviceName, 'assets')
}

export function openSetup(
  parameters: SetupParameters,
  options: Options,
  defer: Defer
): BenchSetup & { close(): Promise<void> } {
  const { serviceUrl, floorUrl, ...rest } = parameters
  const { databaseUrl, secret } = parameters
  const sql = connect(databaseUrl, { max: 20, statementTimeoutMs: 0 })
  const [service, floor] = [openTarget(serviceUrl), openTarget(floorUrl)]
  return {
    ...rest,
    options,
    service,
    floor,
    sql,
    assetOrigin: serviceUrl,
    defer,
    signIn: (vendorId, count = users) => signInTo(sql, { secret, vendorId, count }),
    signInOperator: () => signInOperatorTo(sql, secret),
    async close() {
      await Promise.all([service.pool.close(), floor.pool.close(), sql.end({ timeout: 5 })])
    }
  }
}
