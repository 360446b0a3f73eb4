import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { connect, type Sql } from '../connect.ts'
import { migrate, planMigrations, requireMigrated } from './migrate.ts'

let database: TestDatabase
let sql: Sql
let directory: string
let functions: string
const folders: string[] = []

beforeEach(async () => {
  database = await createTestDatabase({ empty: true })
  sql = connect(database.url, { max: 3 })
  const folder = mkdtempSync(join(tmpdir(), 'purveyor-functions-'))
  folders.push(folder)
  directory = join(folder, 'migrations')
  functions = join(folder, 'functions')
  for (const one of [directory, functions]) mkdirSync(one)
  writeFileSync(join(directory, '0001_one.sql'), 'create table one (id int); insert into one values (1);')
})
afterEach(async () => {
  await sql.end({ timeout: 1 })
  await database.drop()
})
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Writes the function `answer`, which returns an expression. */
function write(expression: string, name = 'answer'): void {
  const text = `create or replace function ${name}() returns int language sql\n  return ${expression};\n`
  writeFileSync(join(functions, `${name}.sql`), text)
}

const remove = (name = 'answer') => rmSync(join(functions, `${name}.sql`))
const options = (release = '0.2.0') => ({ directory, functions: [functions], release })
const apply = (release?: string) => migrate(sql, options(release))

async function answer(): Promise<number | undefined> {
  const [row] = await sql<{ value: number }[]>`select answer() as value`
  return row?.value
}

/** The version of the row of a function, which changes if the function is replaced. */
async function versionOf(name = 'answer'): Promise<string | undefined> {
  const [row] = await sql<
    { version: string }[]
  >`select xmin::text as version from pg_proc where proname = ${name}`
  return row?.version
}

test('functions are created after the migrations, in the order of their calls, and only once', async () => {
  write('(select max(id) from one) + later()')
  write('41', 'later')
  const logged: string[] = []
  const applied = await migrate(sql, { ...options(), log: (message) => logged.push(message) })
  assert.deepEqual(applied, ['0001_one.sql', 'later', 'answer'])
  assert.deepEqual(logged, [
    'Applied migration 0001_one.sql.',
    'Created function later.',
    'Created function answer.'
  ])
  assert.equal(await answer(), 42)
  const version = await versionOf()
  assert.deepEqual(await apply(), [])
  write('1', 'third')
  assert.deepEqual(await apply(), ['third'])
  assert.equal(await versionOf(), version)
})

test('a function that changed before its release is replaced, without the migrations', async () => {
  write('1')
  await apply()
  write('2')
  assert.deepEqual(await apply(), ['answer'])
  assert.equal(await answer(), 2)
  assert.deepEqual(await apply(), [])
})

test('20 instances that start at the same time create the functions once', async () => {
  for (const name of ['answer', 'second', 'third']) write('1', name)
  const instances = Array.from({ length: 20 }, () => connect(database.url, { max: 3 }))
  try {
    const applied = await Promise.all(instances.map((instance) => migrate(instance, options())))
    assert.deepEqual(applied.flat().sort(), ['0001_one.sql', 'answer', 'second', 'third'])
    write('2')
    const replaced = await Promise.all(instances.map((instance) => migrate(instance, options())))
    assert.deepEqual(replaced.flat(), ['answer'])
  } finally {
    await Promise.all(instances.map((instance) => instance.end({ timeout: 1 })))
  }
})

test('an older release starts after a newer one, and neither replaces nor creates functions', async () => {
  write('1')
  write('1', 'removed')
  await apply('0.2.0')
  // The newer release has another comment, one more function, and one less.
  writeFileSync(
    join(functions, 'answer.sql'),
    '-- Returns 1.\ncreate or replace function answer() returns int language sql return 1;\n'
  )
  write('2', 'answer_2')
  remove('removed')
  assert.deepEqual(await apply('0.3.0'), ['answer', 'answer_2'])
  const version = await versionOf()

  write('1')
  write('1', 'removed')
  remove('answer_2')
  assert.deepEqual(await apply('0.2.0'), [])
  await requireMigrated(sql, options('0.2.0'))
  assert.deepEqual((await planMigrations(sql, options('0.2.0'))).functions, [])
  assert.equal(await versionOf(), version)
  assert.ok((await versionOf('answer_2')) && (await versionOf('removed')))
})

test('an older release does not create what a newer one has left out of a new database', async () => {
  write('1')
  await apply('0.3.0')
  write('1', 'removed')
  assert.deepEqual(await apply('0.2.0'), [])
  await requireMigrated(sql, options('0.2.0'))
  assert.equal(await versionOf('removed'), undefined)
})

test('a function that a contract migration has dropped is not created again', async () => {
  write('1')
  write('1', 'removed')
  await apply('0.3.0')
  const contract = '-- Drops a function.\n-- contract: needs release 0.3.0\n\ndrop function removed();'
  writeFileSync(join(directory, '0002_two.sql'), contract)
  remove('removed')
  assert.deepEqual(await apply('0.4.0'), ['0002_two.sql'])
  rmSync(join(directory, '0002_two.sql'))
  write('1', 'removed')
  assert.deepEqual(await apply('0.3.0'), [])
  await requireMigrated(sql, options('0.3.0'))
  assert.equal(await versionOf('removed'), undefined)
})

test('an error names the file and the line, and no function is created', async () => {
  write('1')
  write('missing()', 'second')
  await assert.rejects(apply(), {
    name: 'MigrationError',
    message: /^The file .*\/functions\/second\.sql failed at line 2: function missing\(\) does not exist\.$/
  })
  assert.equal(await versionOf(), undefined)
  write('2', 'second')
  assert.deepEqual(await apply(), ['answer', 'second'])
})

test('a process that may not migrate refuses to start without a function, and says which command creates it', async () => {
  await apply()
  write('1')
  const message =
    /^The database lacks the function answer\. Run "npm run migrate", or set MIGRATE_AT_START=on\.$/
  await assert.rejects(requireMigrated(sql, options()), { name: 'MigrationError', message })
  write('1', 'second')
  await assert.rejects(requireMigrated(sql, options()), {
    message: /^The database lacks 2 functions, the first of which is answer\./
  })
  const plan = await planMigrations(sql, options())
  assert.deepEqual([plan.pending, plan.functions.map(({ name }) => name)], [[], ['answer', 'second']])
  await apply()
  await requireMigrated(sql, options())
})

test('a user who may only read starts a migrated database, and can not replace functions', async () => {
  write('1')
  await apply()
  const name = `test_reader_${randomBytes(4).toString('hex')}`
  await sql.unsafe(
    `create role ${name} login password 'x'; grant select on all tables in schema public to ${name}`
  )
  const reader = connect(Object.assign(new URL(database.url), { username: name, password: 'x' }).href, {
    max: 3
  })
  try {
    assert.deepEqual(await migrate(reader, options()), [])
    await requireMigrated(reader, options())
    write('2')
    await assert.rejects(migrate(reader, options()), { message: /permission denied|must be owner/ })
    assert.equal(await answer(), 1)
  } finally {
    await reader.end({ timeout: 1 })
    await sql.unsafe(`drop owned by ${name}; drop role ${name}`)
  }
})

test('functions that wait for the lock of a table are tried again', async () => {
  await apply()
  write('(select max(id) from one)')
  const warnings: string[] = []
  let migrated: Promise<string[]> | undefined
  await sql.begin(async (tx) => {
    await tx`lock table one in access exclusive mode`
    const warned = Promise.withResolvers<void>()
    migrated = migrate(sql, {
      ...{ ...options(), retries: { lockTimeoutMs: 200, pausesMs: Array(1_000).fill(50) } },
      warn: (message) => {
        warnings.push(message)
        warned.resolve()
      }
    })
    await warned.promise
  })
  assert.deepEqual(await migrated, ['answer'])
  assert.match(
    warnings[0] ?? '',
    // The process isn't named if its transaction ends while it is looked for.
    /^Creation of functions waited for (?:the transaction of process \d+ .*|the lock of another transaction)\. Trying again in 0\.05 s\.$/
  )
})
