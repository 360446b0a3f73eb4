import { release as thisRelease } from '../../lib/release.ts'
import type { Handle, Sql } from '../connect.ts'
import { DatabaseError, isConnectionLoss } from '../errors.ts'
import { changeIndex } from './concurrent-index.ts'
import { type LockingWork, type LockRetries, lockRetries, withLockRetries } from './lock-retries.ts'
import { type Migration, MigrationError, migrationsFolder, readMigrations } from './migration-files.ts'
import { type Turn, withTurn } from './migration-turn.ts'
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
  /** Called with a sentence if a migration has to wait for a lock, or for another process that applies migrations. */
  warn?: (message: string) => void
  retries?: LockRetries
}

/**
 * Applies the files `NNNN_name.sql` that haven't been applied to the database yet, in order, and returns
 * their names. A file and the insert of its row in `schema_migrations` run in one transaction, so that the
 * next call can continue after a crash. The index of a file with the line `-- not in a transaction` is built or
 * dropped concurrently, and the row is inserted afterwards. Several processes can call this at the same time: see
 * `withTurn`. Throws a `MigrationError` if a file fails or was changed after it was applied, if it can't lock its
 * tables, or if the database has a migration with which this release doesn't work. The pool must have at least
 * two connections: one to apply the files, and one to look who holds the lock of a table.
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  const { log = () => {}, warn = () => {}, release = thisRelease.version, retries = lockRetries } = options
  if (sql.options.max < 2) throw new Error('migrate needs a pool of at least two connections.')
  const files = await readMigrations(options.directory ?? migrationsFolder)
  const findPending = async (handle: Handle) =>
    pendingMigrations(files, { applied: await listApplied(handle), release })
  const isNeeded = async (handle: Handle) => (await findPending(handle)).length > 0
  // This check takes no lock, so nodes that have nothing to apply don't wait for each other.
  if (!(await isNeeded(sql))) return []
  const applyPending = async (turn: Turn) => {
    await createTable(turn.session)
    const pending = await findPending(turn.session)
    for (const file of pending) {
      await withLockRetries(turn, { sql, name: file.name, retries, warn }, workOf(file))
      log(`Applied migration ${file.name}.`)
    }
    return pending.map((file) => file.name)
  }
  return (await withTurn(sql, { isNeeded, warn, warnAfterMs: retries.lockTimeoutMs }, applyPending)) ?? []
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

function workOf(file: Migration): LockingWork {
  const { name, concurrentIndex } = file
  const record = async (session: Handle) => {
    await session`
      insert into schema_migrations (name, checksum, needs_release)
      values (${name}, ${file.checksum}, ${file.needsRelease})`
  }
  const work = async (session: Handle) => {
    await explain(file, () =>
      concurrentIndex ? changeIndex(session, file, concurrentIndex) : session.unsafe(file.text)
    )
    await record(session)
  }
  return { work, isTransaction: concurrentIndex === null }
}

/** The statement that creates the list of applied migrations. */
export const schemaMigrationsTable = `create table if not exists schema_migrations (
  name text primary key,
  checksum text not null,
  needs_release text,
  applied_at timestamptz not null default now()
)`

async function createTable(session: Handle): Promise<void> {
  await session.unsafe(schemaMigrationsTable)
  // Databases that were created by a version before the first release lack this column.
  const [column] = await session`
    select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'needs_release'`
  if (!column) await session`alter table schema_migrations add column needs_release text`
}

/** Runs the statements of a file. An error of the server names the file and the line. */
async function explain({ name, text }: Migration, run: () => PromiseLike<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof DatabaseError) || isConnectionLoss(error)) throw error
    const { message, position } = error
    const line = text.slice(0, Number(position ?? 0)).split('\n').length
    const location = position ? ` at line ${line}` : ''
    throw new MigrationError(`The migration ${name} failed${location}: ${message}.`, { cause: error })
  }
}
