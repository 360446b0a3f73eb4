import { isOlderRelease } from '../../lib/release.ts'
import type { Handle } from '../connect.ts'
import type { FunctionFile } from './function-files.ts'
import { type Migration, MigrationError } from './migration-files.ts'

/** A migration that was applied to the database. See `Migration` for `needsRelease`. */
export type AppliedMigration = { name: string; checksum: string; needsRelease: string | null }

/** A function that was created in the database from a file. `release` is the release that did so last. */
export type CreatedFunction = { name: string; checksum: string; release: string }

/** What was applied to a database. The migrations are in order. */
export type SchemaState = { migrations: AppliedMigration[]; functions: CreatedFunction[] }

/**
 * Reads what was applied to the database. Doesn't change the database. The tables may be missing, or have been created
 * by a release that didn't store `needs_release`.
 */
export async function readState(sql: Handle): Promise<SchemaState> {
  // to_regclass could return an old result: it doesn't see what was committed while its transaction waited.
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables
    where tablename in ('schema_migrations', 'schema_functions') and schemaname = any(current_schemas(false))`
  const has = (table: string) => tables.some(({ name }) => name === table)
  if (!has('schema_migrations')) return { migrations: [], functions: [] }
  const functions = sql`
    union all select true, name, checksum, release from schema_functions`
  const rows = await sql<{ isFunction: boolean; name: string; checksum: string; release: string | null }[]>`
    select false as is_function, name, checksum, to_jsonb(m) ->> 'needs_release' as release
    from schema_migrations m ${has('schema_functions') ? functions : sql``} order by name`
  return {
    migrations: rows
      .filter(({ isFunction }) => !isFunction)
      .map(({ name, checksum, release }) => ({ name, checksum, needsRelease: release })),
    functions: rows
      .filter(({ isFunction }) => isFunction)
      .map(({ name, checksum, release }) => ({ name, checksum, release: release ?? '' }))
  }
}

/**
 * Returns the files that haven't been applied to the database yet, in order. A database may have migrations of
 * newer releases if this release works with them. Throws a `MigrationError` if this release doesn't work with
 * the database.
 */
export function pendingMigrations(
  files: Migration[],
  { applied, release }: { applied: AppliedMigration[]; release: string }
): Migration[] {
  for (const row of applied) checkApplied(row, { files, release })
  const names = new Set(applied.map((row) => row.name))
  const pending = files.filter((file) => !names.has(file.name))
  const [next, last] = [pending[0], applied.at(-1)]
  if (next && last && next.name < last.name)
    throw new MigrationError(
      `The migration ${next.name} comes before ${last.name}, which is already applied: ` +
        'give it a higher number.'
    )
  return pending
}

/**
 * Returns the files whose functions must be created or replaced. A function that changes in a later
 * release gets a new name, so nothing is missing if a newer release has created functions: they include those
 * that this release uses. Functions that only differ in a comment stay as the newer release has written them.
 */
export function pendingFunctions(
  files: FunctionFile[],
  { created, release }: { created: CreatedFunction[]; release: string }
): FunctionFile[] {
  if (created.some((row) => isOlderRelease(release, row.release))) return []
  const checksums = new Map(created.map(({ name, checksum }) => [name, checksum]))
  return files.filter(({ name, checksum }) => checksums.get(name) !== checksum)
}

function checkApplied(
  { name, checksum, needsRelease }: AppliedMigration,
  { files, release }: { files: Migration[]; release: string }
): void {
  const file = files.find((candidate) => candidate.name === name)
  if (file && file.checksum !== checksum)
    throw new MigrationError(
      `The migration ${name} was changed after it was applied: ` +
        'restore the original file and put the change into a new migration.'
    )
  if (file) return
  if (name < (files.at(-1)?.name ?? ''))
    throw new MigrationError(
      `The database has the migration ${name}, which this release does not include, although it includes ` +
        'later ones: start the release that the database was used with.'
    )
  if (needsRelease !== null && isOlderRelease(release, needsRelease))
    throw new MigrationError(
      `The database has the migration ${name}, which removed what release ${release} uses: ` +
        `start release ${needsRelease} or a later one.`
    )
}
