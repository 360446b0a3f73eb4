import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '../db/connect.ts'
import { startEmbeddedDatabase } from '../db/driver/embedded.ts'
import { checkReferences } from './check-references.ts'
import { BackupError } from './layout.ts'
import { type DatabasePart, type Manifest, readManifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readFacts } from './queries.ts'
import { listStoragePaths } from './restore-assets.ts'
import { restoreDatabase } from './restore-database.ts'
import { connectUnlimited } from './unlimited.ts'
import { verifyFiles } from './verify-files.ts'
import { checkIndex, createCheckExtension, listIndexes, listTables, readTable } from './verify-queries.ts'

export type VerifyOptions = { folder: string; progress: Progress; signal: AbortSignal }

/** The numbers of what `verify` has read. */
export type VerifiedDatabase = { tables: number; rows: number; indexes: number; references: number }

/** A verified backup. `database` is undefined if the backup has no embedded database. */
export type Verified = { manifest: Manifest; database?: VerifiedDatabase }

/**
 * Verifies a backup. Compares the checksums of all files, restores the embedded database into a temporary
 * folder, reads all its tables and indexes, and checks that every file that rows refer to is in the backup.
 * Throws a BackupError if something is wrong.
 */
export async function verify(options: VerifyOptions): Promise<Verified> {
  const manifest = await readManifest(options.folder)
  await verifyFiles(options.folder, manifest, options)
  if (!manifest.database) return { manifest }
  return { manifest, database: await verifyDatabase(manifest.database, manifest, options) }
}

async function verifyDatabase(part: DatabasePart, manifest: Manifest, options: VerifyOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), 'purveyor-verify-'))
  let cluster: string | undefined
  try {
    // If root runs this, PostgreSQL runs as another user, who must be able to enter the folder.
    await chmod(dataDir, 0o755)
    cluster = await restoreDatabase(part, { ...options, dataDir, isDurable: false })
    return await withRestored(dataDir, options, (sql) => checkAll(sql, manifest, options))
  } finally {
    if (cluster !== undefined) await rm(cluster, { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withRestored<T>(
  dataDir: string,
  { progress }: VerifyOptions,
  work: (sql: Sql) => Promise<T>
): Promise<T> {
  const database = await progress.step('recovery', () =>
    startEmbeddedDatabase(dataDir, { log: progress.line, settings: { fsync: 'off' } })
  )
  const sql = connectUnlimited(database.url)
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
    await database.stop({ evenIfShared: true })
  }
}

async function checkAll(sql: Sql, manifest: Manifest, options: VerifyOptions) {
  const facts = await readFacts(sql)
  if (facts.schemaVersion !== manifest.schemaVersion || facts.assetStoreId !== manifest.assets.storeId)
    throw new BackupError(
      `The restored database has the schema ${facts.schemaVersion} and the asset store ${facts.assetStoreId}, but ` +
        `the backup records ${manifest.schemaVersion} and ${manifest.assets.storeId}.`
    )
  const { tables, rows } = await readTables(sql, options)
  const indexes = await checkIndexes(sql, options)
  const stored = await listStoragePaths(options.folder)
  const references = await checkReferences(sql, (path) => stored.has(path), options)
  return { tables, rows, indexes, references }
}

async function readTables(sql: Sql, { progress, signal }: VerifyOptions) {
  return await progress.count('tables', 'row', async (add) => {
    const tables = await listTables(sql)
    let rows = 0
    for (const name of tables) {
      signal.throwIfAborted()
      const count = await damaged(`The table ${name}`, readTable(sql, name))
      rows += count
      add(count)
    }
    return { tables: tables.length, rows }
  })
}

async function checkIndexes(sql: Sql, { progress, signal }: VerifyOptions): Promise<number> {
  return await progress.count('indexes', 'index', async (add) => {
    await createCheckExtension(sql)
    const indexes = await listIndexes(sql)
    for (const { name, method } of indexes) {
      signal.throwIfAborted()
      await damaged(`The index ${name}`, checkIndex(sql, { name, method }))
      add(1)
    }
    return indexes.length
  })
}

async function damaged<T>(what: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw new BackupError(`${what} is damaged: ${(error as Error).message}.`, { cause: error })
  }
}
