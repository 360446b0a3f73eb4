import { isOlderRelease } from '../../lib/release.ts'
import type { Handle } from '../connect.ts'
import { type Migration, MigrationError } from './migration-files.ts'

/** A migration that was applied to the database. See `Migration` for `needsRelease`. */
export type AppliedMigration = { name: string; checksum: string; needsRelease: string | null }

/**
 * Returns the migrations that were applied to the database, in order. Doesn't change the database. The table
 * may be missing, or have been created by a release that didn't store `needs_release`.
 */
export async function listApplied(sql: Handle): Promise<AppliedMigration[]> {
  // to_regclass could return an old result: it doesn't see what was committed while its transaction waited.
  const [table] = await sql`
    select from pg_tables where tablename = 'schema_migrations' and schemaname = any(current_schemas(false))`
  if (!table) return []
  return await sql<AppliedMigration[]>`
    select name, checksum, to_jsonb(m) ->> 'needs_release' as needs_release
    from schema_migrations m order by name`
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

function checkApplied(
  { name, checksum, needsRelease }: AppliedMigration,
  { files, release }: { files: Migration[]; release: string }
): void {
  const file = files.find((one) => one.name === name)
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
