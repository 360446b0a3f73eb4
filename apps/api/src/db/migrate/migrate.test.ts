import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connect, type Sql } from '../connect.ts'
import { checkDurability, MigrationError, migrate, planMigrations, requireMigrated } from './migrate.ts'

let database: TestDatabase
let sql: Sql
let directory: string
const folders: string[] = []

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  sql = connect(database.url, { max: 3 })
  directory = mkdtempSync(join(tmpdir(), 'purveyor-migrations-'))
  folders.push(directory)
})

afterEach(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
}

async function tables(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not in ('schema_migrations', 'schema_functions') order by 1`
  return rows.map((row) => row.name)
}

async function rejectsWith(message: RegExp): Promise<void> {
  await assert.rejects(migrate(sql, { directory }), (error) => {
    assert.ok(error instanceof MigrationError)
    assert.match(error.message, message)
    return true
  })
}

test('files are applied once, in order, without a statement timeout and by one process', async () => {
  write({
    '0002_second.sql': `insert into first values (current_setting('statement_timeout'), current_setting('max_parallel_maintenance_workers')); create table second ();`,
    '0001_first.sql': 'create table first (timeout text, workers text);',
    'README.md': 'not a migration'
  })
  const logged: string[] = []
  const applied = await migrate(sql, { directory, log: (message) => logged.push(message) })
  assert.deepEqual(applied, ['0001_first.sql', '0002_second.sql'])
  assert.deepEqual(logged, ['Applied migration 0001_first.sql.', 'Applied migration 0002_second.sql.'])
  assert.deepEqual([...(await sql`select * from first`)], [{ timeout: '0', workers: '0' }])
  assert.deepEqual(await migrate(sql, { directory }), [])
  write({ '0003_third.sql': 'create table third ();' })
  assert.deepEqual(await migrate(sql, { directory }), ['0003_third.sql'])
  assert.deepEqual(await tables(), ['first', 'second', 'third'])
})

test('20 instances that start at the same time migrate an empty database once', async () => {
  write({
    '0001_one.sql': 'create table one ();',
    '0002_two.sql': 'create table two (); select pg_sleep(0.1);'
  })
  const instances = Array.from({ length: 20 }, () => connect(database.url, { max: 3 }))
  try {
    const applied = await Promise.all(instances.map((instance) => migrate(instance, { directory })))
    assert.deepEqual(applied.flat().sort(), ['0001_one.sql', '0002_two.sql'])
  } finally {
    await Promise.all(instances.map((instance) => instance.end({ timeout: 1 })))
  }
})

test('a migration that is interrupted leaves no changes, and the next start applies it', async () => {
  write({
    '0001_one.sql': 'create table one ();',
    '0002_two.sql': 'create table two (); select pg_advisory_xact_lock(42); create table three ();'
  })
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(42)`
    const child = migrateInChild()
    const killed = once(child, 'exit')
    const session = await waitingSession()
    child.kill('SIGKILL')
    await killed
    await sql`select pg_terminate_backend(${session}, 60000)`
  })
  assert.deepEqual(await tables(), ['one'])
  assert.deepEqual(await migrate(sql, { directory }), ['0002_two.sql'])
  assert.deepEqual(await tables(), ['one', 'three', 'two'])
})

function migrateInChild(): ChildProcess {
  const script = `
    import { connect } from ${JSON.stringify(import.meta.resolve('../connect.ts'))}
    import { migrate } from ${JSON.stringify(import.meta.resolve('./migrate.ts'))}
    await migrate(connect(${JSON.stringify(database.url)}), { directory: ${JSON.stringify(directory)} })`
  return spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit']
  })
}

async function waitingSession(): Promise<number> {
  for (;;) {
    const [session] = await sql<{ pid: number }[]>`
      select pid from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    if (session) return session.pid
    await sleep(10)
  }
}

test('an applied file that was changed is refused, unless only its line ends differ', async () => {
  write({ '0001_one.sql': 'create table one\n();\n' })
  await migrate(sql, { directory })
  write({ '0001_one.sql': 'create table one\r\n();\r\n' })
  assert.deepEqual(await migrate(sql, { directory }), [])
  write({ '0001_one.sql': 'create table one (id int);' })
  await rejectsWith(/^The migration 0001_one\.sql was changed after it was applied/)
})

test('an older release works with a database that a newer one has only expanded', async () => {
  write({ '0001_one.sql': 'create table one ();', '0002_two.sql': 'create table two ();' })
  await migrate(sql, { directory, release: '0.3.0' })
  rmSync(join(directory, '0002_two.sql'))
  assert.deepEqual(await migrate(sql, { directory, release: '0.2.0' }), [])
  const plan = await planMigrations(sql, { directory, release: '0.2.0' })
  assert.deepEqual([plan.pending, plan.newer], [[], ['0002_two.sql']])
  await requireMigrated(sql, { directory, release: '0.2.0' })
})

test('a database that was contracted is refused by releases that are older than it needs', async () => {
  write({
    '0001_one.sql': 'create table one ();',
    '0002_two.sql': '-- Removes a table.\n-- contract: needs release 0.3.0\n\ndrop table one;'
  })
  await migrate(sql, { directory, release: '0.4.0' })
  rmSync(join(directory, '0002_two.sql'))
  const message =
    /^The database has the migration 0002_two\.sql, which removed what release 0\.2\.0 uses: start release 0\.3\.0 or a later one\.$/
  for (const start of [migrate, requireMigrated, planMigrations])
    await assert.rejects(start(sql, { directory, release: '0.2.0' }), { name: 'MigrationError', message })
  assert.deepEqual(await migrate(sql, { directory, release: '0.3.0' }), [])
})

test('a wrong header of a migration that removes something is refused', async () => {
  write({ '0001_one.sql': '-- contract: release 0.3\n' })
  await rejectsWith(/^The line "-- contract: release 0\.3" of the migration 0001_one\.sql must have the form/)
})

test('a database that lacks a file before its last migration, or has another, is refused', async () => {
  write({ '0001_one.sql': '', '0002_two.sql': '' })
  await migrate(sql, { directory })
  rmSync(join(directory, '0001_one.sql'))
  await rejectsWith(/^The database has the migration 0001_one\.sql, which this release does not include/)
})

test('a plan changes nothing and reads databases that were created before the first release', async () => {
  write({ '0001_one.sql': '-- Creates a table\n-- that is empty.\n\ncreate table one ();' })
  const [pending] = (await planMigrations(sql, { directory })).pending
  assert.deepEqual(
    [pending?.name, pending?.description, pending?.needsRelease],
    ['0001_one.sql', 'Creates a table that is empty.', null]
  )
  assert.deepEqual([...(await sql`select to_regclass('schema_migrations') as name`)], [{ name: null }])
  await sql`create table schema_migrations (name text primary key, checksum text not null)`
  await sql`insert into schema_migrations values ('0001_one.sql', ${pending?.checksum ?? ''})`
  assert.deepEqual((await planMigrations(sql, { directory })).applied, ['0001_one.sql'])
  write({ '0002_two.sql': 'create table two ();' })
  assert.deepEqual(await migrate(sql, { directory }), ['0002_two.sql'])
  assert.deepEqual(
    [...(await sql`select name, needs_release from schema_migrations order by name`)],
    [
      { name: '0001_one.sql', needsRelease: null },
      { name: '0002_two.sql', needsRelease: null }
    ]
  )
})

test('a process that may not migrate refuses an old schema and says which command migrates', async () => {
  write({ '0001_one.sql': '', '0002_two.sql': '' })
  await assert.rejects(requireMigrated(sql, { directory }), {
    message:
      'The database lacks 2 migrations, the first of which is 0001_one.sql. ' +
      'Run "npm run migrate", or set MIGRATE_AT_START=on.'
  })
  await migrate(sql, { directory })
  await requireMigrated(sql, { directory })
})

/** Begins a transaction that holds a lock on the table until `release` is called. */
async function holdTable(table: string): Promise<{ pid: number; release(): Promise<void> }> {
  const holder = connect(database.url, { max: 1 })
  const held = Promise.withResolvers<number>()
  const released = Promise.withResolvers<void>()
  const transaction = holder.begin(async (tx) => {
    await tx`select from ${tx(table)}`
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

test('a migration that waits for a long transaction lets requests pass and succeeds afterwards', async () => {
  write({ '0001_one.sql': 'create table one ();' })
  await migrate(sql, { directory })
  write({ '0002_two.sql': 'create table two (); alter table one add column id int;' })
  const holder = await holdTable('one')
  const told = new RegExp(
    `^Migration 0002_two\\.sql waited for the transaction of process ${holder.pid} \\(purveyor[^,]*, user \\w+, \\d+ s old\\)\\. Trying again in 0\\.1 s\\.$`
  )
  // On a busy machine, the holder may not be found before the limit.
  const untold = 'Migration 0002_two.sql waited for the lock of another transaction. Trying again in 0.1 s.'
  const warnings: string[] = []
  const retried = Promise.withResolvers<void>()
  const migrated = migrate(sql, {
    ...{ directory, retries: { lockTimeoutMs: 200, pausesMs: Array(1_000).fill(100) } },
    warn: (message) => {
      if (message !== untold) warnings.push(message)
      if (warnings.length === 2) retried.resolve()
    }
  })
  // Requests end while the transaction still holds the table. If the migration waited for the lock without a
  // limit, they would wait as long.
  for (let request = 0; request < 20; request++) await sql`select from one`
  await retried.promise
  await sql`insert into one default values`
  assert.deepEqual(await tables(), ['one'])
  await holder.release()
  assert.deepEqual(await migrated, ['0002_two.sql'])
  for (const warning of warnings) assert.match(warning, told)
})

test('a migration that never gets its locks fails with the process that holds them', async () => {
  write({ '0001_one.sql': 'create table one ();' })
  await migrate(sql, { directory })
  write({ '0002_two.sql': 'alter table one add column id int;' })
  const holder = await holdTable('one')
  const retries = { lockTimeoutMs: 200, pausesMs: [10] }
  await assert.rejects(migrate(sql, { directory, retries }), (error) => {
    assert.ok(error instanceof MigrationError)
    assert.match(error.message, /^The migration 0002_two\.sql could not lock its tables in 2 attempts/)
    assert.match(error.message, new RegExp(`select pg_terminate_backend\\(${holder.pid}\\)`))
    return true
  })
  await holder.release()
  assert.deepEqual(await migrate(sql, { directory }), ['0002_two.sql'])
})

test('a file that comes before an applied one is refused', async () => {
  write({ '0002_two.sql': '' })
  await migrate(sql, { directory })
  write({ '0001_one.sql': '' })
  await rejectsWith(/^The migration 0001_one\.sql comes before 0002_two\.sql/)
})

test('files with wrong names or the same number are refused', async () => {
  write({ '1_one.sql': '' })
  await rejectsWith(/^The migration file 1_one\.sql must have a name such as 0001_name\.sql/)
  rmSync(join(directory, '1_one.sql'))
  write({ '0001_one.sql': '', '0001_uno.sql': '' })
  await rejectsWith(/0001_one\.sql and 0001_uno\.sql have the same number/)
})

test('an error names the file and the line of the statement, and the whole file is rolled back', async () => {
  write({ '0001_one.sql': 'create table one ();\n\nselect missing from one;\n' })
  await rejectsWith(/^The migration 0001_one\.sql failed at line 3: column "missing" does not exist\.$/)
  assert.deepEqual(await tables(), [])
})

test('an error because a resource is exhausted names the file too, and the lock is released', async () => {
  write({ '0001_one.sql': "do $$ begin raise exception 'No space left' using errcode = '53100'; end $$;" })
  await rejectsWith(/^The migration 0001_one\.sql failed: No space left\.$/)
  write({ '0001_one.sql': 'create table one ();' })
  assert.deepEqual(await migrate(sql, { directory }), ['0001_one.sql'])
})

test('durability settings that are off are returned', async () => {
  const off: string[] = []
  for (const name of ['fsync', 'full_page_writes']) {
    const [row] = await sql<{ setting: string }[]>`select current_setting(${name}) as setting`
    if (row?.setting === 'off') off.push(name)
  }
  assert.deepEqual(await checkDurability(sql), off)
})
