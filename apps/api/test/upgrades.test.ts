import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, afterEach, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../src/db/connect.ts'
import { migrate } from '../src/db/migrate/migrate.ts'
import { release } from '../src/lib/release.ts'
import { type TestApp, testApp, testSecret } from './app.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { createTestDatabase } from './database.ts'
import { runService, type ServiceProcess, serviceFolder } from './running-service.ts'

let t: TestApp
let folder: string
const nodes: ServiceProcess[] = []
before(async () => {
  t = await testApp()
  folder = await serviceFolder()
})
afterEach(async () => {
  for (const { child, ended } of nodes.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})
after(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

async function urlOfDatabase(): Promise<string> {
  const [row] = await t.sql`select current_database() as name`
  return Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: `/${row?.name}` }).href
}

function node(databaseUrl: string, env: Record<string, string> = {}): ServiceProcess {
  const started = runService(folder, {
    ...{
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, new URL(databaseUrl).pathname.slice(1)),
      JWT_SECRET: testSecret
    },
    // The test server runs with fsync off.
    ...{ DURABILITY_CHECK: 'off', PORT: '0', LOG_LEVEL: 'info', PURVEYOR_ROLE: 'api', ...env }
  })
  nodes.push(started)
  return started
}

async function urlOf({ child, output }: ServiceProcess): Promise<URL> {
  for (;;) {
    const url = /Server listening at (http:[^"]+)/.exec(output())?.[1]
    if (url) return new URL(url)
    assert.equal(child.exitCode ?? child.signalCode, null, output())
    await sleep(20)
  }
}

async function assertRefused({ ended, output }: ServiceProcess, pattern: RegExp): Promise<void> {
  assert.equal(await ended, 1, output())
  assert.ok(
    output()
      .split('\n')
      .some((line) => pattern.test(line)),
    output()
  )
}

type Load = {
  acknowledged: string[]
  /** Resolves after more requests have succeeded. Rejects if one has failed. */
  progress(): Promise<void>
  stop(): Promise<void>
}

/** Reads and writes over two connections that stay open, until `stop` is called. Each response must be a success. */
function startLoad(balancer: Balancer, token: string): Load {
  const stopping = new AbortController()
  const acknowledged: string[] = []
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const call = async (method: string, path: string, body?: unknown) => {
      const url = `${balancer.url}/api/v1${path}`
      const sent = request(url, { method, agent, headers: { ...headers, 'idempotency-key': randomUUID() } })
      const answered = new Promise<string>((resolve, reject) => {
        sent.on('error', reject)
        sent.on('response', async (answer) => {
          const shown = await text(answer)
          if (answer.statusCode === 200 || answer.statusCode === 201) resolve(shown)
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${shown}`))
        })
      })
      sent.end(body === undefined ? undefined : JSON.stringify(body))
      return await answered
    }
    while (!stopping.signal.aborted) {
      const sku = randomUUID()
      await call('POST', '/vendor/products', { name: 'Hammer', sku })
      acknowledged.push(sku)
      await call('GET', '/vendor/products')
      await sleep(50)
    }
    agent.destroy()
  }
  const clients = Promise.all(Array.from({ length: 2 }, client))
  let failure: unknown
  clients.catch((error) => {
    failure = error
  })
  return {
    acknowledged,
    async progress() {
      for (const before = acknowledged.length; acknowledged.length < before + 20; await sleep(10))
        if (failure) throw failure
    },
    async stop() {
      stopping.abort()
      await clients
    }
  }
}

test('a rolling restart of two nodes loses no request, also beside the schema of a newer release', async () => {
  const databaseUrl = await urlOfDatabase()
  const vendor = await t.vendor()
  const balancer = await startBalancer()
  const start = async () => {
    // A hundred times the interval in which the balancer checks the nodes.
    const started = node(databaseUrl, { DRAIN_SECONDS: '5' })
    const url = await urlOf(started)
    await balancer.add(url)
    return { ...started, url }
  }
  const running = await Promise.all([start(), start()])
  const load = startLoad(balancer, vendor.owner)
  try {
    for (const old of running) {
      await load.progress()
      // A node of the next release has added a table and a function, and has changed the comment of another one. The
      // nodes of this release run on and can be restarted.
      await t.sql`
        insert into schema_migrations (name, checksum) values ('9999_next.sql', 'of another release')
        on conflict do nothing`
      await t.sql`
        insert into schema_functions (name, checksum, release)
        select name, 'of another release', '99.0.0' from unnest(array['is_live', 'is_live_2']) as n (name)
        on conflict (name) do update set checksum = excluded.checksum, release = excluded.release`
      old.child.kill('SIGTERM')
      await balancer.removed(old.url)
      assert.equal(await old.ended, 0, old.output())
      await start()
    }
    await load.progress()
  } finally {
    await load.stop().finally(() => balancer.close())
  }
  const functions = await t.sql`select name from schema_functions where release = '99.0.0' order by name`
  assert.deepEqual([...functions], [{ name: 'is_live' }, { name: 'is_live_2' }])
  const rows = await t.sql<{ sku: string }[]>`select sku from products where vendor_id = ${vendor.id}`
  assert.deepEqual(rows.map(({ sku }) => sku).sort(), load.acknowledged.sort())
})

test('a node refuses a database from which a newer release has removed something', async () => {
  const database = await createTestDatabase()
  const sql = connect(database.url, { max: 1 })
  await sql`insert into schema_migrations values ('9999_next.sql', 'of another release', '99.0.0')`
  await assertRefused(
    node(database.url),
    new RegExp(
      `^The database has the migration 9999_next\\.sql, which removed what release ${release.version} uses: start release 99\\.0\\.0 or a later one\\.$`
    )
  )
  await sql.end()
  await database.drop()
})

describe('nodes that start on an empty database', () => {
  test('start at once, also if one of them is killed in the middle of the migrations', async () => {
    const database = await createTestDatabase({ empty: true })
    const sql = connect(database.url, { max: 1 })
    const started = ['all', 'api', 'worker'].map((role) => node(database.url, { PURVEYOR_ROLE: role }))
    const countApplied = async () => (await sql`select from pg_tables where schemaname = 'public'`).length
    while ((await countApplied()) < 3) await sleep(5)
    const [killed, ...others] = started
    killed?.child.kill('SIGKILL')
    await Promise.all(others.map(urlOf))
    const names = await sql<{ name: string }[]>`select name from schema_migrations`
    assert.equal(names.length, new Set(names.map(({ name }) => name)).size)
    assert.equal(Math.max(...names.map(({ name }) => Number(name.slice(0, 4)))), release.schemaVersion)
    await sql.end()
    await database.drop()
  })

  test('wait for "npm run migrate" if MIGRATE_AT_START is off', async () => {
    const database = await createTestDatabase({ empty: true })
    const refused =
      /^The database lacks \d+ migrations, the first of which is 0001_vendors\.sql\. Run "npm run migrate"/
    await assertRefused(node(database.url, { MIGRATE_AT_START: 'off' }), refused)
    const sql = connect(database.url, { max: 3 })
    await migrate(sql)
    await urlOf(node(database.url, { MIGRATE_AT_START: 'off' }))
    await sql.end()
    await database.drop()
  })
})
