import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connect, type Sql } from '../connect.ts'
import { isOutage } from '../races.ts'
import { lockRetries } from './lock-retries.ts'
import { MigrationError, migrate } from './migrate.ts'

let database: TestDatabase
let sql: Sql
let directory: string
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'purveyor-indexes-'))
})
beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  sql = connect(database.url, { max: 3 })
  write({
    '0001_parts.sql': 'create table parts (id int primary key generated always as identity, sku int);'
  })
  await migrate(sql, { directory })
  await sql`insert into parts (sku) select n from generate_series(1, 1000) n`
})
afterEach(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
  rmSync(join(directory, '0002_sku.sql'), { force: true })
})
after(() => rmSync(directory, { recursive: true }))

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
}

const header = '-- For lists by SKU.\n-- not in a transaction\n\n'
const create = `${header}create index concurrently parts__sku on parts (sku);\n`

async function index(): Promise<{ oid: number; isValid: boolean } | undefined> {
  const [found] = await sql<{ oid: number; isValid: boolean }[]>`
    select indexrelid::int as oid, indisvalid as is_valid from pg_index where indexrelid = to_regclass('parts__sku')`
  return found && { ...found }
}

async function applied(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from schema_migrations order by name`
  return rows.map(({ name }) => name)
}

async function fails(message: RegExp): Promise<void> {
  await assert.rejects(migrate(sql, { directory }), (error) => {
    assert.ok(error instanceof MigrationError)
    assert.match(error.message, message)
    return true
  })
}

/** Begins a transaction with a snapshot, for which a concurrent build has to wait. */
async function holdSnapshot(): Promise<{ pid: number; release(): Promise<void> }> {
  const holder = connect(database.url, { max: 1 })
  const held = Promise.withResolvers<number>()
  const released = Promise.withResolvers<void>()
  const transaction = holder.begin(async (tx) => {
    await tx`set transaction isolation level repeatable read`
    await tx`insert into parts (sku) values (0)`
    const [session] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
    held.resolve(session?.pid ?? 0)
    await released.promise
  })
  transaction.catch(held.reject)
  const release = async () => {
    released.resolve()
    await transaction
    await holder.end({ timeout: 1 })
  }
  return { pid: await held.promise, release }
}

/** Returns the process id of the session that builds the index, when it waits for the snapshot. */
async function building(): Promise<number> {
  for (;;) {
    const [session] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event = 'virtualxid'`
    if (session) return session.pid
    await sleep(10)
  }
}

function migrateInChild(): ChildProcess {
  const script = `
    import { connect } from ${JSON.stringify(import.meta.resolve('../connect.ts'))}
    import { migrate } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))}
    await migrate(connect(${JSON.stringify(database.url)}), { directory: ${JSON.stringify(directory)} })`
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
}

/** Migrates with a pool of its own, which must report that the connection was lost. */
async function losesConnection(): Promise<void> {
  const pool = connect(database.url, { max: 2 })
  await assert.rejects(migrate(pool, { directory }), isOutage)
  await pool.end({ timeout: 0 })
}

test('requests go on while an index is built, and a long transaction is named but does not end the build', async () => {
  write({ '0002_sku.sql': create })
  const holder = await holdSnapshot()
  const warnings: string[] = []
  const retries = { ...lockRetries, lockTimeoutMs: 200 }
  const migrated = migrate(sql, { directory, retries, warn: (message) => warnings.push(message) })
  await building()
  while (warnings.length === 0) {
    await sql`insert into parts (sku) values (1)`
    await sleep(10)
  }
  assert.equal(warnings.length, 1)
  const expected = `^Migration 0002_sku\\.sql waits for the transaction of process ${holder.pid} \\(purveyor[^,]*, user \\w+, \\d+ s old\\)\\. Requests don't wait for it\\.$`
  assert.match(warnings[0] ?? '', new RegExp(expected))
  await holder.release()
  assert.deepEqual(await migrated, ['0002_sku.sql'])
  assert.equal((await index())?.isValid, true)
  const limits = Array.from(
    { length: 3 },
    () => sql`select current_setting('lock_timeout') as limit, pg_sleep(0.1)::text`
  )
  for (const [row] of await Promise.all(limits)) assert.equal(row?.limit, '10s')
})

test('an index that a lost connection left invalid is dropped and built again', async () => {
  write({ '0002_sku.sql': create })
  const holder = await holdSnapshot()
  const migrated = losesConnection()
  await sql`select pg_terminate_backend(${await building()}, 60000)`
  await migrated
  const left = await index()
  assert.equal(left?.isValid, false)
  assert.deepEqual(await applied(), ['0001_parts.sql'])
  await holder.release()
  assert.deepEqual(await migrate(sql, { directory }), ['0002_sku.sql'])
  const built = await index()
  assert.equal(built?.isValid, true)
  assert.notEqual(built?.oid, left.oid)
})

test('a process that is killed during a build leaves the build to PostgreSQL, and the next one waits for it', async () => {
  write({ '0002_sku.sql': create })
  const holder = await holdSnapshot()
  const child = migrateInChild()
  const killed = once(child, 'exit')
  const session = await building()
  child.kill('SIGKILL')
  await killed
  const left = await index()
  const warned = Promise.withResolvers<string>()
  const migrated = migrate(sql, {
    ...{ directory, retries: { ...lockRetries, lockTimeoutMs: 100 } },
    warn: warned.resolve
  })
  assert.match(
    await warned.promise,
    new RegExp(`^Waiting for process ${session} \\(purveyor.*\\), which applies migrations\\.$`)
  )
  assert.deepEqual(await applied(), ['0001_parts.sql'])
  await holder.release()
  assert.deepEqual(await migrated, ['0002_sku.sql'])
  assert.deepEqual(await index(), { oid: left?.oid, isValid: true })
})

test('20 nodes that start at once build an index once, while clients write', async () => {
  write({
    '0002_sku.sql': create,
    '0003_more.sql': 'alter table parts add column name text;',
    '0004_name.sql': `${header}create index concurrently parts__name on parts (name);`
  })
  const nodes = Array.from({ length: 20 }, () => connect(database.url, { max: 2 }))
  let isDone = false
  const writing = (async () => {
    while (!isDone) await sql`insert into parts (sku) values (1)`
  })()
  try {
    const names = await Promise.all(nodes.map((node) => migrate(node, { directory })))
    assert.deepEqual(names.flat().sort(), ['0002_sku.sql', '0003_more.sql', '0004_name.sql'])
    assert.equal((await index())?.isValid, true)
  } finally {
    isDone = true
    await writing
    await Promise.all(nodes.map((node) => node.end({ timeout: 1 })))
    for (const name of ['0003_more.sql', '0004_name.sql']) rmSync(join(directory, name))
  }
})

test('if the connection is lost in a transaction, nothing is applied, and the lock is released', async () => {
  write({ '0002_sku.sql': 'alter table parts add column name text; select pg_sleep(60);' })
  const migrated = losesConnection()
  const sleeping = () => sql<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  let [session] = await sleeping()
  for (; !session; [session] = await sleeping()) await sleep(10)
  await sql`select pg_terminate_backend(${session.pid}, 60000)`
  await migrated
  write({ '0002_sku.sql': 'alter table parts add column name text;' })
  assert.deepEqual(await migrate(sql, { directory }), ['0002_sku.sql'])
})

test('a unique index fails on duplicates, and can be built when they are removed', async () => {
  write({ '0002_sku.sql': `${header}create unique index concurrently parts__sku on parts\n  (sku);` })
  await sql`insert into parts (sku) values (1)`
  await fails(/^The migration 0002_sku\.sql failed: could not create unique index "parts__sku"\.$/)
  await fails(/^The migration 0002_sku\.sql failed: could not create unique index "parts__sku"\.$/)
  await sql`delete from parts where id > 1000`
  assert.deepEqual(await migrate(sql, { directory }), ['0002_sku.sql'])
})

test('an index of the same name on another table is not taken for the one to build', async () => {
  write({ '0002_sku.sql': create })
  await sql`create table others (sku int)`
  await sql`create index parts__sku on others (sku)`
  await fails(
    /^The migration 0002_sku\.sql creates the index parts__sku on parts, but others has an index of this name/
  )
})

test('an index is dropped concurrently, also if an earlier attempt has dropped it', async () => {
  write({ '0002_sku.sql': `${header}drop index concurrently if exists parts__sku;` })
  await sql`create index parts__sku on parts (sku)`
  await migrate(sql, { directory })
  assert.equal(await index(), undefined)
  await sql`delete from schema_migrations where name = '0002_sku.sql'`
  assert.deepEqual(await migrate(sql, { directory }), ['0002_sku.sql'])
})

const refused = [
  'create index concurrently if not exists parts__sku on parts (sku);',
  'create index concurrently a on parts (sku); create index concurrently b on parts (sku);',
  'create index parts__sku on parts (sku);',
  'drop index concurrently parts__sku;',
  'vacuum parts;',
  ''
]
for (const statement of refused)
  test(`"${statement}" is refused outside a transaction, because it could not be repeated`, async () => {
    write({ '0002_sku.sql': header + statement })
    await fails(/^The migration 0002_sku\.sql has the line "-- not in a transaction", so it must be a single/)
  })
