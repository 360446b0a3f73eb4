import { join } from 'node:path'
import { connect, type Sql } from '../apps/api/src/db/connect.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { signAccessToken } from '../apps/api/src/modules/auth/tokens/tokens.ts'
import type { Filled } from './fill.ts'
import { insertOperator } from './fill-order-queries.ts'
import { insertOwner } from './fill-queries.ts'
import { openTarget, type Target } from './http.ts'
import type { Options } from './options.ts'
import { type Defer, serviceName } from './service-process.ts'

/** The addresses and ids that the client process needs. */
export type SetupParameters = Filled & {
  databaseUrl: string
  serviceUrl: string
  floorUrl: string
  servicePid: number
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
  databaseUrl: string
  secret: string
  folder: string
  /** Registers a function that is called when the scenario ends. */
  defer: Defer
  /**
   * Creates an owner of the vendor. Call the result before each sample, because access tokens expire after 15
   * minutes.
   */
  signIn(vendorId: string): Promise<Headers>
  /** Creates an operator and returns a function for the headers. */
  signInOperator(): Promise<Headers>
}

/** Returns the headers of an authenticated request. */
export type Headers = () => Record<string, string>

/** Creates an owner of the vendor in a database and signs in to the service with this secret. */
export async function signInTo(sql: Sql, secret: string, vendorId: string): Promise<Headers> {
  const [userId, sessionId] = [newId(), newId()]
  await insertOwner(sql, { vendorId, userId, sessionId })
  return headersOf({ secret, userId, sessionId })
}

function headersOf(session: { secret: string; userId: string; sessionId: string }): Headers {
  return () => ({ authorization: `Bearer ${signAccessToken(session)}` })
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
    signIn: (vendorId) => signInTo(sql, secret, vendorId),
    async signInOperator() {
      const [userId, sessionId] = [newId(), newId()]
      await insertOperator(sql, { userId, sessionId })
      return headersOf({ secret, userId, sessionId })
    },
    async close() {
      await Promise.all([service.pool.close(), floor.pool.close(), sql.end({ timeout: 5 })])
    }
  }
}
