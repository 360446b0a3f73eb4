import { release as thisRelease } from '../lib/release.ts'
import type { Handle, Sql, Tx } from './connect.ts'
import { DatabaseError } from './errors.ts'
import { type LockRetries, lockRetries, withLockRetries } from './lock-retries.ts'
import { type Migration, MigrationError, migrationsFolder, readMigrations } from './migration-files.ts'
import { listApplied, pendingMigrations } from './schema-state.ts'

export { MigrationError } from './migration-files.ts'

type Release = {
  /** The folder of the migrations. */
  directory?: string
  /** The version of the release that the migrations belong to. */
  release?: string
}
type MigrateOptions = Release & {
  /** Called with a sentence for each migration that was applied. */
  log?: (message: string) => void
  /** Called with a sentence if a migration has to wait for a lock. */
  warn?: (message: string) => void
  retries?: LockRetries
}

// The key of the advisory lock: an arbitrary number that nothing else in this database uses.
const lockKey = 7_283_461_905

/**
 * Applies the files `NNNN_name.sql` that haven't been applied to the database yet, in order, and returns
 * their names. A file and the insert of its row in `schema_migrations` run in one transaction, so that the
 * next call can continue after a crash. An advisory lock allows several processes to call this at the same
 * time. Throws a `MigrationError` if a file fails or was changed after it was applied, if it can't lock its
 * tables, or if the database has a migration with which this release doesn't work. The pool must have at least
 * three connections: for the advisory lock, for the file, and to look who holds the lock of a table.
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  const { log = () => {}, warn = () => {}, release = thisRelease.version, retries = lockRetries } = options
  if (sql.options.max < 3) throw new Error('migrate needs a pool of at least three connections.')
  const files = await readMigrations(options.directory ?? migrationsFolder)
  const findPending = async (handle: Handle) =>
    pendingMigrations(files, { applied: await listApplied(handle), release })
  // This check takes no lock, so nodes that have nothing to apply don't wait for each other.
  if ((await findPending(sql)).length === 0) return []
  return await sql.begin(async (lock) => {
    await waitForTurn(lock)
    // In a transaction of its own, because this one reads the table next and so would block the others.
    await sql.begin(createTable)
    const pending = await findPending(lock)
    for (const file of pending) {
      await withLockRetries(sql, (tx) => apply(tx, file), { name: file.name, retries, warn })
      log(`Applied migration ${file.name}.`)
    }
    return pending.map((file) => file.name)
  })
}

/** What is applied to a database, and what `migrate` would apply. */
export type MigrationPlan = {
  applied: string[]
  pending: Migration[]
  /** The applied migrations that this release doesn't include. */
  newer: string[]
}

/**
 * Returns what `migrate` would do, without changing anything. Without a handle, the plan is for a new
 * database. Throws the same errors as `migrate` if this release doesn't work with the database.
 */
export async function planMigrations(
  sql: Handle | undefined,
  { directory = migrationsFolder, release = thisRelease.version }: Release = {}
): Promise<MigrationPlan> {
  const files = await readMigrations(directory)
  const applied = sql ? await listApplied(sql) : []
  const known = new Set(files.map((file) => file.name))
  const names = applied.map((row) => row.name)
  return {
    applied: names,
    pending: pendingMigrations(files, { applied, release }),
    newer: names.filter((name) => !known.has(name))
  }
}

/**
 * Throws a `MigrationError` if the database lacks migrations of this release, or has one with which this
 * release doesn't work. Doesn't change the database.
 */
export async function requireMigrated(sql: Handle, options: Release = {}): Promise<void> {
  const { pending } = await planMigrations(sql, options)
  const [first] = pending
  if (!first) return
  const missing =
    pending.length === 1
      ? `the migration ${first.name}`
      : `${pending.length} migrations, the first of which is ${first.name}`
  throw new MigrationError(
    `The database lacks ${missing}. Run "npm run migrate", or set MIGRATE_AT_START=on.`
  )
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

/** Waits until no other process applies migrations, and prevents others from doing so in this transaction. */
async function waitForTurn(lock: Tx): Promise<void> {
  await lock`set local statement_timeout = 0`
  await lock`set local lock_timeout = 0`
  await lock`set local idle_in_transaction_session_timeout = 0`
  await lock`select pg_advisory_xact_lock(${lockKey})`
}

async function apply(tx: Tx, { name, text, checksum, needsRelease }: Migration): Promise<void> {
  await run(tx, { name, text })
  await tx`
    insert into schema_migrations (name, checksum, needs_release) values (${name}, ${checksum}, ${needsRelease})`
}

async function createTable(tx: Tx): Promise<void> {
  await tx`
    create table if not exists schema_migrations (
      name text primary key,
      checksum text not null,
      needs_release text,
      applied_at timestamptz not null default now()
    )`
  // Databases that were created by a version before the first release lack this column.
  const [column] = await tx`
    select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs_release'`
  if (!column) await tx`alter table schema_migrations add column needs_release text`
}

async function run(tx: Tx, { name, text }: Pick<Migration, 'name' | 'text'>): Promise<void> {
  try {
    await tx.unsafe(text)
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error
    const line = text.slice(0, Number(error.position ?? 0)).split('\n').length
    const location = error.position ? ` at line ${line}` : ''
    throw new MigrationError(`The migration ${name} failed${location}: ${error.message}.`, { cause: error })
  }
}
