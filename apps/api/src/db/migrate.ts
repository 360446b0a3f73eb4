import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import type { Sql, Tx } from './connect.ts'

/** The migrations can't be applied. `message` is one sentence for the operator. */
export class MigrationError extends Error {
  override name = 'MigrationError'
}

type MigrateOptions = { directory?: string; log?: (message: string) => void }

type Migration = { name: string; text: string; checksum: string }
type AppliedMigration = { name: string; checksum: string }

const migrations = join(import.meta.dirname, '..', '..', 'migrations')
const fileName = /^\d{4}_[a-z0-9_]+\.sql$/

// The key of the advisory lock: an arbitrary number that nothing else in this database uses.
const lockKey = 7_283_461_905

/**
 * Applies the files `NNNN_name.sql` that haven't been applied to the database yet, in order, and returns
 * their names. A file and the insert of its row in `schema_migrations` run in one transaction, so that the
 * next call can continue after a crash. An advisory lock allows several processes to call this at the same
 * time. Throws a `MigrationError` if a file fails or was changed after it was applied, or if the database has
 * a migration for which there is no file.
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  const { directory = migrations, log = () => {} } = options
  const files = await readMigrations(directory)
  const applied: string[] = []
  for (;;) {
    const name = await sql.begin((tx) => applyNext(tx, files))
    if (name === undefined) return applied
    log(`Applied migration ${name}.`)
    applied.push(name)
  }
}

/**
 * Returns the names of the durability settings (`fsync`, `full_page_writes`) that are off. If one of them is
 * off, a crash of the server can lose data.
 */
export async function checkDurability(sql: Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name`
  return rows.map((row) => row.name)
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of names.entries()) {
    if (!fileName.test(name))
      throw new MigrationError(
        `The migration file ${name} must have a name such as 0001_name.sql, with four digits and lower case.`
      )
    if (name.slice(0, 4) === names[index - 1]?.slice(0, 4))
      throw new MigrationError(
        `The migrations ${names[index - 1]} and ${name} have the same number: renumber one of them.`
      )
  }
  return await Promise.all(names.map((name) => readMigration(directory, name)))
}

// A checkout on Windows may have CRLF line ends. They don't change the checksum.
async function readMigration(directory: string, name: string): Promise<Migration> {
  const text = (await readFile(join(directory, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
}

async function applyNext(tx: Tx, files: Migration[]): Promise<string | undefined> {
  await tx`set local statement_timeout = 0`
  await tx`set local idle_in_transaction_session_timeout = 0`
  await tx`set local lock_timeout = 0`
  await tx`select pg_advisory_xact_lock(${lockKey})`
  // There is no timeout while another process applies migrations. Waiting for a table lock has a timeout,
  // because it blocks all later queries of that table.
  await tx`set local lock_timeout to default`
  await tx`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`
  const next = findNext(
    files,
    await tx<AppliedMigration[]>`select name, checksum from schema_migrations order by name`
  )
  if (!next) return undefined
  await run(tx, next)
  await tx`insert into schema_migrations (name, checksum) values (${next.name}, ${next.checksum})`
  return next.name
}

function findNext(files: Migration[], applied: AppliedMigration[]): Migration | undefined {
  const checksums = new Map(applied.map((row) => [row.name, row.checksum]))
  const unknown = applied.find((row) => !files.some((file) => file.name === row.name))
  if (unknown)
    throw new MigrationError(
      `The database has the migration ${unknown.name}, which this release does not include: ` +
        'start a newer release.'
    )
  const changed = files.find((file) => (checksums.get(file.name) ?? file.checksum) !== file.checksum)
  if (changed)
    throw new MigrationError(
      `The migration ${changed.name} was changed after it was applied: ` +
        'restore the original file and put the change into a new migration.'
    )
  const next = files.find((file) => !checksums.has(file.name))
  const last = applied.at(-1)
  if (next && last && next.name < last.name)
    throw new MigrationError(
      `The migration ${next.name} comes before ${last.name}, which is already applied: ` +
        'give it a higher number.'
    )
  return next
}

async function run(tx: Tx, migration: Migration): Promise<void> {
  try {
    await tx.unsafe(migration.text)
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    const line = migration.text.slice(0, Number(error.position ?? 0)).split('\n').length
    const location = error.position ? ` at line ${line}` : ''
    throw new MigrationError(`The migration ${migration.name} failed${location}: ${error.message}.`, {
      cause: error
    })
  }
}
