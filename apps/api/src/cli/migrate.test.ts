import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { compileCache } from '../../test/running-service.ts'
import { connect } from '../db/connect.ts'
import { migrationsFolder, readMigrations } from '../db/migrate/migration-files.ts'

let database: TestDatabase
let last: string
const folder = mkdtempSync(join(tmpdir(), 'purveyor-migrate-'))
before(async () => {
  database = await createTestDatabase({ empty: true })
  last = (await readMigrations(migrationsFolder)).at(-1)?.name.slice(0, 4) ?? ''
})
after(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

async function migrate(args: string[], env: Record<string, string> = { DATABASE_URL: database.url }) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'migrate.ts'), ...args], {
    env: { PATH: process.env.PATH ?? '', ...compileCache(), ...env }
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number | null, out, err }
}

test('--plan shows what would be applied and changes nothing; without it, the migrations are applied', async () => {
  const plan = await migrate(['--plan', '--exit-code'])
  assert.deepEqual([plan.code, plan.err], [3, ''])
  const name = new URL(database.url).pathname.slice(1)
  assert.match(plan.out, new RegExp(`^Database {6}${name} on [^@]+$`, 'm'))
  assert.match(plan.out, /^Schema now {4}none, the database is empty$/m)
  assert.match(plan.out, new RegExp(`^Schema after {2}${last}$`, 'm'))
  assert.match(plan.out, /^ {2}0004_shipping_methods {2}\(expand\)\n {4}Shipping methods and their rates/m)
  assert.match(plan.out, /^ {2}0025_shipment_search {2}\(expand, not in a transaction\)\n {4}For the search/m)
  assert.match(plan.out, /^\d+ functions would be created or replaced:\n\n {2}\S*\/functions\/\w+\.sql$/m)
  assert.match(plan.out, /^ {2}\S*modules\/products\/write\/functions\/is_live\.sql$/m)
  assert.doesNotMatch(plan.out, /create table shipping_methods|create or replace function/)
  const sql = connect(database.url, { max: 1 })
  assert.deepEqual([...(await sql`select to_regclass('schema_migrations') as name`)], [{ name: null }])
  await sql.end()

  const applied = await migrate([])
  assert.deepEqual([applied.code, applied.err], [0, ''])
  assert.match(applied.out, /^Applied migration 0001_vendors\.sql\.\n/)
  assert.match(applied.out, new RegExp(`\nThe database now has schema ${last}, for release [\\d.]+\\.\n$`))

  const again = await migrate([])
  assert.equal(again.code, 0)
  assert.match(again.out, new RegExp(`^There was nothing to apply: the database has schema ${last},`))
  const empty = await migrate(['--plan', '--exit-code'])
  assert.equal(empty.code, 0)
  assert.match(empty.out, /\n\nThere is nothing to apply\.\n$/)
})

test('a function that differs from its file is planned and replaced', async () => {
  const sql = connect(database.url, { max: 1 })
  await sql`update schema_functions set checksum = 'of another file' where name = 'is_live'`
  await sql.end()
  const plan = await migrate(['--plan', '--exit-code'])
  assert.equal(plan.code, 3)
  assert.match(
    plan.out,
    /\n\nOne function would be created or replaced:\n\n {2}\S*is_live\.sql\n\nNothing was changed/
  )
  assert.match((await migrate([])).out, /^Created function is_live\.\nThe database now has schema /)
  assert.match((await migrate([])).out, /^There was nothing to apply/)
})

test('--plan of an embedded database that does not exist creates nothing; --sql shows the SQL', async () => {
  const dataDir = join(folder, 'data')
  const plan = await migrate(['--plan', '--sql'], { DATA_DIR: dataDir })
  assert.deepEqual([plan.code, plan.err], [0, ''])
  assert.ok(plan.out.includes(`the embedded database in ${dataDir}\n`))
  assert.match(plan.out, /^ {4}create table shipping_methods \($/m)
  assert.match(plan.out, /^ {2}is_live\n\n {4}-- .*\n {4}create or replace function is_live\(/m)
  assert.ok(!existsSync(dataDir))
})

test('wrong arguments end with 2; a wrong setting and a database that is away end with 1', async () => {
  for (const args of [['--sql'], ['--plain'], ['up']]) {
    const { code, err } = await migrate(args)
    assert.equal(code, 2)
    assert.match(err, /See --help\.\n$/)
  }
  assert.match((await migrate(['--help'])).out, /^Usage: npm run migrate\n/)
  const wrong = await migrate([], { DATABASE_URL: 'mysql://x' })
  assert.deepEqual([wrong.code, wrong.out], [1, ''])
  assert.match(wrong.err, /^DATABASE_URL must be a PostgreSQL URL/)
  const away = await migrate([], { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
  assert.deepEqual([away.code, away.out], [1, ''])
  assert.match(away.err, /^The database cannot be reached: .*ECONNREFUSED/)
})
