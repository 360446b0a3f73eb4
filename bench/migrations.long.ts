// Builds an index on a million products and adds a column and a constraint, while clients read and write, and kills the
// migration twice in the middle. No request waits for longer than a second. At the end, builds an index in a
// transaction, to show that the measurement finds waiting requests. Takes about ten minutes.
// If responses take longer than a second even without a migration, because the machine is busy, only the waits for
// locks of the migration are checked.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Sql } from '../apps/api/src/db/connect.ts'
import { migrate } from '../apps/api/src/db/migrate/migrate.ts'
import { migrationsFolder } from '../apps/api/src/db/migrate/migration-files.ts'
import { type Cluster, createCluster } from '../apps/api/test/clusters.ts'
import { type ServiceNode, startNodes } from '../apps/api/test/service-nodes.ts'
import { assertWrittenOnce, createVendor, startWrites, type Writes } from '../apps/api/test/writes.ts'
import { insertProducts, insertVendors } from './fill-queries.ts'

const secret = 'the-secret-that-all-of-the-nodes-share'
const products = 1_000_000
const productsPerStatement = 50_000
const writesPerSecond = 20
const maxWaitMs = 1_000

const newMigrations = {
  '9001_words.sql':
    '-- For a test.\n-- not in a transaction\n\n' +
    "create index concurrently products__words on products using gin (to_tsvector('simple', description));\n",
  '9002_shelf.sql':
    "alter table products add column shelf text not null default 'A';\n" +
    "alter table products add constraint products__shelf check (shelf <> '') not valid;\n",
  '9003_shelf_checked.sql': 'alter table products validate constraint products__shelf;\n'
}

let cluster: Cluster
let sql: Sql
let folder: string
let directory: string
let nodes: ServiceNode[] = []
before(async () => {
  cluster = await createCluster({
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    maintenance_work_mem: '64MB'
  })
  sql = connect(cluster.url, { max: 4, statementTimeoutMs: 0 })
  await migrate(sql)
  await fillProducts()
  directory = await mkdtemp(join(tmpdir(), 'purveyor-migrations-'))
  await cp(migrationsFolder, directory, { recursive: true })
  for (const [name, text] of Object.entries(newMigrations)) await writeFile(join(directory, name), text)
  ;({ folder, nodes } = await startNodes({ url: cluster.url, secret, roles: ['api', 'worker'] }))
})
after(async () => {
  for (const node of nodes) await node.kill()
  await sql.end({ timeout: 5 })
  await cluster.remove()
  await rm(directory, { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function fillProducts(): Promise<void> {
  const vendorIds = await insertVendors(sql, { prefix: 'vendor', count: 200 })
  for (let first = 1; first <= products; first += productsPerStatement) {
    const last = first + productsPerStatement - 1
    await insertProducts(sql, { vendorIds, categoryIds: [], prefix: 'BENCH', first, last })
  }
  await sql.unsafe('vacuum analyze products')
}

/** Applies the migrations in a process of its own, as `npm run migrate` does. */
function startMigration(): { child: ChildProcess; ended: Promise<number | null>; output(): string } {
  const source = new URL('../apps/api/src/db/', import.meta.url)
  const script = `
    import { connect } from ${JSON.stringify(new URL('connect.ts', source))}
    import { migrate } from ${JSON.stringify(new URL('migrate/migrate.ts', source))}
    const sql = connect(${JSON.stringify(cluster.url)}, { max: 3 })
    await migrate(sql, { directory: ${JSON.stringify(directory)}, log: console.log, warn: console.log })
    await sql.end()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, ended, output: () => output }
}

/** Waits until a session reads the rows of the table for the index. Returns its process id. */
async function buildingSession(): Promise<number> {
  for (;;) {
    const [row] = await sql<{ pid: number }[]>`
      select pid from pg_stat_progress_create_index where blocks_done > 0 and phase like 'building index%'`
    if (row) return row.pid
    await sleep(20)
  }
}

async function index(): Promise<{ oid: number; isValid: boolean } | undefined> {
  const [row] = await sql<{ oid: number; isValid: boolean }[]>`
    select indexrelid::int as oid, indisvalid as is_valid from pg_index where indexrelid = to_regclass('products__words')`
  return row && { ...row }
}

/** Reads lists until it is stopped, and looks how long nodes wait for locks that no node holds. */
function watch(url: string, owner: string) {
  const longest = { readMs: 0, lockMs: 0, reads: 0 }
  const names = nodes.map(({ child }) => sessionName(child.pid))
  const stopping = new AbortController()
  const read = async () => {
    while (!stopping.signal.aborted) {
      const began = performance.now()
      const response = await fetch(`${url}/api/v1/vendor/products?first=20`, {
        headers: { authorization: `Bearer ${owner}` }
      })
      await response.arrayBuffer()
      assert.equal(response.status, 200)
      longest.readMs = Math.max(longest.readMs, performance.now() - began)
      longest.reads++
      await sleep(100)
    }
  }
  const look = async () => {
    while (!stopping.signal.aborted) {
      const [row] = await sql<{ ms: number }[]>`
        select coalesce(max(extract(epoch from clock_timestamp() - l.waitstart) * 1000), 0)::float as ms
        from pg_locks l join pg_stat_activity w on w.pid = l.pid and w.application_name = any(${names})
        where not l.granted and exists (
          select from pg_stat_activity b
          where b.pid = any(pg_blocking_pids(l.pid)) and b.application_name <> all(${names}))`
      longest.lockMs = Math.max(longest.lockMs, row?.ms ?? 0)
      await sleep(20)
    }
  }
  const done = Promise.all([read(), look()])
  const stop = async () => {
    stopping.abort()
    await done
    return longest
  }
  return { stop }
}

/** The name of the sessions of a process, as in `applicationName` of the service. */
const sessionName = (pid: number | undefined) => `purveyor ${pid}`

type Load = { writes: Writes; url: string; owner: string }
type Waits = { writeMs: number; readMs: number; lockMs: number; failed: Writes['attempts'] }

/** Runs `work` while clients read and write, and reports the longest waits. */
async function measure(
  t: TestContext,
  name: string,
  { writes, url, owner }: Load,
  work: () => Promise<unknown>
): Promise<Waits> {
  const [since, watched] = [performance.now(), watch(url, owner)]
  await work()
  const seconds = (performance.now() - since) / 1_000
  await writes.succeededAfter(performance.now())
  const { readMs, lockMs, reads } = await watched.stop()
  const attempts = writes.attempts.filter(({ at }) => at >= since)
  const writeMs = Math.max(...attempts.map(({ ms }) => ms))
  const counts = `${attempts.length} writes and ${reads} reads in ${seconds.toFixed(1)} s`
  const waits = `write ${writeMs.toFixed(0)} ms, read ${readMs.toFixed(0)} ms, lock ${lockMs.toFixed(0)} ms`
  const failed = attempts.filter(({ status }) => status !== 201)
  t.diagnostic(`${name}: ${counts}; longest: ${waits}`)
  return { writeMs, readMs, lockMs, failed }
}

test('no request waits longer than a second for migrations of a million rows that are killed twice', async (t) => {
  const url = nodes[0]?.url ?? ''
  const vendor = await createVendor(cluster.url, secret)
  const writes = startWrites([url], { owner: vendor.owner, perSecond: writesPerSecond })
  try {
    await migrateUnderLoad(t, { writes, url, owner: vendor.owner })
  } finally {
    await assertWrittenOnce(cluster.url, vendor.id, await writes.finish())
  }
})

async function migrateUnderLoad(t: TestContext, load: Load): Promise<void> {
  await load.writes.succeededAfter(performance.now())
  await sleep(5_000)
  const without = await measure(t, 'without a migration', load, () => sleep(20_000))
  const isBusy = Math.max(without.writeMs, without.readMs) >= maxWaitMs
  if (isBusy) t.diagnostic('The machine is too busy to check the durations of responses.')

  const waits = [
    await measure(t, 'the build is cut', load, async () => {
      const { ended } = startMigration()
      await sql`select pg_terminate_backend(${await buildingSession()}, 60000)`
      assert.notEqual(await ended, 0)
    })
  ]
  const cut = await index()
  assert.equal(cut?.isValid, false)

  waits.push(
    await measure(t, 'the process is killed', load, async () => {
      const { child, ended } = startMigration()
      await buildingSession()
      child.kill('SIGKILL')
      await ended
    })
  )
  const left = await index()
  assert.ok(left && left.oid !== cut.oid && !left.isValid)

  waits.push(
    await measure(t, 'the next process completes the migrations', load, async () => {
      const { ended, output } = startMigration()
      assert.equal(await ended, 0, output())
      assert.match(output(), /^Waiting for process \d+ .*which applies migrations\.$/m)
      for (const name of Object.keys(newMigrations))
        assert.ok(output().includes(`Applied migration ${name}.`))
    })
  )
  assert.deepEqual(await index(), { oid: left.oid, isValid: true })
  for (const { writeMs, readMs, lockMs, failed } of waits) {
    assert.deepEqual(failed, [])
    assert.ok(lockMs < maxWaitMs, 'a request waited too long for the migration')
    assert.ok(isBusy || Math.max(writeMs, readMs) < maxWaitMs, 'a response took too long')
  }

  const inTransaction = await measure(
    t,
    'an index in a transaction',
    load,
    () => sql`create index products__name_too on products (name, description, id)`
  )
  assert.ok(inTransaction.lockMs > maxWaitMs, 'the measurement must find requests that wait')
}
