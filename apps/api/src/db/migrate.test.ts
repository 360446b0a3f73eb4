import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { connect, type Sql } from './connect.ts'
import { checkDurability, MigrationError, migrate } from './migrate.ts'

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
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'schema_migrations' order by 1`
  return rows.map((row) => row.name)
}

async function rejectsWith(message: RegExp): Promise<void> {
  await assert.rejects(migrate(sql, { directory }), (error) => {
    assert.ok(error instanceof MigrationError)
    assert.match(error.message, message)
    return true
  })
}

test('files are applied once, in order, without a statement timeout', async () => {
  write({
    '0002_second.sql': `insert into first values (current_setting('statement_timeout')); create table second ();`,
    '0001_first.sql': 'create table first (limits text);',
    'README.md': 'not a migration'
  })
  const logged: string[] = []
  const applied = await migrate(sql, { directory, log: (message) => logged.push(message) })
  assert.deepEqual(applied, ['0001_first.sql', '0002_second.sql'])
  assert.deepEqual(logged, ['Applied migration 0001_first.sql.', 'Applied migration 0002_second.sql.'])
  assert.deepEqual([...(await sql`select limits from first`)], [{ limits: '0' }])
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
  const instances = Array.from({ length: 20 }, () => connect(database.url, { max: 1 }))
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
    import { connect } from ${JSON.stringify(import.meta.resolve('./connect.ts'))}
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

test('a database with a migration that has no file is refused', async () => {
  write({ '0001_one.sql': '', '0002_two.sql': '' })
  await migrate(sql, { directory })
  rmSync(join(directory, '0002_two.sql'))
  await rejectsWith(/^The database has the migration 0002_two\.sql, which this release does not include/)
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

test('durability settings that are off are returned', async () => {
  const off: string[] = []
  for (const name of ['fsync', 'full_page_writes']) {
    const [row] = await sql<{ setting: string }[]>`select current_setting(${name}) as setting`
    if (row?.setting === 'off') off.push(name)
  }
  assert.deepEqual(await checkDurability(sql), off)
})
