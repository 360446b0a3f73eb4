import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { diskStore } from '../apps/api/src/assets/disk-store.ts'
import { connect, type Sql } from '../apps/api/src/db/connect.ts'
import { migrate } from '../apps/api/src/db/migrate/migrate.ts'
import { hashPassword } from '../apps/api/src/modules/auth/sign-in/passwords.ts'
import { buildConsole, signIn } from './console-pages.ts'
import { fill } from './fill.ts'
import { vacuum } from './fill-queries.ts'
import { insertReviewer, letAllWait } from './fill-waiting-queries.ts'
import { photo } from './photo.ts'
import { createDatabase } from './queries.ts'
import { startService } from './service-process.ts'
import type { BenchSetup } from './setup.ts'

const reviewer = {
  ...{ email: 'reviewer@bench.test', password: 'correct horse battery staple' },
  side: 'platform'
} as const
const name = 'console'

/** A service with the console, in whose database all products wait for a decision. */
export type WaitingQueue = { url: string; sql: Sql; signIn(context: BrowserContext): Promise<void> }

/** Builds the console and starts a service whose queue has `entries` entries. */
export async function openWaitingQueue(setup: BenchSetup, entries: number): Promise<WaitingQueue> {
  const { databaseUrl, secret, folder, defer } = setup
  await buildConsole()
  await createDatabase(setup.sql, name)
  const ownUrl = Object.assign(new URL(databaseUrl), { pathname: `/${name}` }).href
  const sql = connect(ownUrl, { max: 3, statementTimeoutMs: 0 })
  defer(() => sql.end({ timeout: 5 }))
  await migrate(sql)
  await fill(sql, { products: entries / 2, orders: 0 })
  const dataDir = join(folder, name)
  const { put } = diskStore(join(dataDir, 'assets'))
  const photos = await Promise.all([20_000, 60_000, 120_000].map(photo))
  await letAllWait(sql, await Promise.all(photos.map((bytes) => put('images', 'jpg', bytes))))
  await insertReviewer(sql, { email: reviewer.email, passwordHash: await hashPassword(reviewer.password) })
  await vacuum(sql)
  const { url } = await startService(folder, { databaseUrl: ownUrl, secret, defer, name, dataDir })
  return { url, sql, signIn: (context) => signIn(context, url, reviewer) }
}
