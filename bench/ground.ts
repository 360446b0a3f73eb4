import { join } from 'node:path'
import { connect, type Sql } from '../apps/api/src/db/connect.ts'
import { newId } from '../apps/api/src/lib/ids.ts'
import { signAccessToken } from '../apps/api/src/modules/auth/tokens.ts'
import type { Filled } from './fill.ts'
import { insertOperator } from './fill-order-queries.ts'
import { insertOwner } from './fill-queries.ts'
import { openTarget, type Target } from './http.ts'
import type { Options } from './options.ts'
import { type Defer, serviceName } from './service-process.ts'

/** Where everything is, as the process that measures is told. */
export type Places = Filled & {
  databaseUrl: string
  serviceUrl: string
  floorUrl: string
  servicePid: number
  secret: string
  /** For all that the run writes: it is removed at the end. */
  folder: string
}

/** What the scenarios measure on. */
export type Ground = Filled & {
  options: Options
  /** The service, with all that it does by default. */
  service: Target
  /** The bare server of the HTTP floors. */
  floor: Target
  /** The driver alone, with the service's own settings but without bounds on a statement's time. */
  sql: Sql
  /** The service's own origin of assets, for statements that are the service's. */
  assetOrigin: string
  servicePid: number
  databaseUrl: string
  secret: string
  folder: string
  /** Ends what a scenario starts, when the run is over. */
  defer: Defer
  /** The headers of an owner of the vendor; access tokens live 15 minutes, so ask before each sample. */
  signIn(vendorId: string): Promise<Headers>
  /** The headers of a user of the platform. */
  signInOperator(): Promise<Headers>
}

/** What a signed-in caller sends. */
export type Headers = () => Record<string, string>

/** An owner of the vendor in any database, who signs in to a service of this secret. */
export async function signInTo(sql: Sql, secret: string, vendorId: string): Promise<Headers> {
  const [userId, sessionId] = [newId(), newId()]
  await insertOwner(sql, { vendorId, userId, sessionId })
  return headersOf({ secret, userId, sessionId })
}

function headersOf(session: { secret: string; userId: string; sessionId: string }): Headers {
  return () => ({ authorization: `Bearer ${signAccessToken(session)}` })
}

/** Where the measured service keeps its files. */
export function assetFolder(folder: string): string {
  return join(folder, serviceName, 'assets')
}

export function openGround(
  places: Places,
  options: Options,
  defer: Defer
): Ground & { close(): Promise<void> } {
  const { serviceUrl, floorUrl, ...rest } = places
  const { databaseUrl, secret } = places
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
