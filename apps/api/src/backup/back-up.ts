import { rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { AssetStore } from '../assets/store.ts'
import type { Config } from '../config.ts'
import { hasEmbeddedDatabase, startEmbeddedDatabase } from '../db/driver/embedded.ts'
import { release } from '../lib/release.ts'
import { requireAssetSource } from './asset-source.ts'
import { type BackupSession, openBackupSession } from './backup-session.ts'
import { copyAssets } from './copy-assets.ts'
import { copyDatabase } from './copy-database.ts'
import { type BackupFile, readChunks, syncAll, syncNames } from './copy-file.ts'
import { BackupError, names, secretFiles } from './layout.ts'
import { type Manifest, type Size, writeManifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readFacts } from './queries.ts'
import { copyRows } from './rows-command.ts'
import { writeSums } from './sums.ts'
import { backupTarget, clearBackupFolder, createBackupFolder } from './target.ts'

export type BackupOptions = {
  folder: string
  /** The command that copies the rows of a database at DATABASE_URL. */
  rows?: string | undefined
  progress: Progress
  signal: AbortSignal
}

type Parts = Pick<Manifest, 'consistentAt' | 'database' | 'rows' | 'assets' | 'schemaVersion' | 'secrets'> & {
  files: BackupFile[]
}

/**
 * Makes a backup of the database and the assets in a new folder, while the service runs or not, and returns
 * its manifest. If the database is at DATABASE_URL, the backup contains its rows only if there is a command
 * that copies them. If the backup fails, its files are removed. Throws a BackupError.
 */
export async function backUp(config: Config, options: BackupOptions): Promise<Manifest> {
  const { folder, signal } = options
  checkFolder(config, folder)
  const startedAt = new Date().toISOString()
  await createBackupFolder(folder, signal)
  try {
    const parts = await withDatabase(config, options, (database) => copyParts(config, database, options))
    return await complete(parts, startedAt, options)
  } catch (error) {
    await clearBackupFolder(folder)
    throw error
  }
}

function checkFolder({ dataDir }: Config, folder: string): void {
  const path = relative(dataDir, folder)
  if (path === '' || (path !== '..' && !path.startsWith(`..${sep}`)))
    throw new BackupError(
      `${folder} is inside of the data folder ${dataDir}. Name a folder outside of it, best on another disk.`
    )
}

/** A database, and the data directory of its cluster if it is the embedded one. */
type Database = { url: string; cluster?: string }

async function withDatabase<T>(
  { databaseUrl, dataDir }: Config,
  { rows, progress }: BackupOptions,
  work: (database: Database) => Promise<T>
): Promise<T> {
  if (databaseUrl) return await work({ url: databaseUrl })
  if (rows !== undefined)
    throw new BackupError('--rows is only for a database at DATABASE_URL. The embedded one is always copied.')
  if (!hasEmbeddedDatabase(dataDir))
    throw new BackupError(
      `There is no database in ${dataDir}. Set DATA_DIR to the service's data folder, or DATABASE_URL to its database.`
    )
  const embedded = await startEmbeddedDatabase(dataDir, { log: progress.line })
  try {
    return await work({ url: embedded.url, cluster: embedded.location })
  } finally {
    await embedded.stop()
  }
}

async function copyParts(config: Config, { url, cluster }: Database, options: BackupOptions): Promise<Parts> {
  const session = await openBackupSession(url)
  try {
    const facts = await readFacts(session.sql)
    const source = await requireAssetSource(config, facts.assetStoreId)
    const database = cluster === undefined ? undefined : await copyEmbedded(cluster, session, options)
    const rows = options.rows === undefined ? undefined : await copyRows(options.rows, options)
    const assets = await copyAll(source.location.store, options)
    const secrets = cluster === undefined ? [] : await copySecrets(config, options)
    // Until here, the session has kept the sweeper from removing files that the copied rows refer to.
    await session.check()
    return {
      schemaVersion: facts.schemaVersion,
      consistentAt: database?.stoppedAt ?? null,
      database: database
        ? {
            ...sizeOf(database.files),
            postgresql: facts.postgresql,
            stopLsn: database.lsn,
            folders: database.folders.toSorted()
          }
        : null,
      rows: rows ? { ...sizeOf(rows), command: options.rows ?? '' } : null,
      assets: { ...sizeOf(assets), store: source.location.name, storeId: source.id },
      secrets: secrets.map(({ path }) => path),
      files: [...(database?.files ?? []), ...(rows ?? []), ...assets, ...secrets]
    }
  } finally {
    await session.close()
  }
}

async function copyEmbedded(cluster: string, session: BackupSession, options: BackupOptions) {
  const { folder, signal, progress } = options
  return await progress.step('database', (counter) =>
    copyDatabase(cluster, session, backupTarget(folder, { signal, counter }))
  )
}

async function copyAll(store: AssetStore, { folder, signal, progress }: BackupOptions) {
  return await progress.step('assets', (counter) =>
    copyAssets(store, backupTarget(folder, { signal, counter }))
  )
}

async function copySecrets({ dataDir }: Config, { folder, signal, progress }: BackupOptions) {
  return await progress.step('secrets', async (counter) => {
    const target = backupTarget(folder, { signal, counter })
    const files: BackupFile[] = []
    for (const name of secretFiles) {
      const chunks = await readChunks(join(dataDir, name))
      if (chunks) files.push(await target.write(`${names.secrets}/${name}`, chunks))
    }
    return files
  })
}

function sizeOf(files: readonly BackupFile[]): Size {
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) }
}

async function complete(parts: Parts, startedAt: string, { folder, signal }: BackupOptions) {
  const { files, ...described } = parts
  const { sha256 } = await writeSums(folder, files, signal)
  await syncAll(folder, { paths: [...files.map(({ path }) => path), names.sums] })
  const manifest = {
    version: release.version,
    ...described,
    startedAt,
    endedAt: new Date().toISOString(),
    sums: { files: files.length, sha256 }
  }
  await writeManifest(folder, manifest, signal)
  await syncAll(folder, { paths: [names.manifest] })
  await rm(join(folder, names.incomplete))
  for (const path of [folder, dirname(folder)]) await syncNames(path)
  return { format: 1, ...manifest }
}
