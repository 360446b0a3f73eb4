import { release as thisRelease } from '../../lib/release.ts'
import type { Handle, Sql } from '../connect.ts'
import { changeIndex } from './concurrent-index.ts'
import { createFunctions } from './create-functions.ts'
import { explain } from './explain.ts'
import { type FunctionFile, functionFolders, orderByCalls, readFunctions } from './function-files.ts'
import { type LockingWork, type LockRetries, lockRetries, withLockRetries } from './lock-retries.ts'
import { type Migration, MigrationError, migrationsFolder, readMigrations } from './migration-files.ts'
import { type MigrationTurn, withTurn } from './migration-turn.ts'
import { pendingFunctions, pendingMigrations, readState, type SchemaState } from './schema-state.ts'
import { createSchemaTables } from './schema-tables.ts'

export { MigrationError } from './migration-files.ts'

type Release = {
  /** The folder of the migrations. */
  directory?: string
  /** The folders of the functions. The default is those of this release, or none if `directory` is set. */
  functions?: readonly string[]
  /** The version of the release that the migrations and the functions belong to. */
  release?: string
}
type MigrateOptions = Release & {
  /** Called with a sentence for each migration that was applied, and for each function that was created. */
  log?: (message: string) => void
  /** Called with a sentence if a migration has to wait for a lock, or for another process that applies migrations. */
  warn?: (message: string) => void
  retries?: LockRetries
}

/**
 * Applies the files `NNNN_name.sql` that haven't been applied to the database yet, in order. Then creates or replaces
 * the functions whose files are new or have changed, in one transaction. Returns the names of the migrations and of
 * the functions.
 *
 * A migration and the insert of its row in `schema_migrations` run in one transaction, so that the
 * next call can continue after a crash. The index of a file with the line `-- not in a transaction` is built or
 * dropped concurrently, and the row is inserted afterwards. Several processes can call this at the same time: see
 * `withTurn`. Throws a `MigrationError` if a file fails or was changed after it was applied, if it can't lock its
 * tables, or if the database has a migration with which this release doesn't work. The pool must have at least
 * two connections: one to apply the files, and one to look who holds the lock of a table.
 */
export async function migrate(sql: Sql, options: MigrateOptions = {}): Promise<string[]> {
  const { log = () => {}, warn = () => {}, release = thisRelease.version, retries = lockRetries } = options
  if (sql.options.max < 2) throw new Error('migrate needs a pool of at least two connections.')
  const [state, files] = await Promise.all([readState(sql), readFiles(options)])
  const findPending = (state: SchemaState) => pendingFiles(files, { state, release })
  // This check takes no lock, so nodes that have nothing to apply don't wait for each other.
  if (isEmpty(findPending(state))) return []
  const isNeeded = async (session: Handle) => !isEmpty(findPending(await readState(session)))
  const applyPending = async (turn: MigrationTurn) => {
    await createSchemaTables(turn.session)
    const { migrations, functions } = findPending(await readState(turn.session))
    for (const file of migrations) {
      await withLockRetries(turn, { sql, name: `migration ${file.name}`, retries, warn }, workOf(file))
      log(`Applied migration ${file.name}.`)
    }
    if (functions.length > 0) {
      const work = async (session: Handle) => createFunctions(session, { files: functions, release })
      const creation = { work, isTransaction: true }
      await withLockRetries(turn, { sql, name: 'creation of functions', retries, warn }, creation)
      for (const { name } of functions) log(`Created function ${name}.`)
    }
    return [...migrations, ...functions].map((file) => file.name)
  }
  return (await withTurn(sql, { isNeeded, warn, warnAfterMs: retries.lockTimeoutMs }, applyPending)) ?? []
}

type Files = { migrations: Migration[]; functions: FunctionFile[] }

async function readFiles(options: Release): Promise<Files> {
  const { directory, functions = directory === undefined ? functionFolders : [] } = options
  return {
    migrations: await readMigrations(directory ?? migrationsFolder),
    functions: readFunctions(functions)
  }
}

function isEmpty({ migrations, functions }: Files): boolean {
  return migrations.length + functions.length === 0
}

function pendingFiles(files: Files, { state, release }: { state: SchemaState; release: string }): Files {
  return {
    migrations: pendingMigrations(files.migrations, { applied: state.migrations, release }),
    functions: orderByCalls(pendingFunctions(files.functions, { created: state.functions, release }))
  }
}

/** What is applied to a database, and what `migrate` would apply. */
export type MigrationPlan = {
  applied: string[]
  pending: Migration[]
  /** The functions that would be created or replaced. */
  functions: FunctionFile[]
  /** The applied migrations that this release doesn't include. */
  newer: string[]
}

/**
 * Returns what `migrate` would do, without changing anything. Without a handle, the plan is for a new
 * database. Throws the same errors as `migrate` if this release doesn't work with the database.
 */
export async function planMigrations(sql: Handle | undefined, options: Release = {}): Promise<MigrationPlan> {
  const { release = thisRelease.version } = options
  const files = await readFiles(options)
  const state = sql ? await readState(sql) : { migrations: [], functions: [] }
  const { migrations: pending, functions } = pendingFiles(files, { state, release })
  const names = new Set(files.migrations.map((file) => file.name))
  const applied = state.migrations.map((row) => row.name)
  return { applied, pending, functions, newer: applied.filter((name) => !names.has(name)) }
}

/**
 * Throws a `MigrationError` if the database lacks migrations or functions of this release, or has a migration with which
 * this release doesn't work. Doesn't change the database.
 */
export async function requireMigrated(sql: Handle, options: Release = {}): Promise<void> {
  const { pending, functions } = await planMigrations(sql, options)
  const missing = pending.length > 0 ? describe('migration', pending) : describe('function', functions)
  if (missing === undefined) return
  throw new MigrationError(
    `The database lacks ${missing}. Run "npm run migrate", or set MIGRATE_AT_START=on.`
  )
}

function describe(kind: string, [first, ...others]: { name: string }[]): string | undefined {
  if (!first) return undefined
  return others.length === 0
    ? `the ${kind} ${first.name}`
    : `${others.length + 1} ${kind}s, the first of which is ${first.name}`
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
    await explain({ subject: `The migration ${name}`, text: file.text }, () =>
      concurrentIndex ? changeIndex(session, file, concurrentIndex) : session.unsafe(file.text)
    )
    await record(session)
  }
  return { work, isTransaction: concurrentIndex === null }
}
