import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { restoreMarker, startEmbeddedDatabase } from '../db/driver/embedded.ts'
import { openAssetSource } from './asset-source.ts'
import { checkReferences } from './check-references.ts'
import { describeDiskError, syncAll, writeNewFile } from './copy-file.ts'
import { BackupError, listNames, names } from './layout.ts'
import { type DatabasePart, type Manifest, readManifest } from './manifest.ts'
import { hasTables, skipFeedNumbers } from './queries.ts'
import { checkAssetTarget, restoreAssets } from './restore-assets.ts'
import { type RestoreOptions, restoreDatabase } from './restore-database.ts'
import { connectUnlimited } from './unlimited.ts'
import { verifyFiles } from './verify-files.ts'

type Options = Omit<RestoreOptions, 'dataDir'>

/** A restored backup. `references` is the number of references to files, if they were checked. */
export type Restored = { manifest: Manifest; references?: number }

/**
 * Restores a backup: the embedded database and the assets, or, if DATABASE_URL is set, the assets alone.
 * Compares the checksums of all files first, and changes nothing if one differs. Returns the manifest. If the
 * restore of the embedded database fails, the data folder is empty again. If it is interrupted, the service
 * doesn't start on the data folder. Throws a BackupError.
 */
export async function restore(config: Config, options: Options): Promise<Restored> {
  const manifest = await readManifest(options.folder)
  checkKind(config, manifest, options.folder)
  if (manifest.database) await checkEmpty(config.dataDir)
  const target = await openAssetSource(config)
  await checkAssetTarget(target, manifest, options.folder)
  await verifyFiles(options.folder, manifest, options)
  if (manifest.database) await restoreAll(manifest.database, { config, manifest, options })
  else await restoreAssets(target, manifest, options)
  const references = await completeRestore(config, options)
  return { manifest, references }
}

type Restore = { config: Config; manifest: Manifest; options: Options }

async function restoreAll(database: DatabasePart, { config, manifest, options }: Restore): Promise<void> {
  const { dataDir } = config
  let cluster: string | undefined
  try {
    await mkdir(dataDir, { recursive: true })
    await writeNewFile(join(dataDir, restoreMarker), [], options)
    await syncAll(dataDir, { paths: [restoreMarker] })
    await restoreAssets(await openAssetSource(config), manifest, options)
    cluster = await restoreDatabase(database, { ...options, dataDir, isDurable: true })
  } catch (error) {
    if (cluster !== undefined) await rm(cluster, { recursive: true, force: true })
    for (const name of await listNames(dataDir).catch(() => []))
      await rm(join(dataDir, name), { recursive: true, force: true })
    throw describeDiskError(error, `${dataDir} cannot be written`)
  }
}

function checkKind({ databaseUrl }: Config, { database, rows }: Manifest, folder: string): void {
  if (database && databaseUrl)
    throw new BackupError(
      `The backup in ${folder} is of an embedded database, but DATABASE_URL is set. Restore it without DATABASE_URL.`
    )
  if (database || databaseUrl) return
  const where = rows ? `The rows in ${join(folder, names.rows)}` : 'The rows'
  throw new BackupError(
    `The backup in ${folder} is of a database at DATABASE_URL. ${where} must be restored with the tools of ` +
      'PostgreSQL first. Then set DATABASE_URL to the restored database and run this command again.'
  )
}

async function checkEmpty(dataDir: string): Promise<void> {
  const entries: string[] = await listNames(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw describeDiskError(error, `${dataDir} cannot be read`)
  })
  if (entries.includes(restoreMarker))
    throw new BackupError(
      `A restore into ${dataDir} is running or was interrupted: wait for it, or delete the folder and restore again.`
    )
  if (entries.length > 0)
    throw new BackupError(
      `The data folder ${dataDir} is not empty. Move it away, or set DATA_DIR to another folder.`
    )
}

/**
 * Completes a restore: checks that every file that rows of the database refer to is in the asset store, and
 * makes sure that the feeds give out no number twice. For the embedded database,
 * also starts PostgreSQL, which replays the WAL of the backup, and stops it again.
 */
async function completeRestore(config: Config, options: Options): Promise<number | undefined> {
  const { progress } = options
  const embedded = config.databaseUrl
    ? undefined
    : await progress.step('recovery', () =>
        startEmbeddedDatabase(config.dataDir, { log: progress.line, isRestore: true })
      )
  const sql = connectUnlimited(config.databaseUrl ?? embedded?.url ?? '')
  try {
    if (!(await hasTables(sql))) return undefined
    await skipFeedNumbers(sql)
    await rm(join(config.dataDir, restoreMarker), { force: true })
    const { store } = (await openAssetSource(config)).location
    const exists = async (path: string) => (await store.stat(path)) !== undefined
    return await checkReferences(sql, exists, options).catch((error) => {
      throw error instanceof BackupError
        ? new BackupError(`Restored, but ${lowerFirst(error.message)}`)
        : error
    })
  } finally {
    await sql.end({ timeout: 5 })
    await embedded?.stop()
  }
}

function lowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1)
}
